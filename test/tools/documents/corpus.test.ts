import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { decodeText, encodeText } from '../../../src/tools/documents/encode-text.ts'

const corpus = join(import.meta.dirname, '../../../../shared/corpus')

/** Every fourth is enough to notice, and quick. */
function textsIn(folder: string): string[] {
  return readdirSync(join(corpus, folder), { recursive: true, encoding: 'utf8' })
    .map(path => join(corpus, folder, path))
    .filter(path => statSync(path).isFile() && !path.endsWith('.jsonl'))
    .sort()
    .filter((_, at) => at % 4 === 0)
    .map(path => (path.endsWith('.gz') ? gunzipSync(readFileSync(path)) : readFileSync(path)).toString())
}

describe.skipIf(!existsSync(corpus))('real documents (skipped where the corpus is absent)', () => {
  it.each([
    ['memory-files', 0.04],
    ['command-outputs', 0.25],
  ])('of %s come back to the byte and save tokens, legends included', (folder, least) => {
    let before = 0
    let after = 0
    for (const text of textsIn(folder)) {
      const result = encodeText(text)
      if (result.encoded) expect(decodeText(result.text)).toBe(text)
      expect(result.tokens.after).toBeLessThanOrEqual(result.tokens.before)
      before += result.tokens.before
      after += result.tokens.after
    }
    expect(1 - after / before).toBeGreaterThan(least)
  })
})
