/** The writer's turn, where there is one: it reads a larger view, and its note takes the place of chosen lines. */
import { type NoteOutcome, promptTokens, writeNote } from '../../models/write-note.ts'
import type { Settings } from '../../options.ts'
import { budgetTokens } from '../../resolve-options.ts'
import { maskSecrets } from '../../scan/secrets/secrets.ts'
import { handleOf } from '../../tokens/handle.ts'
import { hashText } from '../../tokens/hash.ts'
import type { Note, NoteReport } from '../../types.ts'
import type { Conversation } from '../../view/conversation.ts'
import type { Outcome } from '../../view/outcome.ts'
import type { ViewChooser } from '../strategy.ts'
import { besideText, noteFacts, viewText } from './note-source.ts'

export interface ChosenView {
  readonly chosen: Outcome
  readonly chooser: ViewChooser
}

/** The most that a writer is given to read, its brief included. */
const maxInput = 15_000
/** The larger view, in multiples of what the view tells. */
const larger = 4
/** Fewer tokens are no note; more could not be written from a quarter of what may be read. */
const minNote = 150
const maxNote = 3_600
/** A larger view that comes out too large is made anew so often. */
const maxTries = 3

/** Stands above the note in the view. */
const title = 'Note by a model, from a longer view of these messages; names, numbers and quotes are checked:'

/** Asks once. Without an answer that holds, or without room for it, the view stays as it was, with a note. */
export async function noteByModel(
  view: ChosenView,
  conversation: Conversation,
  settings: Settings,
  chooserFor: (settings: Settings) => ViewChooser,
): Promise<ChosenView> {
  const { writer, writerPrices, preserveTerms, ...limits } = settings.model
  const { chosen } = view
  if (writer === undefined || settings.budget === undefined || !hasDigests(chosen)) return view
  const { counter } = conversation.counters
  const budget = budgetTokens(settings.budget, conversation.tokens)
  const bare = chooserFor({ ...settings, gate: 'off', note: { text: '' } }).choose()
  const free = budget - bare.tokens - joiningOf(bare) - counter.count(`${title}\n`)
  const room = Math.min(maxNote, Math.floor(free))
  if (room < minNote || !hasDigests(bare) || bare.budget?.met === false)
    return reported(view, { outcome: 'no-room', calls: 0, input: 0, output: 0, tokens: 0, cut: 0 }, [
      note(
        'note-no-room',
        `${Math.max(0, room)} tokens are left for a note beside the exact parts: none was asked for.`,
      ),
    ])
  const beside = besideText(bare, conversation)
  const request = {
    view: '',
    beside,
    maxTokens: room,
    ...(preserveTerms === undefined ? {} : { preserveTerms }),
  }
  const readable = maxInput - promptTokens(request, counter)
  const wanted = Math.min(readable, larger * (room + counter.count(beside)))
  const source = largerView(wanted)
  const answer = await writeNote(
    { ...request, view: source },
    {
      ...limits,
      writer,
      counter,
      hide: maskSecrets,
      facts: noteFacts(conversation, [source, beside]),
    },
  )
  return withAnswer(answer, source)

  /** The view that the writer reads, of so many tokens at most. */
  function largerView(tokens: number): string {
    const around = chosen.tokens - counter.count(viewText(chosen, conversation))
    let size = tokens + around
    let text = ''
    for (let tries = 0; tries < maxTries; tries += 1) {
      const { chosen: made } = {
        chosen: chooserFor({
          ...settings,
          gate: 'off',
          budget: { tokens: Math.max(1, Math.floor(size)) },
        }).choose(),
      }
      text = viewText(made, conversation)
      const excess = counter.count(text) - tokens
      if (excess <= 0) return text
      size -= excess
    }
    return withinTokens(text, tokens)
  }

  /** What still fits of a text, in whole lines from its end: the newest is there. */
  function withinTokens(text: string, tokens: number): string {
    const lines = text.split('\n')
    let left = tokens
    let from = lines.length
    while (from > 0) {
      left -= counter.count(`${lines[from - 1]}\n`)
      if (left < 0) break
      from -= 1
    }
    return lines.slice(from).join('\n')
  }

  function withAnswer(answer: NoteOutcome, source: string): ChosenView {
    const { input, output } = answer.call ?? { input: 0, output: 0 }
    const price = writerPrices
    const cost = price === undefined ? {} : { cost: (input * price.input + output * price.output) / 1e6 }
    const spent = { calls: answer.call === undefined ? 0 : 1, input, output, ...cost }
    if (answer.outcome !== 'written')
      return reported(view, { outcome: answer.outcome, ...spent, tokens: 0, cut: 0 }, [
        note(`note-${answer.outcome}`, `The view is without a model's note: ${answer.why}.`),
      ])
    const cuts = answer.cut.map(why => note('note-cut', `A sentence of the model was left out: ${why}.`))
    const text = `${title}\n${answer.note}`
    const chooser = chooserFor({ ...settings, note: { text } })
    const again = chooser.choose()
    if (!isAsGood(again, chosen, text))
      return reported(view, { outcome: 'no-room', ...spent, tokens: 0, cut: cuts.length }, [
        note(
          'note-no-room',
          "The model's note had no room beside what must be shown; the view is without it.",
        ),
      ])
    const originals = again.drafts.flatMap(({ original }) =>
      original.media === 'messages' ? [original.handle] : [],
    )
    const from = { view: handleOf(hashText(source)), originals }
    const report: NoteReport = {
      outcome: 'written',
      ...spent,
      tokens: counter.count(text),
      cut: cuts.length,
      from,
    }
    return reported({ chosen: again, chooser }, report, cuts)
  }
}

function hasDigests({ drafts }: Outcome): boolean {
  return drafts.some(({ reducer }) => reducer === 'digest')
}

function joiningOf({ drafts }: Outcome): number {
  return drafts.reduce((sum, { joiningTokens = 0 }) => sum + joiningTokens, 0)
}

function isAsGood(again: Outcome, before: Outcome, text: string): boolean {
  const isMet = again.budget?.met !== false || before.budget?.met === false
  return (
    isMet && again.drafts.some(({ after }) => after.includes(text)) && missesOf(again) <= missesOf(before)
  )
}

function missesOf({ gate }: Outcome): number {
  return gate === undefined ? 0 : gate.critical - gate.criticalVisible
}

function reported(view: ChosenView, report: NoteReport, notes: readonly Note[]): ChosenView {
  const { chosen } = view
  return { ...view, chosen: { ...chosen, note: report, notes: [...chosen.notes, ...notes] } }
}

function note(code: string, message: string): Note {
  return { code, message }
}
