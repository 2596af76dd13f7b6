import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FoveaError } from '../../src/errors.ts'
import { type Exported, exportLater, exportOriginals } from '../../src/store/export-originals.ts'
import { importOriginals } from '../../src/store/import-originals.ts'
import { memoryStore } from '../../src/store/memory-store.ts'
import { toBytes } from '../../src/tokens/bytes.ts'
import { handleOf } from '../../src/tokens/handle.ts'
import { hashText } from '../../src/tokens/hash.ts'
import { errorOf } from './error-of.ts'

function exported(text: string, viewHash = 'a'.repeat(64)): Exported {
  const hash = hashText(text)
  const views = [{ hash: viewHash, media: 'text' as const }]
  return { handle: handleOf(hash), hash, size: text.length, state: 'available', bytes: toBytes(text), views }
}

function* interrupted(): Generator<Exported> {
  yield exported('one')
  throw new FoveaError('store-unreachable', 'The server is gone.')
}

async function* interruptedLater(): AsyncGenerator<Exported> {
  yield* interrupted()
}

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'fovea-export-'))
})
afterEach(() => rmSync(directory, { recursive: true }))

describe('an export that is interrupted', () => {
  it.each([
    ['at once', () => exportOriginals(directory, interrupted())],
    ['later', () => exportLater(directory, interruptedLater())],
  ])('lists what it has written: originals that come %s', async (_, work) => {
    const { code, message } = await errorOf(work)
    expect({ code, message }).toEqual({
      code: 'store-unreachable',
      message: `Only 1 originals are in ${directory}. The server is gone.`,
    })
    const [file = ''] = readdirSync(directory).filter(name => name.endsWith('.txt'))
    expect(readFileSync(join(directory, 'manifest.jsonl'), 'utf8')).toContain(file)
  })
})

describe('an export to a directory that has one', () => {
  it('keeps what only the earlier one has', async () => {
    exportOriginals(directory, [exported('one'), exported('both', 'b'.repeat(64))])
    exportOriginals(directory, [exported('both', 'c'.repeat(64)), exported('two', 'd'.repeat(64))])
    const store = memoryStore()
    expect(await importOriginals(directory, store)).toEqual({ originals: 3, added: 3 })
    expect([...store.views(['a', 'b', 'c', 'd'].map(digit => digit.repeat(64))).keys()]).toHaveLength(4)
  })

  it('keeps the sound copy of an original that has been damaged since', async () => {
    const { bytes, views, ...damaged } = exported('one')
    exportOriginals(directory, [exported('one')])
    expect(() => exportOriginals(directory, [{ ...damaged, state: 'corrupt' }])).toThrow('1 are damaged')
    expect(await importOriginals(directory, memoryStore())).toEqual({ originals: 1, added: 1 })
  })

  it('leaves a manifest of something else as it is', async () => {
    const path = join(directory, 'manifest.jsonl')
    writeFileSync(path, '{"name":"mine"}\n')
    expect((await errorOf(() => exportOriginals(directory, [exported('one')]))).code).toBe('file-unwritable')
    expect(readdirSync(directory)).toEqual(['manifest.jsonl'])
    expect(readFileSync(path, 'utf8')).toBe('{"name":"mine"}\n')
  })
})

describe('an import', () => {
  it('says where it looked for an export', async () => {
    await expect(importOriginals(directory, memoryStore())).rejects.toThrow(/^There is no .*manifest\.jsonl/)
  })
})
