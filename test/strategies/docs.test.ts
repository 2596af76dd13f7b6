import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { compressSync } from '../../src/compress.ts'
import { formatNamed } from '../../src/formats/index.ts'
import { readTranscript } from '../../src/transcripts/read-transcript.ts'
import { textsOf } from './view-of.ts'

const root = join(import.meta.dirname, '../..')
const messagesBefore = 95

describe('docs/strategies.md', () => {
  it('shows what two rounds of its session really give', async () => {
    const { messages, format } = await readTranscript(join(root, 'bench/fixtures/parcel-tracker.jsonl'))
    const given = { strategy: 'anchored', format, strict: true } as const
    const first = compressSync(messages.slice(0, messagesBefore), given)
    const second = compressSync(messages, { ...given, state: first.state })
    const page = readFileSync(join(root, 'docs/strategies.md'), 'utf8')
    const examples = Array.from(page.matchAll(/\n```\n(\[[\s\S]*?)\n```\n/g), match => match[1] as string)
    const shown = [first, second].map(view =>
      withoutHandles(textsOf(formatNamed(format), view.messages).join('\n')).split('\n'),
    )
    expect(examples).toHaveLength(2)
    for (const [index, example] of examples.entries())
      for (const line of example.split('\n').filter(text => text !== '...'))
        expect(shown[index]).toContain(withoutHandles(line))
  })
})

/** A handle changes with every entry of the ledger that it names. */
function withoutHandles(text: string): string {
  return text.replace(/db_[0-9a-f]{12}/g, 'db_…')
}
