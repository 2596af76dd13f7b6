import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sessionFiles } from '../../../bench/session-files.ts'
import { compressSync } from '../../../src/compress.ts'
import { formatNamed } from '../../../src/formats/index.ts'
import { entities } from '../../../src/scan/entities.ts'
import { readTranscript } from '../../../src/transcripts/read-transcript.ts'

// Every eighth of them, for speed.
const sessions = sessionFiles(
  join(import.meta.dirname, '../../../../shared/corpus/transcripts/codex'),
).filter((_, at) => at % 8 === 2)

describe.skipIf(sessions.length === 0)(
  'real Codex sessions (the corpus is not part of the repository)',
  () => {
    it('show at least 80 % of their names and numbers by default', async () => {
      let [shown, all] = [0, 0]
      for (const file of sessions) {
        const { messages, format } = await readTranscript(file)
        const view = compressSync(messages, { strategy: 'rules', strict: true, format }).messages
        const textsOf = (raw: readonly unknown[]): readonly string[] =>
          formatNamed(format)
            .read(raw)
            .flatMap(({ blocks }) => blocks.flatMap(block => (block.type === 'opaque' ? [] : [block.text])))
        const text = textsOf(view).join('\n')
        const names = new Set(textsOf(messages).flatMap(said => entities(said).map(({ text: name }) => name)))
        // Most are found as names of the view: to look for each in all of its text takes longest.
        const inView = new Set(entities(text).map(({ text: name }) => name))
        all += names.size
        shown += [...names].filter(name => inView.has(name) || text.includes(name)).length
      }
      expect(all).toBeGreaterThan(1000)
      expect(shown / all).toBeGreaterThan(0.8)
    })
  },
)
