import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { FoveaError } from '../../../src/errors.ts'
import { memoryStore } from '../../../src/store/memory-store.ts'
import type { SyncStore } from '../../../src/store/store.ts'
import { memoCounter } from '../../../src/tokens/memo-counter.ts'
import { exactCounter } from '../../../src/tokens/tokens.ts'
import {
  type DocumentTechnique,
  defaultDocumentTechniques,
} from '../../../src/tools/documents/compress-document.ts'
import { auditWorkspace } from '../../../src/tools/workspace/audit-workspace.ts'
import { findDocuments } from '../../../src/tools/workspace/find-documents.ts'
import { parseManifest } from '../../../src/tools/workspace/manifest.ts'
import { planWorkspace, type WorkspacePlan } from '../../../src/tools/workspace/plan-workspace.ts'
import { type RestoreOptions, restoreWorkspace } from '../../../src/tools/workspace/restore-workspace.ts'
import { codebookFile, readCodebook, readManifest } from '../../../src/tools/workspace/workspace-files.ts'
import { type WriteReport, writePlan } from '../../../src/tools/workspace/write-plan.ts'
import { contentsOf, folder, hostNotes } from './folders.ts'

const counter = memoCounter(exactCounter())

function plan(
  root: string,
  techniques: readonly DocumentTechnique[] = defaultDocumentTechniques,
): WorkspacePlan {
  return planWorkspace(findDocuments(root), readManifest(root), { techniques, counter })
}

function compress(root: string, store: SyncStore, techniques?: readonly DocumentTechnique[]): WriteReport {
  return writePlan(plan(root, techniques), store)
}

function restore(root: string, store: SyncStore | undefined, options?: RestoreOptions): readonly string[] {
  return restoreWorkspace(root, store, options).map(({ path, outcome }) => `${path} ${outcome}`)
}

const documents = {
  'CLAUDE.md': hostNotes(),
  'AGENTS.md': `\uFEFF${hostNotes(20).replaceAll('\n', '\r\n')}`,
  'memory/no-final-newline.md': hostNotes(18).trimEnd(),
  'memory/mixed.md': `${hostNotes(16)}a\r\nb\rc  \n\n\n`,
  'notes/short.md': 'Nothing to gain.\n',
  'notes/empty.md': '',
  'memory/binary.md': Buffer.from([0, 1, 2]),
}

describe('a workspace that is compressed and restored', () => {
  it('is what it was: every byte, line break, mark and permission, and nothing beside', () => {
    const root = folder(documents)
    chmodSync(join(root, 'CLAUDE.md'), 0o640)
    const before = contentsOf(root)
    const store = memoryStore()
    const { written, failed } = compress(root, store)
    expect(written.map(({ path }) => path)).toEqual([
      'AGENTS.md',
      'CLAUDE.md',
      'memory/mixed.md',
      'memory/no-final-newline.md',
    ])
    expect(failed).toEqual([])
    expect(statSync(join(root, 'CLAUDE.md')).mode & 0o777).toBe(0o640)
    expect(contentsOf(root)['CLAUDE.md']).not.toBe(before['CLAUDE.md'])
    expect(restore(root, store)).toEqual(written.map(({ path }) => `${path} restored`))
    expect(contentsOf(root)).toEqual(before)
    expect(existsSync(join(root, '.fovea'))).toBe(false)
  })

  it('is not touched by planning', () => {
    const root = folder(documents)
    const before = contentsOf(root)
    const { tokens, documents: planned } = plan(root)
    expect(tokens.after).toBeLessThan(tokens.before)
    expect(planned.every(document => document.tokens.after <= document.tokens.before)).toBe(true)
    expect(contentsOf(root)).toEqual(before)
  })

  it('does not change when it is compressed again', () => {
    const root = folder(documents)
    const store = memoryStore()
    compress(root, store)
    const once = contentsOf(root)
    expect(compress(root, store)).toEqual({ written: [], failed: [] })
    expect(contentsOf(root)).toEqual(once)
    const { tokens } = plan(root)
    expect(tokens.after).toBeLessThan(tokens.before)
  })

  it('comes back without its store where nothing was left out', () => {
    const root = folder(documents)
    const before = contentsOf(root)
    compress(root, memoryStore(), ['dictionary', 'runs'])
    restore(root, undefined)
    expect(contentsOf(root)).toEqual(before)
  })

  it('says which store is missing where something was', () => {
    const root = folder({ 'CLAUDE.md': '# A\n\n\n\n\n\n\ntext   \n\n\n\n\n\n\n' })
    compress(root, memoryStore(), ['rules'])
    const compressed = contentsOf(root)
    expect(restoreWorkspace(root, memoryStore())).toMatchObject([
      { outcome: 'failed', why: expect.stringMatching(/db_/) },
    ])
    expect(contentsOf(root)).toEqual(compressed)
  })

  it('restores only the documents that are asked for', () => {
    const root = folder(documents)
    const store = memoryStore()
    compress(root, store)
    expect(restore(root, store, { isWanted: path => path === 'CLAUDE.md' })).toEqual(['CLAUDE.md restored'])
    expect(readManifest(root).documents.map(({ path }) => path)).not.toContain('CLAUDE.md')
    expect(restore(root, store)).toHaveLength(3)
  })
})

describe('a document that saves little', () => {
  const words = 'river stone maple copper violet harbor signal ladder winter orbit'.split(' ')
  const items = words.map((word, at) => `- ${word} near ${words[(at * 3 + 1) % 10]} has ${at * 7}\n`)
  const little = `# T\n\n${items.join('')}${items[4]}`

  it('stays as it is, and the plan says why', () => {
    const root = folder({ 'CLAUDE.md': little, 'AGENTS.md': hostNotes() })
    const planned = plan(root).documents.find(({ path }) => path === 'CLAUDE.md')
    expect(planned).toMatchObject({
      why: expect.stringMatching(/^would save \d+\.\d %, less than 15 % \(--force\)$/),
      isLossless: true,
    })
    expect(planned?.tokens.after).toBe(planned?.tokens.before)
    expect(compress(root, memoryStore()).written.map(({ path }) => path)).toEqual(['AGENTS.md'])
  })

  it('is compressed by force, or where rules alone leave plain text', () => {
    const settings = { techniques: defaultDocumentTechniques, counter }
    const root = folder({ 'CLAUDE.md': little })
    const of = (extra: object) =>
      planWorkspace(findDocuments(root), readManifest(root), { ...settings, ...extra }).documents[0]
    expect(of({ isForced: true })?.change).toBeDefined()
    expect(of({ techniques: ['rules'] })?.change).toBeDefined()
  })
})

describe('a document that was edited after it was compressed', () => {
  it('is named, kept, and only restored by force, its edited form going to the store', () => {
    const root = folder({ 'CLAUDE.md': hostNotes() })
    const store = memoryStore()
    compress(root, store)
    appendFileSync(join(root, 'CLAUDE.md'), 'written by hand\n')
    const edited = readFileSync(join(root, 'CLAUDE.md'))
    expect(auditWorkspace(findDocuments(root), readManifest(root), counter).documents[0]?.state).toBe(
      'edited',
    )
    expect(compress(root, store).written).toEqual([])
    expect(restore(root, store)).toEqual(['CLAUDE.md edited'])
    expect(readFileSync(join(root, 'CLAUDE.md')).equals(edited)).toBe(true)
    const [forced] = restoreWorkspace(root, store, { force: true })
    expect(readFileSync(join(root, 'CLAUDE.md'), 'utf8')).toBe(hostNotes())
    expect(Buffer.from(store.get(forced?.kept ?? '')).equals(edited)).toBe(true)
  })

  it('is a new document where it is not encoded, and both originals stay', () => {
    const twice = (thing: string): string => `\n- ${thing}\n- ${thing}\n`
    const first = `# A\n${twice('the gate of the yard stays closed at night')}`
    const root = folder({ 'CLAUDE.md': first })
    const store = memoryStore()
    compress(root, store, ['rules'])
    const second = `${readFileSync(join(root, 'CLAUDE.md'), 'utf8')}\n## B\n${twice('the key hangs behind the door')}`
    writeFileSync(join(root, 'CLAUDE.md'), second)
    expect(compress(root, store, ['rules']).written).toHaveLength(1)
    const [entry] = readManifest(root).documents
    expect(Buffer.from(store.get(entry?.earlier?.[0] ?? '')).toString()).toBe(first)
    expect(restore(root, store)).toEqual(['CLAUDE.md restored'])
    expect(readFileSync(join(root, 'CLAUDE.md'), 'utf8')).toBe(second)
  })

  it('is named where it was removed, and comes back by force', () => {
    const root = folder({ 'CLAUDE.md': hostNotes() })
    const store = memoryStore()
    compress(root, store)
    rmSync(join(root, 'CLAUDE.md'))
    expect(auditWorkspace(findDocuments(root), readManifest(root), counter).missing).toEqual(['CLAUDE.md'])
    expect(restore(root, store)).toEqual(['CLAUDE.md missing'])
    restore(root, store, { force: true })
    expect(readFileSync(join(root, 'CLAUDE.md'), 'utf8')).toBe(hostNotes())
  })
})

describe('when something fails', () => {
  it('no document changes where the store takes nothing', () => {
    const root = folder(documents)
    const before = contentsOf(root)
    const full = {
      ...memoryStore(),
      put: () => {
        throw new FoveaError('store-full', 'The store is full.')
      },
    } as SyncStore
    expect(() => compress(root, full)).toThrow(/store is full/)
    expect(contentsOf(root)).toEqual(before)
  })

  it('no document changes where the store gives back something else', () => {
    const root = folder(documents)
    const before = contentsOf(root)
    expect(() => compress(root, { ...memoryStore(), get: () => new Uint8Array([1]) })).toThrow(
      /Nothing was changed/,
    )
    expect(contentsOf(root)).toEqual(before)
  })

  it('a read-only document is left and named, the others are written', () => {
    const root = folder({ 'CLAUDE.md': hostNotes(), 'AGENTS.md': hostNotes(20) })
    chmodSync(join(root, 'CLAUDE.md'), 0o444)
    const { written, failed } = compress(root, memoryStore())
    expect(written.map(({ path }) => path)).toEqual(['AGENTS.md'])
    expect(failed).toEqual([{ path: 'CLAUDE.md', why: expect.stringContaining('read-only') }])
    expect(readFileSync(join(root, 'CLAUDE.md'), 'utf8')).toBe(hostNotes())
    expect(readManifest(root).documents.map(({ path }) => path)).toEqual(['AGENTS.md'])
  })

  it('a document that changed since it was read is left', () => {
    const root = folder({ 'CLAUDE.md': hostNotes() })
    const planned = plan(root)
    appendFileSync(join(root, 'CLAUDE.md'), 'in the meantime\n')
    const { failed } = writePlan(planned, memoryStore())
    expect(failed).toEqual([{ path: 'CLAUDE.md', why: expect.stringContaining('in the meantime') }])
    expect(readFileSync(join(root, 'CLAUDE.md'), 'utf8')).toBe(`${hostNotes()}in the meantime\n`)
  })

  it('a second writer waits its turn, and the lock of a dead one is no obstacle', () => {
    const root = folder({ 'CLAUDE.md': hostNotes() })
    mkdirSync(join(root, '.fovea'))
    writeFileSync(join(root, '.fovea/lock'), String(process.pid))
    expect(() => compress(root, memoryStore())).toThrow(/is writing here/)
    expect(readFileSync(join(root, 'CLAUDE.md'), 'utf8')).toBe(hostNotes())
    writeFileSync(join(root, '.fovea/lock'), '999999999')
    expect(compress(root, memoryStore()).written).toHaveLength(1)
    expect(existsSync(join(root, '.fovea/lock'))).toBe(false)
  })

  it('a damaged manifest stops everything, with its name', () => {
    const root = folder({ 'CLAUDE.md': hostNotes(), '.fovea/workspace.json': '{"version":1,' })
    expect(() => plan(root)).toThrow(expect.objectContaining({ code: 'corrupt' }))
  })

  it.each([
    ['[]', /lists no documents/],
    ['{"version":2,"documents":[]}', /version is 2/],
    ['{"version":1,"documents":[{"path":"a"}]}', /document 1 /],
  ])('a manifest of %s is refused', (json, why) => {
    expect(() => parseManifest(json, 'workspace.json')).toThrow(why)
  })

  it('a folder that has become a link is not restored into', () => {
    const root = folder({ 'memory/hosts.md': hostNotes() })
    const outside = folder({ 'hosts.md': '' })
    const store = memoryStore()
    compress(root, store)
    const compressed = readFileSync(join(root, 'memory/hosts.md'))
    rmSync(join(root, 'memory'), { recursive: true })
    writeFileSync(join(outside, 'hosts.md'), compressed)
    symlinkSync(outside, join(root, 'memory'))
    expect(restoreWorkspace(root, store)).toMatchObject([
      { outcome: 'failed', why: expect.stringContaining('link') },
    ])
    expect(readFileSync(join(outside, 'hosts.md')).equals(compressed)).toBe(true)
  })

  it('a manifest cannot lead out of the workspace', () => {
    const entry = {
      before: 'a'.repeat(64),
      after: 'b'.repeat(64),
      handle: 'db_aaaaaaaaaaaa',
      techniques: [],
      isLossless: true,
      tokens: { before: 2, after: 1 },
    }
    const read = (path: string): unknown =>
      parseManifest(JSON.stringify({ version: 1, documents: [{ path, ...entry }] }), 'workspace.json')
    expect(read('memory/..a.md')).toBeDefined()
    for (const path of ['../a.md', '/etc/passwd', 'a/../../b', 'C:\\a', 'a\\..\\b'])
      expect(() => read(path), path).toThrow(/document 1 /)
  })
})

describe('a codebook for the whole workspace', () => {
  const sayings = [
    'The inventory synchronisation service of the northern warehouse',
    'is looked after by the duty officer of the logistics department',
    'whose telephone is connected to the switchboard of the main building',
    'unless the backup generator of the cold storage hall is being tested',
    'in which case the emergency procedures for refrigerated goods apply',
  ]
  /** Said once in each document, and so worth a code only to all of them together. */
  const several = Object.fromEntries(
    Array.from({ length: 12 }, (_, at) => [
      `memory/${at}.md`,
      sayings.map((saying, line) => `${saying}, ${at * 7 + line}.\n`).join(''),
    ]),
  )

  const planShared = (root: string): WorkspacePlan =>
    planWorkspace(findDocuments(root), readManifest(root), {
      techniques: ['dictionary', 'runs'],
      counter,
      shared: readCodebook(codebookFile(root)) ?? 'new',
    })

  it('is used where it saves more than it costs to read, and its cost is counted', () => {
    const root = folder(several)
    const { codebook, tokens, documents: planned } = planShared(root)
    expect(codebook?.tokens).toBeGreaterThan(0)
    expect(tokens.after).toBe(
      planned.reduce((sum, document) => sum + document.tokens.after, codebook?.tokens ?? 0),
    )
    expect(tokens.after).toBeLessThan(tokens.before)
    expect(planShared(folder({ 'CLAUDE.md': 'Short.\n' })).codebook).toBeUndefined()
  })

  it('only grows while documents need it, and brings them back', () => {
    const root = folder(several)
    const before = contentsOf(root)
    const store = memoryStore()
    writePlan(planShared(root), store)
    const first = readCodebook(codebookFile(root))
    writeFileSync(join(root, 'memory/new.md'), hostNotes())
    writePlan(planShared(root), store)
    const second = readCodebook(codebookFile(root))
    const entries = Object.entries(first?.entries ?? {})
    expect(entries.length).toBeGreaterThan(0)
    expect(Object.entries(second?.entries ?? {}).slice(0, entries.length)).toEqual(entries)
    restore(root, undefined)
    rmSync(join(root, 'memory/new.md'))
    rmSync(join(root, '.fovea'), { recursive: true })
    expect(contentsOf(root)).toEqual(before)
  })
})
