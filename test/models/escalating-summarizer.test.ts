import { describe, expect, it, vi } from 'vitest'
import { escalatingSummarizer } from '../../src/models/escalating-summarizer.ts'
import type { Summarizer } from '../../src/models/model.ts'
import type { SummaryStyle } from '../../src/models/prompts.ts'
import { summarizeAll } from '../../src/models/summarize-all.ts'
import { wordCounter as counter } from './word-counter.ts'

const text = 'a text of quite a few words that could well be shorter'

function escalate(answers: Readonly<Record<SummaryStyle, () => string | Promise<string>>>) {
  const styles: SummaryStyle[] = []
  const limits: number[] = []
  const summarizer = escalatingSummarizer(
    (style): Summarizer =>
      (_, { maxTokens }) => {
        styles.push(style)
        limits.push(maxTokens)
        return answers[style]()
      },
    counter,
  )
  const run = () => summarizeAll([{ key: 'k', text, role: 'user', maxTokens: 101 }], { summarizer, counter })
  return { run, styles, limits }
}

describe('escalatingSummarizer', () => {
  it('asks once where the first answer will do', async () => {
    const { run, styles } = escalate({ normal: () => 'short', aggressive: () => 'shorter' })
    expect((await run()).results.get('k')).toBe('short')
    expect(styles).toEqual(['normal'])
  })

  it.each([
    ['an echo', text],
    ['a longer answer', `${text} and more`],
    ['an empty answer', ''],
    ['an untrue quote', 'says "not in there"'],
  ])('asks for half as much where the first answer is %s', async (_, answer) => {
    const { run, styles, limits } = escalate({ normal: () => answer, aggressive: () => 'shorter' })
    expect((await run()).results.get('k')).toBe('shorter')
    expect(styles).toEqual(['normal', 'aggressive'])
    expect(limits).toEqual([101, 51])
  })

  it('gives up where the second answer will not do either, with the reason', async () => {
    const { run, styles } = escalate({ normal: () => text, aggressive: () => '' })
    expect((await run()).outcomes).toEqual([
      { key: 'k', outcome: 'rejected', reason: 'empty', why: 'the answer is empty' },
    ])
    expect(styles).toEqual(['normal', 'aggressive'])
  })

  it('does not ask again where a call fails', async () => {
    const { run, styles } = escalate({
      normal: () => Promise.reject(new Error('401')),
      aggressive: () => 'x',
    })
    expect((await run()).outcomes).toEqual([{ key: 'k', outcome: 'failed', why: '401' }])
    expect(styles).toEqual(['normal'])
  })

  it('does not ask again where nobody waits any more', async () => {
    const controller = new AbortController()
    const aggressive = vi.fn(() => 'shorter')
    const normal = () => {
      controller.abort()
      return text
    }
    const summarizer = escalatingSummarizer(style => (style === 'normal' ? normal : aggressive), counter)
    await summarizer(text, { role: 'user', maxTokens: 10, signal: controller.signal })
    expect(aggressive).not.toHaveBeenCalled()
  })
})
