import { describe, expect, it } from 'vitest'
import { compress, compressSync } from '../../src/compress.ts'
import type { Summarizer } from '../../src/models/model.ts'
import { memoryStore } from '../../src/store/memory-store.ts'
import { uncompress } from '../../src/uncompress.ts'
import { prose, said } from './rules/said.ts'
import { chat, textsOf, tokensOf } from './view-of.ts'
import { goal, rounds, rule, workSession } from './work-session.ts'

const raw = chat.create(workSession(12))
const given = { strategy: 'regenerative', format: chat.name, strict: true } as const
const summary = 'The login moves to OAuth with JWT; parts 0 to 10 are renamed and tested.'

/** A model that notes what it was asked. */
function model(answer: string): { asked: string[]; summarizer: Summarizer } {
  const asked: string[] = []
  return {
    asked,
    summarizer: text => {
      asked.push(text)
      return answer
    },
  }
}

describe('with a model', () => {
  it('its words take the place of the ledger, once it has seen everything that goes', async () => {
    const { asked, summarizer } = model(summary)
    const { messages, originalsByHash, receipt, state } = await compress(raw, {
      ...given,
      model: { summarizer },
    })
    expect(asked).toHaveLength(1)
    expect(asked[0]).toContain(goal)
    expect(asked[0]).toContain('renamed_5')
    const shown = textsOf(chat, messages).find(text => text.startsWith('[Summary: '))
    expect(shown?.split('\n').slice(1).join('\n')).toBe(summary)
    expect(receipt.changes[0]).toMatchObject({ reducer: 'session-summary' })
    expect(state?.ledger.turns).toBeGreaterThan(60)
    expect((await uncompress(messages, originalsByHash)).messages).toEqual(raw)
  })

  it('is asked for four sections', async () => {
    const sections: unknown[] = []
    const summarizer: Summarizer = (_, context) => {
      sections.push(context.sections)
      return summary
    }
    await compress(raw, { ...given, model: { summarizer } })
    expect(sections).toEqual([['Session Intent', 'Files Modified', 'Decisions Made', 'Next Steps']])
    const long = [said('assistant', prose(900), 1), said('user', 'Thanks, go on.', 2)]
    await compress(long, { strategy: 'rules', recencyWindow: 0, model: { summarizer } })
    expect(sections.slice(1)).toEqual([undefined])
  })

  it('an untrue quote is refused, and the ledger is kept', async () => {
    const { summarizer } = model('The user said "delete everything at once, please".')
    const { messages, receipt } = await compress(raw, { ...given, model: { summarizer } })
    expect(textsOf(chat, messages).some(text => text.startsWith('[Ledger: '))).toBe(true)
    expect(receipt.notes.length).toBeGreaterThan(0)
  })

  it('a budget is kept', async () => {
    const { summarizer } = model(summary)
    const { messages, receipt } = await compress(raw, { ...given, model: { summarizer }, budget: 1200 })
    expect(receipt.budget).toEqual({ tokens: 1200, met: true })
    expect(tokensOf(chat, messages)).toBeLessThanOrEqual(1200)
  })

  it('never reads its own summary where the originals are in the store', async () => {
    const store = memoryStore()
    const first = model(summary)
    const one = await compress(raw, { ...given, model: { summarizer: first.summarizer }, store })
    const second = model('Later on, the parts 20 to 23 were renamed.')
    const more = [...one.messages, ...chat.create(rounds(20, 4))]
    const two = await compress(more, { ...given, model: { summarizer: second.summarizer }, store })
    expect(second.asked[0]).not.toContain(summary)
    expect(second.asked[0]).toContain(goal)
    expect(second.asked[0]).toContain('renamed_21')
    expect(two.receipt.notes.map(({ code }) => code)).toEqual(['summary-accepted'])
  })

  it('keeps a summary in sight whose originals nobody has', async () => {
    const one = await compress(raw, { ...given, model: { summarizer: model(summary).summarizer } })
    const more = [...one.messages, ...chat.create(rounds(20, 4))]
    const two = compressSync(more, given)
    expect(textsOf(chat, two.messages).join('\n')).toContain(summary)
    expect(two.receipt.notes.map(({ code }) => code)).toEqual(['earlier-not-read'])
    const known = compressSync(more, { ...given, state: one.state })
    expect(known.receipt.notes).toEqual([])
    expect(textsOf(chat, known.messages).join('\n')).toContain(rule)
  })
})

describe('without a model', () => {
  it('reads everything afresh from the originals, whatever ledger is handed over', () => {
    const store = memoryStore()
    const one = compressSync(raw, { ...given, store })
    const more = [...one.messages, ...chat.create(rounds(20, 4))]
    const fresh = compressSync([...raw, ...chat.create(rounds(20, 4))], given)
    const { state } = compressSync(more, { ...given, store, state: one.state })
    expect(state?.ledger).toEqual(fresh.state?.ledger)
  })
})
