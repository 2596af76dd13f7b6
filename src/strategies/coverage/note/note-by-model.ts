/** Asks the writer, if there is one: it reads a larger view, and its note replaces chosen lines. */
import { endpointWriter } from '../../../models/endpoint-models.ts'
import type { WrittenNote } from '../../../models/model.ts'
import {
  type NoteOutcome,
  type NoteRequest,
  noteRequestHash,
  promptTokens,
  writeNote,
} from '../../../models/write-note.ts'
import type { NoteReport } from '../../../receipt.ts'
import { maskSecrets } from '../../../scan/secrets/secrets.ts'
import { budgetTokens } from '../../../settings/budget.ts'
import { withOwnSettings } from '../../../settings/option-group.ts'
import type { Settings } from '../../../settings/settings.ts'
import type { Store } from '../../../store/store.ts'
import { toText } from '../../../tokens/bytes.ts'
import { handleOf } from '../../../tokens/handle.ts'
import { hashText } from '../../../tokens/hash.ts'
import type { Note, TokenCounter } from '../../../types.ts'
import { noteIn, noteTitle } from '../../../view/note-text.ts'
import { isNoWorse, type ViewOutcome } from '../../../view/view-outcome.ts'
import type { ChosenView, ModelTurn, ViewSource } from '../../strategy.ts'
import { digestReserve } from '../layout/digest-with-room.ts'
import { rootPrefix } from '../render/digest-parts.ts'
import { furtherLines } from './further-lines.ts'
import { noteSettings } from './note-settings.ts'
import { noteFacts, textAroundNote, viewText } from './view-text.ts'
import { withoutSections } from './without-sections.ts'

/** Maximum tokens of a writer's input, its instructions included. */
const maxInput = 15_000
/** The size of the larger view, as a multiple of the view; and the share of the whole that may always be read. */
const larger = 4
const maxOfWhole = 1 / 6
/** Fewer tokens do not make a note; more could not be written from a quarter of the maximum input. */
const minNote = 150
const maxNote = 3_600
/** The share of that for lines of the view that the larger view leaves out. */
const forFurther = 0.02
/** How often a larger view that comes out too large is made again. */
const maxTries = 5

/** Asks once. Without a valid answer, or without room for it, the view stays as it was, with a note. */
export async function noteByModel(turn: ModelTurn): Promise<ChosenView> {
  const { conversation, chooserFor, settings, given, store } = turn
  const { writer, writerPrices, preserveTerms, earlierNote, ...limits } = settings.model
  const plain = chooserFor(settings)
  const chosen = plain.choose()
  const view = { chosen, chooser: plain }
  if (writer === undefined || settings.budget === undefined || !hasDigests(chosen)) return view
  const { counter } = conversation.counters
  const budget = budgetTokens(settings.budget, conversation.tokens)
  // What the gate demands takes its room before the note.
  const bare = chooserFor(withNote('')).choose()
  const free = budget - bare.tokens - joiningOf(bare) - counter.count(`${noteTitle}\n`)
  const room = Math.min(maxNote, Math.floor(free), Math.floor(largestDigest(bare) / digestReserve.note))
  const isCrowded = !isNoWorse(bare, chosen)
  if (room < minNote || !hasDigests(bare) || isCrowded) {
    const left = isCrowded
      ? 'What must be shown leaves no room for a note'
      : `${Math.max(0, room)} tokens are left for a note beside the exact parts`
    return reported(view, { outcome: 'no-room', ...nothingSpent, tokens: 0, cut: 0 }, [
      { code: 'note-no-room', message: `${left}: none was asked for.` },
    ])
  }
  const said = (await turn.restored()) ?? { conversation, chooserFor }
  const earlier = earlierNote ?? noteIn(given.messages)
  const beside = textAroundNote(bare, conversation)
  const frame = {
    beside,
    maxTokens: room,
    ...(earlier === undefined ? {} : { earlier: maskSecrets(earlier) }),
    ...(preserveTerms === undefined ? {} : { preserveTerms }),
  }
  const framed = promptTokens({ ...frame, view: '' }, counter)
  const wanted = Math.min(
    maxInput - framed,
    Math.max(larger * (room + counter.count(beside)), conversation.tokens * maxOfWhole - framed),
  )
  const shown = viewText(chosen, conversation)
  const around = chosen.tokens - counter.count(shown)
  const asShown = withOwnSettings(noteSettings, settings, { isRooted: shown.includes(rootPrefix) })
  const read = largerView(said, asShown, { tokens: wanted * (1 - forFurther), around, beside })
  const left = wanted - counter.count(`${read}\n${furtherTitle}`)
  const further = furtherWithin(furtherLines(shown, `${read}\n${beside}`), left, counter)
  const request: NoteRequest = { ...frame, view: read + further }
  const known = readStoredNote(await storedText(store, noteKey(noteRequestHash(request))))
  const answer = await writeNote(request, {
    ...limits,
    writer: typeof writer === 'function' ? writer : endpointWriter(writer),
    counter,
    hide: maskSecrets,
    facts: noteFacts(said.conversation, [request.view, beside, ...(earlier === undefined ? [] : [earlier])]),
    answered: known?.answer,
  })
  return withAnswer(answer)

  function withNote(text: string): Settings {
    return withOwnSettings(noteSettings, settings, { note: { text } })
  }

  function withAnswer(answer: NoteOutcome): ChosenView {
    const { input, output } = answer.call
    const price = writerPrices
    const cost = price === undefined ? {} : { cost: (input * price.input + output * price.output) / 1e6 }
    const spent = { calls: answer.calls, input, output, ...cost }
    if (answer.outcome !== 'written')
      return reported(view, { outcome: answer.outcome, ...spent, tokens: 0, cut: 0 }, [
        { code: `note-${answer.outcome}`, message: `The view is without a model's note: ${answer.why}.` },
      ])
    const cuts = answer.cut.map(why => ({
      code: 'note-cut',
      message: `A sentence of the model was left out: ${why}.`,
    }))
    const text = `${noteTitle}\n${answer.note}`
    const chooser = chooserFor(withNote(text))
    const again = chooser.choose()
    if (!(again.drafts.some(({ after }) => after.includes(text)) && isNoWorse(again, chosen)))
      return reported(view, { outcome: 'no-room', ...spent, tokens: 0, cut: cuts.length }, [
        {
          code: 'note-no-room',
          message: "The model's note had no room beside what must be shown; the view is without it.",
        },
      ])
    const originals = again.drafts.flatMap(({ original }) =>
      original.media === 'messages' ? [original.handle] : [],
    )
    const kept: StoredNote = { note: answer.note, answer: answer.answer, originals }
    const { texts, from } = storedNoteTexts(kept, request)
    const chosenAgain = { ...again, extraTexts: [...(again.extraTexts ?? []), ...texts] }
    return reported(
      { chosen: chosenAgain, chooser },
      { outcome: 'written', ...spent, tokens: counter.count(text), cut: cuts.length, from },
      cuts,
    )
  }
}

/** Tokens of the messages that the largest digest replaces. */
function largestDigest({ drafts }: ViewOutcome): number {
  return drafts.reduce(
    (most, { original, tokensBefore }) =>
      original.media === 'messages' ? Math.max(most, tokensBefore) : most,
    0,
  )
}

const nothingSpent = { calls: 0, input: 0, output: 0 }

interface LargerRoom {
  readonly tokens: number
  /** Tokens of a view beside the text that a writer reads. */
  readonly around: number
  /** What the writer reads apart from the view. */
  readonly beside: string
}

function largerView(
  { conversation, chooserFor }: ViewSource,
  settings: Settings,
  { tokens, around, beside }: LargerRoom,
): string {
  const { counter } = conversation.counters
  // What is left out again makes room for other lines.
  let size = tokens + around + counter.count(beside)
  let text = ''
  for (let tries = 0; tries < maxTries; tries += 1) {
    const budget = { tokens: Math.max(1, Math.floor(size)) }
    const larger = viewText(chooserFor({ ...settings, gate: 'off', budget }).choose(), conversation)
    text = withoutSections(larger, beside)
    const excess = counter.count(text) - tokens
    if (excess <= 0) return text
    size -= excess
  }
  return newestWithin(text, tokens, counter)
}

/** A larger view chooses other lines: adds lines that only the view has, as far as they fit. */
function furtherWithin(lines: readonly string[], tokens: number, counter: TokenCounter): string {
  let text = ''
  let left = tokens
  for (const line of lines) {
    left -= counter.count(`\n${line}`)
    if (left < 0) break
    text += `\n${line}`
  }
  return text === '' ? '' : `\n${furtherTitle}${text}`
}

const furtherTitle = 'Further lines of the same messages:'

/** As many lines from the end as fit. */
function newestWithin(text: string, tokens: number, counter: TokenCounter): string {
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

function hasDigests({ drafts }: ViewOutcome): boolean {
  return drafts.some(({ reducer }) => reducer === 'digest')
}

function joiningOf({ drafts }: ViewOutcome): number {
  return drafts.reduce((sum, { joiningTokens = 0 }) => sum + joiningTokens, 0)
}

function reported(view: ChosenView, report: NoteReport, notes: readonly Note[]): ChosenView {
  const { chosen } = view
  return { ...view, chosen: { ...chosen, note: report, notes: [...chosen.notes, ...notes] } }
}

/** A model's note in the store: with the answer that it came from, and the input of that answer. */
interface StoredNote {
  /** The text that the view shows. */
  readonly note: string
  readonly answer: WrittenNote
  /** Handles of the messages that it summarizes. */
  readonly originals: readonly string[]
}

/** The key of a stored answer to a request. */
function noteKey(requestHash: string): string {
  return hashText(`note\0${requestHash}`)
}

/** A text that the store cannot return counts as absent: nothing fails. */
async function storedText(store: Store, key: string): Promise<string | undefined> {
  try {
    const hash = (await store.views([key])).get(key)?.original
    const bytes = hash === undefined ? undefined : await store.get(handleOf(hash, hash.length))
    return bytes instanceof Uint8Array ? toText(bytes) : undefined
  } catch {
    return undefined
  }
}

/** The note and the larger view, each under its own key. */
function storedNoteTexts(
  { note, answer, originals }: StoredNote,
  request: NoteRequest,
): {
  readonly texts: NonNullable<ViewOutcome['extraTexts']>
  readonly from: NonNullable<NoteReport['from']>
} {
  const { view } = request
  const from = { view: handleOf(hashText(view)), originals }
  const text = JSON.stringify({ fovea: 'note', note, answer, from })
  return {
    texts: [
      { viewHash: noteKey(noteRequestHash(request)), text },
      { viewHash: hashText(`note view\0${view}`), text: view },
    ],
    from,
  }
}

/** `undefined` where the text is not a stored note. */
function readStoredNote(text: string | undefined): StoredNote | undefined {
  if (text === undefined) return undefined
  try {
    const { fovea, note, answer, from } = JSON.parse(text)
    const isNote = fovea === 'note' && typeof note === 'string' && typeof answer?.text === 'string'
    return isNote ? { note, answer, originals: from?.originals ?? [] } : undefined
  } catch {
    return undefined
  }
}
