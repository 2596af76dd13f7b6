import { execFileSync, spawnSync } from 'node:child_process'
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const session = join(root, 'test/fixtures/transcripts/claude-code.jsonl')
const project = mkdtempSync(join(tmpdir(), 'fovea-packed-'))
const installed = join(project, 'node_modules/fovea')

/** What is compiled here is of no use to a later run. */
const env = { ...process.env, HOME: project, NODE_COMPILE_CACHE: join(project, 'compiled') }

const run = (command: string, args: readonly string[]): string =>
  execFileSync(command, args, { cwd: project, encoding: 'utf8', env })

function link(dependency: string): void {
  const place = join(project, 'node_modules', dependency)
  mkdirSync(dirname(place), { recursive: true })
  symlinkSync(join(root, 'node_modules', dependency), place, 'dir')
}

/** What npm packs. It is asked about a copy whose files are empty: to compress them takes longer than all else here. */
function packedFiles(): readonly string[] {
  const copy = mkdtempSync(join(tmpdir(), 'fovea-pack-'))
  const isLeftOut = (path: string): boolean => /(?:^|\/)(?:node_modules|\.git)$/.test(path)
  cpSync(root, copy, {
    recursive: true,
    filter: source => {
      if (isLeftOut(source)) return false
      if (statSync(source).isDirectory() || /(?:package\.json|ignore)$/.test(source)) return true
      writeFileSync(join(copy, relative(root, source)), '')
      return false
    },
  })
  const said = execFileSync('npm', ['pack', '--json', '--dry-run', '--ignore-scripts'], {
    cwd: copy,
    encoding: 'utf8',
    maxBuffer: 1e8,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  rmSync(copy, { recursive: true })
  const [{ files }] = JSON.parse(said.slice(said.indexOf('['))) as [{ files: { path: string }[] }]
  return files.map(({ path }) => path)
}

/** What `npm install` of the package lays down, without asking a registry for the dependencies. */
beforeAll(() => {
  for (const file of packedFiles()) {
    mkdirSync(dirname(join(installed, file)), { recursive: true })
    copyFileSync(join(root, file), join(installed, file))
  }
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  }
  for (const dependency of Object.keys(dependencies)) link(dependency)
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }')
})
afterAll(() => rmSync(project, { recursive: true, force: true }))

const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  exports: Record<string, string | { types: string; default: string }>
}
const entries = Object.fromEntries(
  Object.entries(exports).flatMap(([name, entry]) => (typeof entry === 'string' ? [] : [[name, entry]])),
)

/** The names that a source exports, without types: every export is a declaration, or in a list of names. */
function valuesOf(source: string): readonly string[] {
  const declared = Array.from(
    source.matchAll(/^export (?:async )?(?:function\*?|const|class) (\w+)/gm),
    match => match[1] as string,
  )
  const listed = Array.from(source.matchAll(/^export \{([^}]*)\}/gm), match => match[1] as string)
    .flatMap(names => names.split(','))
    .map(name => name.trim())
    .filter(name => name !== '' && !name.startsWith('type '))
  return [...declared, ...listed].sort()
}

/** Everything in the package, by its path. */
function files(): readonly string[] {
  return readdirSync(installed, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => relative(installed, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
}

/** The modules of the package that a run of Node loads. */
function loadedBy(...args: readonly string[]): readonly string[] {
  const watcher = `
    import { registerHooks } from 'node:module'
    import { writeFileSync } from 'node:fs'
    const loaded = []
    registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context) } })
    process.on('exit', () => writeFileSync('loaded.json', JSON.stringify(loaded)))`
  writeFileSync(join(project, 'watcher.mjs'), watcher)
  spawnSync(process.execPath, ['--import', './watcher.mjs', ...args], {
    cwd: project,
    env,
    input: '{}',
  })
  const urls = JSON.parse(readFileSync(join(project, 'loaded.json'), 'utf8')) as string[]
  return urls.map(url => url.slice(url.indexOf(home) + home.length))
}
const home = '/node_modules/fovea/'

const readmeCode = Array.from(
  readFileSync(join(root, 'README.md'), 'utf8').matchAll(/```ts\n([\s\S]*?)```/g),
  match => match[1] as string,
)

describe('the packed package, in an empty project', () => {
  it("runs the README's lines", () => {
    expect(readmeCode).toHaveLength(1)
    const proof = "if (JSON.stringify(restored) !== JSON.stringify(messages)) throw new Error('lost')\n"
    writeFileSync(join(project, 'readme.ts'), `${readmeCode[0]}${proof}`)
    const [, said] = /it prints `([^`]+)`/.exec(readFileSync(join(root, 'README.md'), 'utf8')) ?? []
    expect(run(process.execPath, ['readme.ts'])).toBe(`${said}\n`)
  })

  it('runs the command line', () => {
    const launcher = join(installed, 'bin/fovea.js')
    run(process.execPath, [launcher, 'compress', session, '-b', '60%', '-o', 'view.json'])
    expect(readFileSync(join(project, 'view.json'), 'utf8')).toMatch(/\bdb_[0-9a-f]{12}/)
    const back = execFileSync(process.execPath, [launcher, 'uncompress', 'view.json'], {
      cwd: project,
      env,
      maxBuffer: 1e8,
    })
    expect(back.equals(readFileSync(session))).toBe(true)
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

  it('type-checks a program that imports its entries, and finds its mistake', () => {
    // The types of LangChain take longer to check than all others; are-the-types-wrong resolves that entry.
    const names = Object.keys(entries).filter(name => name !== './langchain')
    const imports = names.map((name, at) => `import * as entry${at} from 'fovea${name.slice(1)}'`)
    const uses = names.map((_, at) => `entry${at}`)
    // A type that is missing would be `any`, and fit.
    const mistake = 'export const receipt: string = (await entry0.compress([])).receipt'
    writeFileSync(
      join(project, 'all.ts'),
      [...imports, `export const all: readonly object[] = [${uses}]`, mistake].join('\n'),
    )
    link('@types/node')
    // Declarations of the package are checked as sources: to check those of its dependencies as well takes ten times as long.
    const declarations = files().filter(file => /^dist\/.+\.d\.ts$/.test(file) && !/langchain/.test(file))
    const sources = declarations.map(file => file.replace(/^dist/, 'declarations').replace(/\.d\.ts$/, '.ts'))
    for (const [at, source] of sources.entries()) {
      mkdirSync(join(project, dirname(source)), { recursive: true })
      copyFileSync(join(installed, declarations[at] as string), join(project, source))
    }
    const compiler = join(root, 'node_modules/typescript/bin/tsc')
    const options =
      '--noEmit --strict --skipLibCheck --allowImportingTsExtensions --module nodenext --target es2024 --types node'
    const { stdout } = spawnSync(
      process.execPath,
      // Each further checker checks again much of what the others do.
      [compiler, ...options.split(' '), '--checkers', '1', 'all.ts', ...sources],
      { cwd: project, encoding: 'utf8' },
    )
    // A declaration may rename what it takes apart; a source may not.
    const errors = stdout.split('\n').filter(line => line !== '' && !line.includes(' error TS2842: '))
    expect(errors).toEqual([
      expect.stringMatching(
        /^all\.ts\(\d+,14\): error TS2322: Type 'Receipt' is not assignable to type 'string'\.$/,
      ),
    ])
  })

  // One process for both: what doors import takes longest to load.
  it('exports from each entry what its source does, and opens its doors: without the AI SDK, with LangChain', () => {
    link('langchain')
    const sources = Object.entries(entries).map(([name, { types }]) => [
      name,
      valuesOf(readFileSync(join(root, types.replace('./dist', 'src').replace(/\.d\.ts$/, '.ts')), 'utf8')),
    ])
    const script = `
      const entries = {}
      for (const name of ${JSON.stringify(Object.keys(entries))})
        entries[name] = await import('fovea' + name.slice(1))
      const names = Object.entries(entries).map(([name, entry]) => [name, Object.keys(entry).sort()])
      const store = entries['.'].memoryStore()
      const { name, tools } = entries['./langchain'].foveaMiddleware()
      const doors = [
        entries['./mcp'].createMcpServer({ store }).isConnected(),
        Object.keys(entries['./ai-sdk'].expandTool({ store })),
        Object.keys(entries['./ai-sdk'].foveaMiddleware()),
        [name, ...tools.map(tool => tool.name)],
      ]
      console.log(JSON.stringify({ names, doors }))`
    const { names, doors } = JSON.parse(run(process.execPath, ['--input-type=module', '--eval', script])) as {
      names: unknown
      doors: unknown
    }
    expect(names).toEqual(sources)
    expect(doors).toEqual([
      false,
      expect.arrayContaining(['description', 'inputSchema', 'execute']),
      expect.arrayContaining(['transformParams', 'wrapGenerate', 'wrapStream']),
      ['FoveaMiddleware', 'fovea_expand', 'fovea_search'],
    ])
  })

  it('holds what is needed and nothing else', () => {
    const needed =
      /^(?:dist\/.+\.(?:js|js\.map|d\.ts)|dist\/\w+\.tokens|dist\/page\.html|src\/.+\.ts|src\/doors\/pages\/page\.html|build\/from-source\.js|bin\/fovea\.js|README\.md|LICENSE|package\.json)$/
    expect(files().filter(file => !needed.test(file))).toEqual([])
    expect(files()).toContain('dist/index.d.ts')
    expect(files().filter(file => !/^src|\.d\.ts$/.test(file)).length).toBeLessThanOrEqual(40)
  })

  it('ships code of one byte a character, which Node reads and compiles faster', () => {
    const code = files().filter(file => /^dist\/.+\.js$/.test(file))
    expect(code.length).toBeGreaterThan(20)
    expect(code.filter(file => readFileSync(join(installed, file)).some(byte => byte > 0x7f))).toEqual([])
  })

  it('maps what it ships back to the source', () => {
    const map = JSON.parse(readFileSync(join(installed, 'dist/core.js.map'), 'utf8')) as {
      sources: string[]
    }
    expect(map.sources).toContain('../src/compress.ts')
    const shipped = new Set(files())
    expect(map.sources.filter(source => !shipped.has(source.slice('../'.length)))).toEqual([])
    for (const file of [...shipped].filter(each => each.endsWith('.js'))) {
      const named = /\/\/# sourceMappingURL=(\S+)/.exec(readFileSync(join(installed, file), 'utf8'))?.[1]
      if (named !== undefined) expect(shipped).toContain(join(dirname(file), named))
    }
  })

  it('loads little: the root entry its core, the version no command, a command no other', () => {
    const launcher = join(installed, 'bin/fovea.js')
    const rootEntry = loadedBy('--input-type=module', '--eval', "import 'fovea'")
    expect(rootEntry.filter(file => file.startsWith('dist/')).sort()).toEqual([
      'dist/core.js',
      'dist/index.js',
      'dist/start.js',
    ])
    const builtIn = `const before = new Set(process.moduleLoadList)
      await import('fovea')
      const loaded = process.moduleLoadList.filter(name => !before.has(name))
      process.stdout.write(loaded.join('\\n'))`
    const loaded = execFileSync(process.execPath, ['--input-type=module', '--eval', builtIn], {
      cwd: project,
      encoding: 'utf8',
    })
    expect(loaded.split('\n').filter(name => /^NativeModule (?!internal\/)/.test(name))).toEqual([])
    const version = loadedBy(launcher, '--version')
    expect(version).toContain('dist/cli.js')
    expect(version).not.toContain('dist/core.js')
    const search = loadedBy(launcher, 'search', 'word')
    expect(search).toContain('dist/session-commands.js')
    for (const other of ['tools', 'tool-commands', 'agent-commands', 'proxy', 'mcp'])
      expect(search).not.toContain(`dist/${other}.js`)
    const hook = loadedBy(launcher, 'hook', 'run', 'codex', 'PostToolUse')
    expect(hook).toContain('dist/hooks.js')
    expect(hook).not.toContain('dist/core.js')
  })

  it('compiles its code once', () => {
    const cache = join(project, 'compile-cache')
    const start = (): readonly string[] => {
      execFileSync(process.execPath, [join(installed, 'bin/fovea.js'), '--version'], {
        env: { ...process.env, NODE_COMPILE_CACHE: cache },
      })
      return readdirSync(cache, { recursive: true }).map(String)
    }
    const first = start()
    expect(first.length).toBeGreaterThan(2)
    expect(start()).toEqual(first)
  })
})

describe('the package from a git address', () => {
  // npm installs it as it lies in the repository. With one of these scripts it would first install the development
  // dependencies, and a global installation would end as a link to a folder that is gone.
  it('has no script that npm runs for it', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object }
    const runByNpm = ['prepare', 'build', 'prepack', 'preinstall', 'install', 'postinstall']
    expect(Object.keys(scripts).filter(name => runByNpm.includes(name))).toEqual([])
  })

  it('prepares itself at its first start, without a word and without other tools', () => {
    const place = join(project, 'from-git')
    const copy = join(place, 'node_modules/fovea')
    cpSync(installed, copy, {
      recursive: true,
      filter: path => !relative(installed, path).startsWith('dist'),
    })
    for (const name of readdirSync(join(project, 'node_modules')).filter(each => each !== 'fovea'))
      symlinkSync(join(project, 'node_modules', name), join(place, 'node_modules', name), 'dir')
    const start = (...args: readonly string[]) =>
      spawnSync(process.execPath, args, {
        cwd: place,
        encoding: 'utf8',
        env: { ...env, HOME: place },
      })
    const launcher = join(copy, 'bin/fovea.js')
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
    expect(start(launcher, '--version')).toMatchObject({ status: 0, stdout: `${version}\n`, stderr: '' })
    const inspected = start(launcher, 'inspect', session)
    expect(inspected).toMatchObject({ status: 0, stderr: '' })
    const script = `
      for (const name of ${JSON.stringify(Object.keys(entries).filter(name => name !== './langchain'))})
        await import('fovea' + name.slice(1))`
    expect(start('--input-type=module', '--eval', script)).toMatchObject({ status: 0, stderr: '' })
    expect(start(launcher, 'hook', 'run', 'codex', 'PostToolUse')).toMatchObject({ status: 0, stderr: '' })
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

  it('gets the sentence from every entry of the library, too', () => {
    const names = Object.keys(entries).filter(name => name !== './langchain')
    const script = `delete Map.groupBy
      for (const name of ${JSON.stringify(names)})
        await import('fovea' + name.slice(1)).catch(error => console.log(error.message))`
    expect(run(process.execPath, ['--input-type=module', '--eval', script])).toBe(
      `fovea needs Node 22.18 or newer and this is Node ${process.versions.node}.\n`.repeat(names.length),
    )
  })

  it('fails to find no name that it lacks before any code has run', () => {
    const dist = join(installed, 'dist')
    for (const file of readdirSync(dist).filter(name => name.endsWith('.js')))
      expect(readFileSync(join(dist, file), 'utf8'), file).not.toMatch(/import\s*\{[^}]*zstd[^}]*\}\s*from/i)
  })
})
