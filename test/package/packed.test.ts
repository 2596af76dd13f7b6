import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const project = mkdtempSync(join(tmpdir(), 'fovea-packed-'))
const installed = join(project, 'node_modules/fovea')

const run = (command: string, args: readonly string[]): string =>
  execFileSync(command, args, { cwd: project, encoding: 'utf8', env: { ...process.env, HOME: project } })

function link(dependency: string): void {
  const place = join(project, 'node_modules', dependency)
  mkdirSync(dirname(place), { recursive: true })
  symlinkSync(join(root, 'node_modules', dependency), place, 'dir')
}

/** What `npm install` of the tarball lays down, without asking a registry for the dependencies. */
beforeAll(() => {
  const packed = execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', project], {
    cwd: root,
    encoding: 'utf8',
  })
  const [{ filename }] = JSON.parse(packed.slice(packed.indexOf('['))) as [{ filename: string }]
  mkdirSync(installed, { recursive: true })
  run('tar', ['-xzf', filename, '-C', installed, '--strip-components', '1'])
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  }
  for (const dependency of Object.keys(dependencies)) link(dependency)
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }')
})
afterAll(() => rmSync(project, { recursive: true, force: true }))

const readmeCode = Array.from(
  readFileSync(join(root, 'README.md'), 'utf8').matchAll(/```ts\n([\s\S]*?)```/g),
  match => match[1] as string,
)

describe('the packed package, in an empty project', () => {
  it("runs the README's lines", () => {
    expect(readmeCode).toHaveLength(2)
    const proof = "if (JSON.stringify(restored) !== JSON.stringify(messages)) throw new Error('lost')\n"
    const [api, store] = readmeCode.map(code => code.replace('messages: view }', 'messages: stored }')) as [
      string,
      string,
    ]
    writeFileSync(join(project, 'readme.ts'), `${readmeCode[0]}${proof}${store}`)
    expect(api).toContain('compress')
    expect(run(process.execPath, ['readme.ts'])).toMatch(/^\d+ → \d+\n$/)
  })

  it('runs the command line', () => {
    const session = join(root, 'examples/session.jsonl')
    run(process.execPath, [
      join(installed, 'bin/fovea.js'),
      'compress',
      session,
      '-b',
      '30%',
      '-o',
      'view.json',
    ])
    const back = execFileSync(
      process.execPath,
      [join(installed, 'bin/fovea.js'), 'uncompress', 'view.json'],
      {
        cwd: project,
        env: { ...process.env, HOME: project },
        maxBuffer: 1e8,
      },
    )
    expect(back.equals(readFileSync(session))).toBe(true)
  })

  it('opens its doors: without the AI SDK, with LangChain', () => {
    link('langchain')
    const doors = [
      "import { createMcpServer } from 'fovea/mcp'",
      "import { expandTool, foveaMiddleware } from 'fovea/ai-sdk'",
      "import { foveaMiddleware as forLangChain } from 'fovea/langchain'",
      "import { memoryStore } from 'fovea'",
      'const store = memoryStore()',
      'console.log([createMcpServer({ store }), expandTool({ store }), foveaMiddleware(), forLangChain()].length)',
    ]
    writeFileSync(join(project, 'doors.ts'), doors.join('\n'))
    expect(run(process.execPath, ['doors.ts'])).toBe('4\n')
  })

  it('compresses in threads that it finds in the package', () => {
    const lines = [
      "import { createServer } from 'node:http'",
      "import { createProxy } from 'fovea/proxy'",
      "import { sqliteStore } from 'fovea/store/sqlite'",
      "const provider = createServer((asked, answer) => asked.resume().on('end', () => answer.end('{}')))",
      'await new Promise<void>(resolve => provider.listen(0, resolve))',
      'const { port } = provider.address() as { port: number }',
      "const store = sqliteStore('proxy.db')",
      "const proxy = createProxy({ upstream: 'http://127.0.0.1:' + port, store })",
      'const { url } = await proxy.listen({ port: 0 })',
      "const body = JSON.stringify({ model: 'm', max_tokens: 9, messages: [{ role: 'user', content: 'Hello' }] })",
      "const { headers } = await fetch(url + '/v1/messages', { method: 'POST', body })",
      "console.log(headers.get('x-fovea-action'), headers.get('x-fovea-note'))",
      'await proxy.close()',
      'store.close()',
      'provider.closeAllConnections()',
      'provider.close()',
    ]
    writeFileSync(join(project, 'threads.ts'), lines.join('\n'))
    expect(run(process.execPath, ['threads.ts'])).toBe('append null\n')
  })

  it('holds what is needed and nothing else', () => {
    const files = run('find', [installed, '-type', 'f'])
      .trim()
      .split('\n')
      .map(path => path.slice(installed.length + 1))
    expect(
      files.filter(
        file =>
          !/^(?:dist\/.+\.(?:js|d\.ts)|bin\/fovea\.js|README\.md|CHANGELOG\.md|LICENSE|package\.json)$/.test(
            file,
          ),
      ),
    ).toEqual([])
    expect(files).toContain('dist/index.d.ts')
  })
})

describe('an old Node', () => {
  it('gets one clear sentence', () => {
    const launcher = readFileSync(join(installed, 'bin/fovea.js'), 'utf8').replace(/^#!.*\n/, '')
    const pretend = `Object.defineProperty(process.versions, 'node', { value: '20.20.2' })\n${launcher}`
    writeFileSync(join(installed, 'bin/old.mjs'), pretend)
    let stderr = ''
    try {
      execFileSync(process.execPath, [join(installed, 'bin/old.mjs')], { encoding: 'utf8', stdio: 'pipe' })
    } catch (error) {
      stderr = (error as { stderr: string }).stderr
    }
    expect(stderr).toMatch(/^fovea needs Node 22\.18 or newer and this is Node 20\.20\.2: .*\n$/)
  })
})
