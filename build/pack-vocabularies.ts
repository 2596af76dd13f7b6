/** Writes the tables of the token counter into the package, so that no process has to make them. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { encodings, loadVocabulary, packVocabulary } from '../src/tokens/vocabulary.ts'

for (const encoding of encodings)
  writeFileSync(
    join(import.meta.dirname, '../dist', `${encoding}.tokens`),
    packVocabulary(loadVocabulary(encoding)),
  )
