/** What commands print for the example session. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const session = 'examples/session.jsonl'

/** What a dry run says of a view. */
export function exampleCompression(): string {
  const args = ['compress', session, '--budget', '15%', '--dry-run']
  return fenced('', `$ npx fovea ${args.join(' ')}\n${run(args).stderr}`)
}

/** How much shorter the observations are, and the third of them. */
export function exampleObservation(): string {
  const args = ['observe', session]
  const { stdout, stderr } = run(args)
  const third = stdout.slice(stdout.indexOf('\n## 3.') + 1, stdout.indexOf('\n## 4.'))
  return `${fenced('', `$ npx fovea ${args.join(' ')}\n${stderr}`)}\n\nThe third of them:\n\n${fenced('markdown', third)}`
}

function fenced(language: string, text: string): string {
  return `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``
}

function run(args: readonly string[]): { readonly stdout: string; readonly stderr: string } {
  const home = mkdtempSync(join(tmpdir(), 'fovea-docs-'))
  try {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'bin/fovea.js'), ...args], {
      cwd: root,
      env: { PATH: process.env['PATH'], HOME: home, FOVEA_STORE: join(home, 'store.db'), NO_COLOR: '1' },
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(`fovea ${args.join(' ')} failed: ${stderr}`)
    return { stdout, stderr }
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}
