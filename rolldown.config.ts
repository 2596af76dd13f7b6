/** Builds the package: a file for each entry of package.json, the programs, and the chunks that they share. */
import { readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { defineConfig, type Plugin, type RolldownOptions } from 'rolldown'

interface Entry {
  readonly types: string
  readonly default: string
}

const root = import.meta.dirname
const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly exports: Readonly<Record<string, string | Entry>>
}

/** `./dist/models/index.d.ts` declares what `src/models/index.ts` exports. */
const entries = Object.values(exports).flatMap(entry =>
  typeof entry === 'string' ? [] : [[inDist(entry.default, '.js'), `src/${inDist(entry.types, '.d.ts')}.ts`]],
)

/** Started by the launcher, and as threads. */
const programs = {
  cli: 'src/doors/cli/main.ts',
  'thread-main': 'src/doors/thread-main.ts',
}

/** Modules that are loaded at every start of a program, and with the root entry. */
const start = staticImportsOf(programs.cli, 'src/doors/hooks/index.ts')
const core = staticImportsOf('src/index.ts')

const config: RolldownOptions = defineConfig({
  input: { ...Object.fromEntries(entries), ...programs },
  platform: 'node',
  external: id => !/^(?:[./]|src\/|[a-z]:[\\/])/i.test(id),
  plugins: [start.plugin, core.plugin, mapsOfTheLibrary(), pageTemplate()],
  output: {
    dir: 'dist',
    cleanDir: true,
    sourcemap: true,
    comments: { jsdoc: false },
    // A file with one byte a character is read and compiled faster, and so is a shorter one. Names stay, for stack traces.
    charset: 'ascii',
    minifyInternalExports: false,
    minify: { compress: true, mangle: { keepNames: true }, codegen: { removeWhitespace: true } },
    // All in one folder: a worker is found beside the file that starts it.
    chunkFileNames: '[name].js',
    codeSplitting: {
      groups: [
        {
          name: 'start',
          priority: 3,
          test: id => start.ids.has(id) && !isIn(id, 'doors/cli/main.ts') && !isIn(id, 'doors/hooks/'),
        },
        { name: 'core', priority: 2, test: id => core.ids.has(id) && !isIn(id, 'index.ts') },
        { name: 'shared', priority: 1, test: isShared },
        // The launcher imports it too, by the names of its exports.
        { name: 'hooks', test: id => start.ids.has(id) && isIn(id, 'doors/hooks/') },
        { name: 'tools', test: id => isIn(id, 'tools/') },
        { name: 'commands', test: id => isIn(id, 'doors/cli/'), minShareCount: 2 },
      ],
    },
  },
})

export default config

/** What several entries need beside the core. Doors stay apart, because they import packages of their own. */
function isShared(id: string): boolean {
  const isApart = ['index.ts', 'tools/', 'doors/', 'store/postgres/postgres-store.ts'].some(room =>
    isIn(id, room),
  )
  const isPart = [
    'tools/lookup/',
    'doors/http/',
    'doors/pages/',
    'doors/run-process.ts',
    'doors/middleware/middleware-',
    'doors/proxy/transport/provider-upstreams.ts',
  ].some(room => isIn(id, room))
  return (
    !isApart ||
    isPart ||
    (isIn(id, 'doors/proxy/preparation/') && !isIn(id, 'doors/proxy/preparation/thread'))
  )
}

function isIn(id: string, room: string): boolean {
  return relative(join(root, 'src'), id).split(sep).join('/').startsWith(room)
}

function inDist(path: string, extension: string): string {
  return path.slice('./dist/'.length, -extension.length)
}

/** The ids of modules with all that they import statically; complete once all modules are read. */
function staticImportsOf(...paths: readonly string[]): {
  readonly ids: ReadonlySet<string>
  readonly plugin: Plugin
} {
  const ids = new Set<string>()
  const plugin: Plugin = {
    name: `static-imports-of ${paths.join(' ')}`,
    buildEnd() {
      const queue = paths.map(path => join(root, path))
      for (const id of queue) {
        if (ids.has(id)) continue
        ids.add(id)
        queue.push(...(this.getModuleInfo(id)?.importedIds ?? []))
      }
    },
  }
  return { ids, plugin }
}

/** Smaller files are read as they are. */
const minMapped = 50_000

/** Keeps the source maps of what programs of others import. */
function mapsOfTheLibrary(): Plugin {
  return {
    name: 'maps-of-the-library',
    generateBundle(_, bundle) {
      const library = new Set<string>()
      const queue = entries.map(([name]) => `${name}.js`)
      for (const name of queue) {
        const file = bundle[name]
        if (library.has(name) || file?.type !== 'chunk') continue
        library.add(name)
        queue.push(...file.imports)
      }
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk') continue
        const map = bundle[`${file.fileName}.map`]
        if (map?.type === 'asset' && library.has(file.fileName) && file.code.length >= minMapped) {
          // The package has the sources themselves.
          map.source = JSON.stringify({ ...JSON.parse(String(map.source)), sourcesContent: undefined })
          continue
        }
        delete bundle[`${file.fileName}.map`]
        file.code = file.code.replace(/\n\/\/# sourceMappingURL=\S+\n?$/, '\n')
      }
    },
  }
}

/** What every page is made from is read from beside the code; `build/pack-page.ts` makes it. */
function pageTemplate(): Plugin {
  const source = join(root, 'src/doors/pages/page.html')
  return {
    name: 'page-template',
    buildStart() {
      this.emitFile({ type: 'asset', fileName: 'page.html', source: readFileSync(source, 'utf8') })
    },
  }
}
