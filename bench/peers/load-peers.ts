/** The other packages that run beside ours; one that is not installed is named as such. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Method } from '../../src/tools/evaluate/method.ts'
import type { MethodInfo } from '../../src/tools/evaluate/report.ts'
import { jsonMethod } from './json-method.ts'
import { outputMethod } from './output-method.ts'
import { pruneMethod } from './prune-messages.ts'

export interface Peers {
  readonly methods: readonly Method[]
  readonly missing: readonly MethodInfo[]
}

/** `npm ci --prefix bench` installs them. */
export async function loadPeers(): Promise<Peers> {
  const loaded = await Promise.all(
    peers.map(async ({ load, ...info }): Promise<Method | MethodInfo> => {
      try {
        return await load(info)
      } catch (error) {
        if (!isAbsent(error)) throw error
        return { ...info, kind: 'peer', missing: 'not installed' }
      }
    }),
  )
  return { methods: loaded.filter(isMethod), missing: loaded.filter(each => !isMethod(each)) }
}

interface Named {
  readonly name: string
  readonly describe: string
}

interface Peer extends Named {
  load(info: Named): Promise<Method> | Method
}

const peers: readonly Peer[] = [
  {
    name: 'tokenjuice',
    describe: 'outputs of commands reduced by rules for each command',
    async load({ name, describe }) {
      const { reduceExecution } = await importFrom<TokenJuice>('tokenjuice/dist/index.js')
      return outputMethod(name, describe, async ({ text, command, isError }) => {
        if (command === undefined) return undefined
        const exitCode = Number(isError)
        return (await reduceExecution({ toolName: 'exec', command, combinedText: text, exitCode })).inlineText
      })
    },
  },
  ...(['balanced', 'aggressive'] as const).map(
    (mode): Peer => ({
      name: `context-compress ${mode}`,
      describe: `outputs filtered by their command, then by their form, in mode ${mode}`,
      async load({ name, describe }) {
        const { applyCommandFilter } = await importFrom<CommandFilters>('context-compress/dist/filters.js')
        const { applyFormatFilter } = await importFrom<FormatFilters>(
          'context-compress/dist/format-filter.js',
        )
        return outputMethod(name, describe, ({ text, command }) => {
          const byCommand = command === undefined ? undefined : applyCommandFilter(command, text, mode)
          return byCommand?.filtered ? byCommand.output : applyFormatFilter(text, mode).output
        })
      },
    }),
  ),
  {
    name: 'AI SDK pruneMessages',
    describe: 'tool calls and results before the last messages dropped, as many as the budget needs',
    load: async () => pruneMethod((await import('ai')).pruneMessages),
  },
  {
    name: 'JSON minify',
    describe: 'outputs that are JSON written without white space',
    load: ({ name, describe }) => jsonMethod(name, describe, value => JSON.stringify(value)),
  },
  {
    name: 'TOON',
    describe: 'outputs that are JSON written as TOON',
    async load({ name, describe }) {
      const { encode } = await importFrom<Toon>('@toon-format/toon/dist/index.mjs')
      return jsonMethod(name, describe, encode)
    },
  },
]

interface TokenJuice {
  reduceExecution(input: {
    readonly toolName: string
    readonly command: string
    readonly combinedText: string
    readonly exitCode: number
  }): Promise<{ readonly inlineText: string }>
}

interface CommandFilters {
  applyCommandFilter(
    command: string,
    output: string,
    mode: string,
  ): { readonly output: string; readonly filtered: boolean }
}

interface FormatFilters {
  applyFormatFilter(text: string, mode: string): { readonly output: string }
}

interface Toon {
  encode(value: unknown): string
}

/** By its path: some of what is compared is not among the package's own exports. */
async function importFrom<Module>(path: string): Promise<Module> {
  const file = join(import.meta.dirname, '../node_modules', path)
  if (!existsSync(file))
    throw Object.assign(new Error(`${file} is not there`), { code: 'ERR_MODULE_NOT_FOUND' })
  return await import(pathToFileURL(file).href)
}

function isAbsent(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND'
}

function isMethod(each: Method | MethodInfo): each is Method {
  return 'view' in each
}
