import { describe, expect, it } from 'vitest'
import * as publicApi from '../../src/index.ts'
import { reachableFrom, sourceFiles } from './source-files.ts'

/** The rooms from the bottom up. Imports run downwards only; rooms on one floor do not know each other. */
const floors: readonly (readonly string[])[] = [
  ['types.ts', 'receipt.ts', 'errors.ts'],
  ['tokens'],
  ['scan'],
  ['formats'],
  ['store', 'models', 'transcripts'],
  ['strategies/options/shared-options.ts'],
  ['settings'],
  ['reduce'],
  ['ledger'],
  ['measure'],
  ['view'],
  ['strategies'],
  ['read-ahead'],
  [
    'compress.ts',
    'compress-request.ts',
    'uncompress.ts',
    'expand.ts',
    'inspect.ts',
    'choose-view.ts',
    'gated-chooser.ts',
  ],
  ['session'],
  ['tools'],
  ['doors'],
  ['index.ts'],
]
const floorOf = new Map(floors.flatMap((rooms, floor) => rooms.map(room => [room, floor] as const)))
/** What several strategies, or several doors, are made of; these are no strategies and no doors themselves. */
const sharedByStrategies = ['blocks', 'spans']
/** Every option of `compress`, which needs the options of each strategy. */
const optionsOfStrategies = 'options'
/** The rooms that strategies are made from. */
const usedByStrategies = [
  'tokens',
  'scan',
  'store',
  'models',
  'settings',
  'reduce',
  'ledger',
  'measure',
  'view',
]
const sharedByDoors = ['http', 'pages']

const roomOf = (path: string): string => path.split('/')[0] as string
/** `strategies/coverage/x.ts` → `coverage`; `undefined` for files of the room itself. */
const partOf = (path: string): string | undefined => path.split('/').slice(1, -1)[0]
const isLocal = (path: string): boolean => path.endsWith('.ts')

function violations(isAllowed: (from: string, target: string) => boolean): string[] {
  return sourceFiles.flatMap(({ path, imports }) =>
    imports
      .filter(target => isLocal(target) && !isAllowed(path, target))
      .map(target => `${path} imports ${target}`),
  )
}

/** Whether parts of one room may know each other. */
function keepsApart(room: string, shared: readonly string[], knowsAll: readonly string[] = []) {
  return (from: string, target: string): boolean => {
    if (roomOf(from) !== room || roomOf(target) !== room) return true
    const [here, there] = [partOf(from), partOf(target)]
    return (
      here === undefined ||
      there === undefined ||
      here === there ||
      shared.includes(there) ||
      knowsAll.includes(here)
    )
  }
}

describe('the house', () => {
  it('is read from every file', () => {
    expect(sourceFiles.length).toBeGreaterThan(40)
    expect(sourceFiles.find(({ path }) => path === 'compress.ts')?.imports).toContain('strategies/index.ts')
  })

  it('has a floor for every room, few rooms and few files at the root', () => {
    const rooms = new Set(sourceFiles.map(({ path }) => roomOf(path)))
    expect([...rooms].filter(room => !floorOf.has(room))).toEqual([])
    expect([...rooms].filter(isLocal).length).toBeLessThanOrEqual(12)
    expect([...rooms].filter(room => !isLocal(room)).length).toBeLessThanOrEqual(25)
  })

  it('imports downwards only', () => {
    const isDown = (from: string, target: string): boolean => {
      const [here, there] = [floorOf.get(roomOf(from)) ?? -1, floorOf.get(roomOf(target)) ?? 99]
      return there < here || roomOf(from) === roomOf(target) || (there === here && isLocal(roomOf(from)))
    }
    expect(violations(isDown)).toEqual([])
  })

  it('keeps strategies apart: each knows the descriptor, what is shared, and the rooms below', () => {
    const known = [...usedByStrategies, 'types.ts', 'receipt.ts', 'errors.ts']
    const isOfRoom = (from: string): boolean =>
      roomOf(from) !== 'strategies' || [undefined, optionsOfStrategies].includes(partOf(from))
    const isKnown = (from: string, target: string): boolean =>
      isOfRoom(from) ||
      target === 'strategies/strategy.ts' ||
      known.includes(roomOf(target)) ||
      partOf(target) !== undefined
    expect(violations(isKnown)).toEqual([])
    // `auto` chooses among the others.
    expect(violations(keepsApart('strategies', sharedByStrategies, ['auto', optionsOfStrategies]))).toEqual(
      [],
    )
  })

  it('names no strategy in the pipeline', () => {
    const pipeline = ['compress.ts', 'choose-view.ts', 'gated-chooser.ts']
    const isNameless = (from: string, target: string): boolean =>
      !pipeline.includes(from) ||
      roomOf(target) !== 'strategies' ||
      [...sharedByStrategies, optionsOfStrategies, undefined].includes(partOf(target))
    expect(violations(isNameless)).toEqual([])
  })

  it('lets each stage of coverage use only those before it', () => {
    const map = sourceFiles.find(({ path }) => path === 'strategies/coverage/coverage.ts')?.text ?? ''
    const stages = Array.from(map.matchAll(/^ \* - `([a-z]+)\/`/gm), found => found[1] as string)
    const stageOf = (path: string): string | undefined => path.match(/^strategies\/coverage\/([^/]+)\//)?.[1]
    expect(new Set(sourceFiles.flatMap(({ path }) => stageOf(path) ?? []))).toEqual(new Set(stages))
    const isBefore = (from: string, target: string): boolean => {
      const [here, there] = [stageOf(from), stageOf(target)]
      return here === undefined || there === undefined || stages.indexOf(there) <= stages.indexOf(here)
    }
    expect(violations(isBefore)).toEqual([])
  })

  it('declares in the folder of a strategy what it alone reads of options and knows of blocks', () => {
    const named = (name: string, folder: string): readonly string[] =>
      sourceFiles
        .filter(({ path, text }) => !path.startsWith(folder) && new RegExp(`\\b${name}\\b`).test(text))
        .map(({ path }) => path)
    for (const name of ['RuleFacts', 'RulesSettings']) expect(named(name, 'strategies/rules/')).toEqual([])
    for (const name of ['PartitionFacts', 'PartitionSettings'])
      expect(named(name, 'strategies/partition/')).toEqual([])
  })

  it('declares the options of a strategy in its folder, and those that all share beside them', () => {
    const declaring = (name: string): string | undefined =>
      sourceFiles.find(({ text }) => new RegExp(`^export interface ${name}\\b`, 'm').test(text))?.path
    expect(declaring('SharedOptions')).toBe('strategies/options/shared-options.ts')
    for (const [name, folder] of Object.entries({
      RulesOptions: 'rules',
      CapOptions: 'cap',
      PartitionOptions: 'partition',
      AutoOptions: 'auto',
      AnchoredOptions: 'anchored',
      RehydrateOptions: 'anchored',
    }))
      expect(declaring(name)).toMatch(new RegExp(`^strategies/${folder}/`))
  })

  it('names no strategy in what all strategies share of options', () => {
    const name = /'(?:cap|rules|partition|coverage|importance|anchored|regenerative|opaque|auto)'/
    const shared = sourceFiles.filter(
      ({ path }) => path === 'strategies/options/shared-options.ts' || roomOf(path) === 'settings',
    )
    expect(shared.length).toBeGreaterThan(4)
    expect(shared.filter(({ text }) => name.test(text)).map(({ path }) => path)).toEqual([])
  })

  it('knows hosts, kinds of stores and readers of session files by their registries alone', () => {
    const listed = sourceFiles
      .filter(({ text }) => /^export const \w+: (?:Host|StoreKind|TranscriptReader)(?:<\w+>)? =/m.test(text))
      .map(({ path }) => path)
      // What keeps originals where no store is named, too.
      .filter(path => path !== 'store/memory-store.ts')
    const registries = ['doors/hooks/hosts/index.ts', 'store/index.ts', 'transcripts/index.ts']
    expect(listed.length).toBeGreaterThan(15)
    expect(violations((from, target) => !listed.includes(target) || registries.includes(from))).toEqual([])
  })

  it('keeps doors apart; only the command line starts others', () => {
    expect(violations(keepsApart('doors', sharedByDoors, ['cli']))).toEqual([])
  })

  it('have no import cycles', () => {
    const state = new Map<string, 'open' | 'done'>()
    const cycles: string[] = []
    const visit = (path: string, trail: readonly string[]): void => {
      if (state.get(path) === 'open') cycles.push([...trail.slice(trail.indexOf(path)), path].join(' → '))
      if (state.has(path)) return
      state.set(path, 'open')
      for (const target of sourceFiles.find(file => file.path === path)?.imports ?? [])
        if (isLocal(target)) visit(target, [...trail, path])
      state.set(path, 'done')
    }
    for (const { path } of sourceFiles) visit(path, [])
    expect(cycles).toEqual([])
  })
})

describe('packages', () => {
  const importers = (name: string) =>
    sourceFiles
      .filter(({ imports }) => imports.some(target => target === name || target.startsWith(`${name}/`)))
      .map(({ path }) => path)

  it('are touched where they belong and nowhere else', () => {
    expect(importers('node:sqlite')).toEqual(['store/sqlite/open-sqlite.ts'])
    expect(sourceFiles.filter(({ text }) => text.includes("= 'pg'\n")).map(({ path }) => path)).toEqual([
      'store/postgres/postgres-store.ts',
    ])
    expect(importers('commander').every(path => path.startsWith('doors/cli/'))).toBe(true)
    expect(importers('jsonc-parser').every(path => path.startsWith('doors/hooks/install/'))).toBe(true)
    for (const name of ['@modelcontextprotocol/server', '@hono/node-server'])
      expect(importers(name).every(path => path.startsWith('doors/mcp/'))).toBe(true)
    expect(importers('langchain')).toEqual([
      'doors/middleware/langchain-messages.ts',
      'doors/middleware/langchain.ts',
    ])
    expect(importers('ai')).toEqual([])
  })

  it('are all declared', () => {
    const used = new Set(
      sourceFiles
        .flatMap(({ imports }) => imports)
        .filter(target => !isLocal(target) && !target.startsWith('node:')),
    )
    const names = new Set(
      [...used].map(target =>
        target
          .split('/')
          .slice(0, target.startsWith('@') ? 2 : 1)
          .join('/'),
      ),
    )
    expect([...names].sort()).toEqual([
      '@hono/node-server',
      '@lezer/markdown',
      '@modelcontextprotocol/server',
      'commander',
      'jsonc-parser',
      'langchain',
    ])
  })
})

describe('the root entry', () => {
  it('reaches no native module, server, process or command-line library', () => {
    const forbidden =
      /^(?:node:(?:sqlite|http|https|net|child_process|worker_threads|cluster)|commander|hono|pg|zod)\b/
    const reached = reachableFrom('index.ts')
    const files = sourceFiles.filter(({ path }) => reached.has(path))
    const found = files.flatMap(({ path, runtimeImports }) =>
      runtimeImports
        .filter(target => forbidden.test(target) || target.startsWith('doors/'))
        .map(target => `${path} imports ${target}`),
    )
    // Asked for when threads are started, which the option `workers` alone does.
    expect(found).toEqual(['read-ahead/reading-threads.ts imports node:worker_threads'])
    expect(reachableFrom('index.ts').has('store/memory-store.ts')).toBe(true)
  })

  it('exports this and nothing else', () => {
    expect(Object.keys(publicApi).sort()).toEqual([
      'FoveaError',
      'compress',
      'compressRequest',
      'compressSync',
      'detectFormat',
      'expand',
      'formats',
      'handlesIn',
      'inspect',
      'memoryStore',
      'parseDuration',
      'parseSize',
      'takeSteps',
      'uncompress',
      'uncompressSync',
    ])
  })
})

describe('what is public', () => {
  it('holds nothing that only the pipeline needs', () => {
    const exported = (sourceFiles.find(({ path }) => path === 'index.ts')?.text ?? '').match(/\w+/g) ?? []
    for (const name of ['Measured', 'PlanSettings', 'RuleFacts', 'ReduceInput', 'Settings', 'Plan'])
      expect(exported).not.toContain(name)
    const map = sourceFiles.find(({ path }) => path === 'types.ts')?.text ?? ''
    for (const name of ['Measured', 'PlanSettings', 'RuleFacts', 'ReduceInput'])
      expect(map).not.toMatch(new RegExp(`\\b${name}\\b`))
  })

  it('is read in a few minutes: none of its three maps is long', () => {
    for (const { path, text } of sourceFiles)
      if (['types.ts', 'strategies/options/shared-options.ts', 'receipt.ts'].includes(path))
        expect(text.split('\n').length, path).toBeLessThanOrEqual(350)
  })

  it('is all that types.ts and receipt.ts declare; each contract is declared in the room that keeps it', () => {
    const textOf = (wanted: string): string => sourceFiles.find(({ path }) => path === wanted)?.text ?? ''
    const declared = Array.from(
      `${textOf('types.ts')}\n${textOf('receipt.ts')}`.matchAll(/^export (?:type|interface) (\w+)/gm),
      found => found[1],
    )
    const exported = new Set(textOf('index.ts').match(/\w+/g))
    // Parts of what is exported, without a use of their own.
    expect(declared.filter(name => !exported.has(name as string))).toEqual([
      'OpenName',
      'AgentName',
      'SpanFormName',
      'StatedLedger',
      'NoteReport',
    ])
    for (const [file, name] of [
      ['formats/format.ts', 'Format'],
      ['store/store.ts', 'Store'],
      ['models/model.ts', 'Summarizer'],
      ['transcripts/transcript.ts', 'Transcript'],
    ] as const)
      expect(textOf(file)).toMatch(new RegExp(`^export (?:type|interface) ${name}\\b`, 'm'))
  })
})

const declaration =
  /^export (?:async )?(?:abstract )?(?:const|let|function|class|interface|type)(?: \*|\*)? ?(\w+)/gm
/** Implementations of the same thing: one in each folder may have the same name. */
const parallel: readonly (readonly string[])[] = [
  ['store/memory', 'store/sqlite/', 'store/postgres/'],
  ['doors/hooks/hosts/', 'transcripts/'],
  ['reduce/content/', 'scan/hard-blocks/'],
  ['doors/middleware/ai-sdk', 'doors/middleware/langchain'],
]

/** Whether each path begins with another of the prefixes. */
function areApart(paths: readonly string[], prefixes: readonly string[]): boolean {
  const found = paths.map(path => prefixes.find(prefix => path.startsWith(prefix)))
  return !found.includes(undefined) && new Set(found).size === paths.length
}

describe('files', () => {
  it('are named in kebab-case and say in their first line what they are for', () => {
    for (const { path, text } of sourceFiles) {
      expect(path).toMatch(/^(?:[a-z0-9]+(?:-[a-z0-9]+)*\/)*[a-z0-9]+(?:-[a-z0-9]+)*\.ts$/)
      expect(text, path).toMatch(/^\/\*\* \S/)
    }
  })

  it('have their comments directly above what they describe', () => {
    for (const { path, text } of sourceFiles)
      expect(text.slice(text.indexOf('\n')).match(/^\/\*\* .*\*\/\n\n.*/m)?.[0], path).toBeUndefined()
  })

  it('have their imports directly below their first comment', () => {
    for (const { path, text } of sourceFiles)
      expect(text, path).not.toMatch(/^\/\*\*[\s\S]*?\*\/\n\nimport\b/)
  })

  it('give an exported name one meaning', () => {
    const declared = sourceFiles.flatMap(({ path, text }) =>
      Array.from(new Set(Array.from(text.matchAll(declaration), found => found[1] as string)), name => ({
        name,
        path,
      })),
    )
    expect(declared.length).toBeGreaterThan(2000)
    const doubled = [...Map.groupBy(declared, ({ name }) => name)]
      .map(([name, files]) => ({ name, paths: files.map(({ path }) => path) }))
      .filter(({ paths }) => paths.length > 1 && !parallel.some(arm => areApart(paths, arm)))
    expect(doubled.map(({ name, paths }) => `${name}: ${paths.join(', ')}`)).toEqual([])
  })

  it('export nothing by default and everything by a list of names', () => {
    for (const { path, text } of sourceFiles) {
      expect(text, path).not.toMatch(/^export default\b/m)
      expect(text, path).not.toMatch(/^export (?:type )?\* /m)
    }
  })
})
