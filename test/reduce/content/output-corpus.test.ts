import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { diff } from '../../../src/reduce/content/diff.ts'
import { git } from '../../../src/reduce/content/git.ts'
import { json } from '../../../src/reduce/content/json.ts'
import { listing } from '../../../src/reduce/content/listing.ts'
import { search } from '../../../src/reduce/content/search.ts'
import { table } from '../../../src/reduce/content/table.ts'
import { SourcedText } from '../../../src/reduce/sourced-text/sourced-text.ts'
import { shell } from './output-laws.ts'
import { obeysPieceLaws } from './text-laws.ts'

const corpus = '../shared/corpus'
const index = `${corpus}/command-outputs/index.jsonl`

describe.skipIf(!existsSync(index))(
  'readers of structured output on the corpus (skipped where it is absent)',
  () => {
    const outputs = existsSync(index)
      ? readFileSync(index, 'utf8')
          .trim()
          .split('\n')
          .map((line): { file: string; command: string } => JSON.parse(line))
          .map(({ file, command }) => {
            const bytes = readFileSync(`${corpus}/${file}`)
            return { command, text: (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8') }
          })
      : []

    it.each([json, diff, git, search, listing, table])('$name keeps every line and every byte', content => {
      let read = 0
      for (const { text, command } of outputs) {
        const source = { ...shell, command }
        if (!content.fits(new SourcedText(text, source))) continue
        read += 1
        obeysPieceLaws(content, text, source)
        const encoded = content.lossless?.encode(text)
        if (encoded !== undefined) expect(content.lossless?.decode(encoded)).toBe(text)
      }
      expect(read).toBeGreaterThan(5)
    })
  },
)
