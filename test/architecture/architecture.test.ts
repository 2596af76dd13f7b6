import { describe, expect, it } from 'vitest'
import * as publicApi from '../../src/index.ts'
import { reachableFrom, sourceFiles } from './source-files.ts'

/** What every file may know. */
const base = ['types.ts', 'options.ts', 'resolve-options.ts', 'errors.ts', 'handle.ts', 'marker.ts']
const stages = ['formats', 'measure', 'plan', 'reduce', 'verify', 'store', 'llm']
/** What reads texts and tool calls, below every stage. */
const below = ['scan', 'actions']
const doors = ['cli', 'proxy', 'hooks', 'mcp']
/** Doors of one file, beside the core, with what they are made of. */
const doorFiles = ['ai-sdk.ts', 'langchain.ts', 'langchain-messages.ts']
/** The parts of measuring that stages share: counting tokens, and texts as bytes and hashes. */
const shared = /^measure\/(?:tokens\/[a-z-]+|hash|bytes)\.ts$/

const folderOf = (path: string): string => (path.includes('/') ? (path.split('/')[0] as string) : '')
const isLocal = (path: string): boolean => path.endsWith('.ts')

function violations(
  allowed: (from: string, target: string) => boolean,
  folder: (path: string) => boolean,
): string[] {
  return sourceFiles
    .filter(({ path }) => folder(path))
    .flatMap(({ path, imports }) =>
      imports
        .filter(target => isLocal(target) && folderOf(target) !== folderOf(path) && !allowed(path, target))
        .map(target => `${path} imports ${target}`),
    )
}

describe('the layers', () => {
  it('are read from every file', () => {
    expect(sourceFiles.length).toBeGreaterThan(40)
    expect(sourceFiles.find(({ path }) => path === 'choose/view-chooser.ts')?.imports).toContain(
      'plan/index.ts',
    )
  })

  it('keep the base free of everything else', () => {
    for (const path of base)
      expect(
        sourceFiles.find(file => file.path === path)?.imports.filter(target => !base.includes(target)),
      ).toEqual([])
  })

  it('keep stages apart from each other', () => {
    const allowed = (_: string, target: string) =>
      base.includes(target) || shared.test(target) || below.includes(folderOf(target))
    expect(violations(allowed, path => stages.includes(folderOf(path)))).toEqual([])
  })

  it('keep the reading of texts and tool calls below everything', () => {
    expect(
      violations(
        () => false,
        path => folderOf(path) === 'scan',
      ),
    ).toEqual([])
    expect(
      violations(
        (_, target) => target === 'types.ts' || folderOf(target) === 'scan',
        path => folderOf(path) === 'actions',
      ),
    ).toEqual([])
  })

  it('let the ledger and the codecs of text know no stage', () => {
    const allowed = (from: string, target: string) =>
      base.includes(target) ||
      shared.test(target) ||
      below.includes(folderOf(target)) ||
      (folderOf(from) === 'text' && ['reduce/content/content.ts', 'llm/within-deadline.ts'].includes(target))
    expect(violations(allowed, path => ['ledger', 'text'].includes(folderOf(path)))).toEqual([])
  })

  it('let probes know messages and what reads them', () => {
    const allowed = (_: string, target: string) => target === 'types.ts' || below.includes(folderOf(target))
    expect(violations(allowed, path => folderOf(path) === 'probes')).toEqual([])
  })

  it('let observations know the ledger, secrets, and how to wait for a model', () => {
    const own = /^(?:measure\/secrets\/secrets|llm\/(?:within-deadline|failure-text))\.ts$/
    const allowed = (_: string, target: string) =>
      base.includes(target) ||
      shared.test(target) ||
      own.test(target) ||
      [...below, 'ledger'].includes(folderOf(target))
    expect(violations(allowed, path => folderOf(path) === 'observe')).toEqual([])
  })

  it('let a workspace know documents, and only doors know workspaces', () => {
    const allowed = (_: string, target: string) =>
      base.includes(target) ||
      shared.test(target) ||
      below.includes(folderOf(target)) ||
      folderOf(target) === 'text' ||
      /^reduce\/content\/(?:content|markdown)\.ts$/.test(target)
    expect(violations(allowed, path => folderOf(path) === 'workspace')).toEqual([])
    expect(
      violations(
        (_, target) => folderOf(target) !== 'workspace',
        path => ![...doors, 'workspace'].includes(folderOf(path)),
      ),
    ).toEqual([])
  })

  it('let nothing but a door import the evaluation', () => {
    const allowed = (_: string, target: string) => folderOf(target) !== 'evaluate'
    expect(violations(allowed, path => ![...doors, 'evaluate'].includes(folderOf(path)))).toEqual([])
  })

  it('let transcripts know formats and nothing above', () => {
    const allowed = (_: string, target: string) =>
      base.includes(target) || shared.test(target) || folderOf(target) === 'formats'
    expect(violations(allowed, path => folderOf(path) === 'transcripts')).toEqual([])
  })

  it('let nothing but a door import a door', () => {
    const allowed = (_: string, target: string) => !doors.includes(folderOf(target))
    expect(violations(allowed, path => !doors.includes(folderOf(path)))).toEqual([])
  })

  it('let no door but the command line know another', () => {
    const allowed = (_: string, target: string) => !doors.includes(folderOf(target))
    expect(violations(allowed, path => doors.includes(folderOf(path)) && folderOf(path) !== 'cli')).toEqual(
      [],
    )
  })

  it('let nothing import a door of one file', () => {
    const importersOf = (target: string) =>
      sourceFiles.filter(({ imports }) => imports.includes(target)).map(({ path }) => path)
    expect(doorFiles.map(importersOf)).toEqual([[], [], ['langchain.ts']])
  })

  it('keep what pages are drawn with below everything', () => {
    expect(
      violations(
        () => false,
        path => folderOf(path) === 'page',
      ),
    ).toEqual([])
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
    expect(importers('node:sqlite')).toEqual(['store/sqlite.ts'])
    expect(importers('commander').every(path => path.startsWith('cli/'))).toBe(true)
    for (const name of ['@modelcontextprotocol/server', '@hono/node-server'])
      expect(importers(name).every(path => path.startsWith('mcp/'))).toBe(true)
    expect(importers('langchain')).toEqual(['langchain-messages.ts', 'langchain.ts'])
    expect(importers('ai')).toEqual([])
    expect(importers('gpt-tokenizer').every(path => shared.test(path))).toBe(true)
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
      '@vscode/tree-sitter-wasm',
      'commander',
      'gpt-tokenizer',
      'langchain',
    ])
  })
})

describe('the root entry', () => {
  it('reaches no native module, server, process or command-line library', () => {
    const forbidden =
      /^(?:node:(?:sqlite|http|https|net|child_process|worker_threads|cluster)|commander|hono|pg|zod)\b/
    expect(
      [...reachableFrom('index.ts')].filter(target => forbidden.test(target) || target.startsWith('cli/')),
    ).toEqual([])
    expect(reachableFrom('index.ts').has('store/memory.ts')).toBe(true)
  })

  it('exports this and nothing else', () => {
    expect(Object.keys(publicApi).sort()).toEqual([
      'FoveaError',
      'compress',
      'compressRequest',
      'compressSync',
      'createLedger',
      'defaults',
      'detectFormat',
      'expand',
      'expandOpaque',
      'formatNamed',
      'formats',
      'handlesIn',
      'inspect',
      'memoryStore',
      'mergeLedgers',
      'parseDuration',
      'parseLedger',
      'parseSize',
      'renderLedger',
      'takeSteps',
      'uncompress',
      'uncompressSync',
      'writeLedger',
    ])
  })
})

describe('files', () => {
  it('are named in kebab-case and say in their first line what they are for', () => {
    for (const { path, text } of sourceFiles) {
      expect(path).toMatch(/^(?:[a-z0-9]+(?:-[a-z0-9]+)*\/)*[a-z0-9]+(?:-[a-z0-9]+)*\.ts$/)
      expect(text, path).toMatch(/^\/\*\* \S/)
    }
  })

  it('export nothing by default and everything by a list of names', () => {
    for (const { path, text } of sourceFiles) {
      expect(text, path).not.toMatch(/^export default\b/m)
      expect(text, path).not.toMatch(/^export \* from/m)
    }
  })
})
