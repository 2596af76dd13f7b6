import { describe, expect, it } from 'vitest'
import type { NoteContext, NoteWriter } from '../../src/models/model.ts'
import { createSession, type Session, type StepReceipt } from '../../src/session/session.ts'
import { memoryStore } from '../../src/store/memory-store.ts'
import { uncompress } from '../../src/uncompress.ts'
import { noteTitle } from '../../src/view/note-text.ts'
import { history, isPrefix, requestLengths, serialized, smallLines } from './growing-history.ts'

const note = '## Present\n- Invoices are doubled; the cause is unknown'

/** A writer whose answers are given by hand. */
function heldWriter() {
  const asked: { readonly context: NoteContext; answer(text: string): void }[] = []
  const writer: NoteWriter = (_, context) =>
    new Promise(resolve => asked.push({ context, answer: text => resolve(text) }))
  return { writer, asked }
}

interface Sent {
  readonly view: readonly unknown[]
  readonly given: readonly unknown[]
  readonly receipt: StepReceipt
}

/** Sends every request of a history, and prepares after each; `then` runs before the next one. */
async function sendAll(session: Session, steps: number, then: () => unknown): Promise<readonly Sent[]> {
  const messages = history(steps)
  const sent: Sent[] = []
  for (const length of requestLengths(messages)) {
    const given = messages.slice(0, length)
    const { request, receipt } = await session.step([...given])
    sent.push({ view: request, given, receipt })
    await session.prepare()
    await then()
    // What the writer answered is worked into the epoch.
    for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate)
  }
  return sent
}

function hasNote({ view }: Sent): boolean {
  return JSON.stringify(view).includes(noteTitle)
}

const options = { ...smallLines, maxExtraCost: 1 }

describe('a session with a writer', () => {
  it('sends its note from the next epoch on, and changes nothing that was sent before', async () => {
    const store = memoryStore()
    const { writer, asked } = heldWriter()
    const session = createSession({ ...options, store, compress: { model: { writer } } })
    let answered = 0
    const sent = await sendAll(session, 44, () => {
      for (; answered < asked.length; answered += 1) asked[answered]?.answer(note)
    })
    const first = sent.findIndex(hasNote)
    expect(first).toBeGreaterThan(0)
    expect(sent[first]?.receipt).toMatchObject({ action: 'epoch', receipt: { note: { outcome: 'written' } } })
    for (const [at, { view, receipt }] of sent.entries())
      if (at > 0 && receipt.action === 'append')
        expect(isPrefix(serialized(sent[at - 1]?.view), serialized(view))).toBe(true)
    for (const { view, given } of sent) expect((await uncompress([...view], store)).messages).toEqual(given)
    // The writer builds on what it wrote.
    expect(asked.at(-1)?.context.earlier).toBe(note)
  })

  it('never waits for it', async () => {
    const { writer, asked } = heldWriter()
    const noted = createSession({ ...options, compress: { model: { writer } } })
    const plain = createSession(options)
    const [with_, without] = [await sendAll(noted, 26, () => {}), await sendAll(plain, 26, () => {})]
    expect(asked.length).toBeGreaterThan(0)
    expect(with_.map(({ view }) => view)).toEqual(without.map(({ view }) => view))
    expect(with_.some(({ receipt }) => receipt.action === 'epoch')).toBe(true)
  })

  it('puts what the writer took beside the bill, and keeps it with the session', async () => {
    const store = memoryStore()
    const writer: NoteWriter = () => ({ text: note, inputTokens: 1000, outputTokens: 100 })
    const model = { writer, writerPrices: { input: 1, output: 5 } }
    const session = createSession({ ...options, id: 's', store, compress: { model } })
    const sent = await sendAll(session, 26, () => {})
    const calls = sent.reduce((sum, { receipt }) => sum + (receipt.writer?.calls ?? 0), 0)
    expect(calls).toBeGreaterThan(0)
    const last = sent.at(-1)?.receipt.writer
    expect(last?.total).toMatchObject({ calls, input: 1000 * calls, output: 100 * calls })
    expect(last?.total.cost).toBeCloseTo(0.0015 * calls, 9)
    const again = createSession({ ...options, id: 's', store, compress: { model } })
    const { receipt } = await again.step([...history(26)])
    expect(receipt.writer?.total.calls).toBeGreaterThanOrEqual(calls)
  })
})
