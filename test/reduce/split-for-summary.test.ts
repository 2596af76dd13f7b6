import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  joinSplitParts,
  minProse,
  type SplitPart,
  splitForSummary,
} from '../../src/reduce/split-for-summary.ts'
import { proseLength } from '../../src/scan/segments.ts'
import { samples } from '../scan/hard-blocks.ts'
import { passingMentions, prose } from '../scan/prose.ts'

const fence = '```ts\nconst a = 1\n```'
const other = '~~~sh\nls -l\n~~~'

const withProse = (parts: readonly SplitPart[], text: string): readonly SplitPart[] =>
  parts.map(part => (part.kind === 'prose' ? { ...part, text } : part))

describe('a text with code', () => {
  it('keeps the order of code and prose', () => {
    const text = `Before.\n\n${fence}\n\nBetween.\n\n${other}\nAfter.`
    expect(splitForSummary(text)).toEqual([
      { kind: 'prose', text: 'Before.' },
      { kind: 'verbatim', text: `\n\n${fence}\n\n` },
      { kind: 'prose', text: 'Between.' },
      { kind: 'verbatim', text: `\n\n${other}\n` },
      { kind: 'prose', text: 'After.' },
    ])
  })

  it('is rebuilt around whatever the prose becomes', () => {
    const text = `${prose(290)}\n\n   ${fence}\n  \n${prose(190)}\n\n${other}\n`
    expect(joinSplitParts(withProse(splitForSummary(text), '[…]'))).toBe(
      `[…]\n\n   ${fence}\n  \n[…]\n\n${other}\n`,
    )
  })

  it('is one part where it is all of one kind', () => {
    expect(splitForSummary('')).toEqual([])
    expect(splitForSummary(' \n')).toEqual([{ kind: 'prose', text: ' \n' }])
    expect(splitForSummary('One.\n\nTwo.\n')).toEqual([{ kind: 'prose', text: 'One.\n\nTwo.\n' }])
    expect(splitForSummary(`${fence}\n\n${other}\n`)).toEqual([
      { kind: 'verbatim', text: `${fence}\n\n${other}\n` },
    ])
  })

  it('is worth it from 80 characters of prose on', () => {
    expect(minProse).toBe(80)
    expect(proseLength(`${prose(40).trim()}\n\n${fence}\n\n${'x'.repeat(39)}\n`)).toBe(79)
    expect(proseLength(`${prose(40).trim()}\n\n${fence}\n\n${'x'.repeat(40)}\n`)).toBe(80)
  })

  it('keeps a document of many fences in order', () => {
    const sections = Array.from({ length: 30 }, (_, at) => `${prose(400)}\n\n\`\`\`\nstep(${at})\n\`\`\`\n\n`)
    const parts = splitForSummary(sections.join(''))
    expect(parts.filter(({ kind }) => kind === 'prose')).toHaveLength(30)
    const steps = joinSplitParts(withProse(parts, 'short')).match(/short|step\(\d+\)/g)
    expect(steps).toEqual(sections.flatMap((_, at) => ['short', `step(${at})`]))
  })
})

describe('prose with something hard in it', () => {
  it.each(samples)('keeps it to the letter: $name', ({ text }) => {
    const parts = splitForSummary(`${prose(500)}\n\n${text}\n${prose(500)}`)
    expect(parts.map(({ kind }) => kind)).toEqual(['prose', 'verbatim', 'prose'])
    expect(parts[1]?.text).toBe(`\n\n${text}\n`)
  })

  it.each(passingMentions)('is all prose with a passing %j', mention => {
    const text = prose(1000) + mention + prose(1000)
    expect(splitForSummary(text)).toEqual([{ kind: 'prose', text }])
  })
})

describe('the parts of any text', () => {
  const piece = fc.oneof(
    fc.constantFrom(...samples.map(({ text }) => text)),
    fc.constantFrom(...passingMentions),
    fc.constantFrom('\n', '\n\n', '\r\n', ' ', '```', '`', '😀', '\uD83D', '错误。'),
    fc.string({ maxLength: 10 }),
  )
  const anyText = fc.array(piece, { maxLength: 25 }).map(pieces => pieces.join(''))

  it('are the text, in turns of prose and verbatim', () => {
    fc.assert(
      fc.property(anyText, text => {
        const parts = splitForSummary(text)
        expect(joinSplitParts(parts)).toBe(text)
        for (const [at, part] of parts.entries()) {
          expect(part.text).not.toBe('')
          expect(part.kind).not.toBe(parts[at + 1]?.kind)
        }
      }),
      { numRuns: 500 },
    )
  })

  it('keep what is verbatim, in order, whatever becomes of the prose', () => {
    fc.assert(
      fc.property(anyText, fc.string(), (text, summary) => {
        const parts = splitForSummary(text)
        const rebuilt = joinSplitParts(withProse(parts, summary))
        let from = 0
        for (const part of parts) {
          if (part.kind === 'prose') continue
          const at = rebuilt.indexOf(part.text, from)
          expect(at).toBeGreaterThanOrEqual(from)
          from = at + part.text.length
        }
      }),
      { numRuns: 300 },
    )
  })
})
