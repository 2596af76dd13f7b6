import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { exactCounter } from '../../../src/tokens/tokens.ts'
import { buildCodebook } from '../../../src/tools/documents/build-codebook.ts'
import { compressDocument, restoreDocument } from '../../../src/tools/documents/compress-document.ts'
import { document } from './documents.ts'

const hosts = `## Hosts\n\n${Array.from({ length: 12 }, (_, at) => `- planner-${at + 1}: the list of the jobs is in /srv/harbour/planner/jobs/${at + 1}, user harbour_deploy\n`).join('')}`
const twice = `# Harbour\n\n${hosts}\n${hosts}`
/** Different words in each sentence, so that no dictionary helps, and a log that says one thing over and over. */
const report = `${twice}
## People

The captain of the ferry is the owner of a small house, and the crew is in the habit of taking the first boat of the day. In order to reach the island, you have to ask for a seat at the counter. The keeper of the lighthouse was a painter, the baker was a sailor, and the teacher is the author of a number of books about the weather.

\`\`\`
${'waiting for the tide\n'.repeat(30)}\`\`\`
`
const every = ['rules', 'dictionary', 'runs', 'notation'] as const
const counter = exactCounter()

describe('techniques in composition', () => {
  it('are decided in the order rules, dictionary, runs, notation, each only where it saves', () => {
    const result = compressDocument(report, {
      techniques: every,
      notation: { level: 'ultra', instruction: 'apart' },
    })
    expect(result.steps.map(({ step }) => step)).toEqual(every)
    expect(
      result.steps.every(({ before, after, taken }) => (taken ? after < before : after === before)),
    ).toBe(true)
    expect(result.steps[0]?.before).toBe(counter.count(report))
    expect(result.steps.at(-1)?.after).toBe(result.tokens.after)
    expect(result.tokens.after).toBe(counter.count(result.text))
    expect(result.steps.filter(({ taken }) => taken).map(({ step }) => step)).toEqual([
      'rules',
      'dictionary',
      'runs',
      'notation',
    ])
    expect(result.loss).toBe('lossy')
  })

  it('come back to the byte where only lossless ones were asked for', () => {
    const result = compressDocument(twice, { techniques: ['dictionary', 'runs'] })
    expect(result.loss).toBe('lossless')
    expect(restoreDocument(result.text)).toBe(twice)
  })

  it('come back as what rules and notation made of the text', () => {
    const { text } = compressDocument(twice, { techniques: every })
    const restored = restoreDocument(text)
    expect(text).not.toBe(restored)
    expect(restored).toContain('/srv/harbour/planner/jobs/12, user harbour_deploy')
    expect(restored.match(/^## Hosts$/gm)).toHaveLength(1)
  })

  it('use a codebook that the reader has', () => {
    const codebook = buildCodebook([twice])
    const techniques = ['dictionary', 'runs'] as const
    const shared = compressDocument(twice, { techniques, codebook })
    expect(restoreDocument(shared.text, { codebook })).toBe(twice)
    expect(() => restoreDocument(shared.text)).toThrow(expect.objectContaining({ code: 'not-found' }))
  })

  it('leave a text alone that they cannot help, and one that they made', () => {
    const short = compressDocument('Nothing to save here.', { techniques: every })
    expect(short).toMatchObject({ text: 'Nothing to save here.', loss: 'lossless' })
    expect(restoreDocument(short.text)).toBe('Nothing to save here.')
    const { text } = compressDocument(twice, { techniques: every })
    expect(compressDocument(text, { techniques: every }).text).toBe(text)
  })

  it('never cost tokens, and lossless ones come back to the byte', () => {
    fc.assert(
      fc.property(document, text => {
        const lossless = compressDocument(text, { techniques: ['dictionary', 'runs'] })
        expect(restoreDocument(lossless.text)).toBe(text)
        const all = compressDocument(text, { techniques: every })
        expect(counter.count(all.text)).toBe(all.tokens.after)
        expect(all.tokens.after).toBeLessThanOrEqual(all.tokens.before)
      }),
      { numRuns: 100 },
    )
  })
})
