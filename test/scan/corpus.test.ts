import { describe, expect, it } from 'vitest'
import { formatNamed } from '../../src/formats/index.ts'
import { hardReasons } from '../../src/measure/hard-reasons.ts'
import { joinSplitParts, splitForSummary } from '../../src/reduce/split-for-summary.ts'
import type { Transcript } from '../../src/transcripts/transcript.ts'
import type { AgentName } from '../../src/types.ts'
import { noCorpus, readCorpus } from '../transcripts/agent-corpus.ts'

const agents: readonly AgentName[] = ['swe-agent', 'mini-swe-agent', 'openhands', 'copilot-cli', 'gemini-cli']

/** What people and models said, without what tools printed. */
function spoken({ format, messages }: Transcript): readonly string[] {
  return formatNamed(format)
    .read(messages)
    .flatMap(({ blocks }) => blocks.flatMap(block => (block.type === 'text' ? [block.text] : [])))
}

describe.skipIf(noCorpus)('real sessions (the corpus is not part of the repository)', () => {
  it('come back whole from their parts, and are mostly free to be shortened', async () => {
    const sessions = (await Promise.all(agents.map(agent => readCorpus(agent)))).flat()
    const texts = sessions.flatMap(({ transcript }) => spoken(transcript))
    let [length, frozen] = [0, 0]
    for (const text of texts) {
      expect(joinSplitParts(splitForSummary(text))).toBe(text)
      length += text.length
      if (hardReasons(text).length > 0) frozen += text.length
    }
    expect(length).toBeGreaterThan(500_000)
    // A rule that freezes a message for one marker in it keeps about half.
    expect(frozen / length).toBeLessThan(0.35)
  })
})
