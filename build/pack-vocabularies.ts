/** Writes the tables of the public encodings into the package, so that no process has to make them. */
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { type EncodingName, packVocabulary, readVocabulary } from '../src/tokens/vocabulary.ts'

const encodings: readonly EncodingName[] = ['o200k_base', 'cl100k_base']
const { resolve } = createRequire(import.meta.url)
for (const encoding of encodings) {
  const published = readFileSync(resolve(`gpt-tokenizer/data/${encoding}.tiktoken`), 'latin1')
  const packed = packVocabulary(readVocabulary(published))
  writeFileSync(join(import.meta.dirname, '../dist', `${encoding}.tokens`), packed)
}
