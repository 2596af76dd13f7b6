/** The shared part of the plugins of opencode and pi: they call `fovea hook run`, and pass on its answer. */
import type { HookCommand } from '../hosts/host.ts'

/** The first line of a file that belongs to us entirely. */
export const pluginMark = '// Written by "fovea hook install"; "fovea hook uninstall" removes it.'

/** JavaScript: `ask(event, payload)` resolves to the answer, or to `{}` on any error. */
export function askSource(host: string, { program, options }: HookCommand): string {
  return `import { spawn } from 'node:child_process'

const program = ${JSON.stringify(program)}
const options = ${JSON.stringify(options)}

function ask(event, payload) {
  return new Promise(resolve => {
    const child = spawn(\`\${program} hook run ${host} \${event} \${options}\`, { shell: true, stdio: ['pipe', 'pipe', 'ignore'] })
    const timer = setTimeout(() => child.kill(), 60000)
    const done = answer => {
      clearTimeout(timer)
      resolve(answer)
    }
    let text = ''
    child.stdout.setEncoding('utf8').on('data', chunk => {
      text += chunk
    })
    child.on('error', () => done({}))
    child.on('close', () => {
      try {
        done(JSON.parse(text))
      } catch {
        done({})
      }
    })
    child.stdin.on('error', () => {})
    child.stdin.end(JSON.stringify(payload))
  })
}
`
}
