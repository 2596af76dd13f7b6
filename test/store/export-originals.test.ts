import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FoveaError } from '../../src/errors.ts'
import { type Exported, exportLater, exportOriginals } from '../../src/store/export-originals.ts'
import { toBytes } from '../../src/tokens/bytes.ts'
import { handleOf } from '../../src/tokens/handle.ts'
import { hashText } from '../../src/tokens/hash.ts'
import { errorOf } from './error-of.ts'

function* interrupted(): Generator<Exported> {
  const hash = hashText('one')
  yield { handle: handleOf(hash), hash, size: 3, state: 'available', bytes: toBytes('one') }
  throw new FoveaError('store-unreachable', 'The server is gone.')
}

async function* interruptedLater(): AsyncGenerator<Exported> {
  yield* interrupted()
}

describe('an export that is interrupted', () => {
  let directory: string
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'fovea-export-'))
  })
  afterEach(() => rmSync(directory, { recursive: true }))

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
