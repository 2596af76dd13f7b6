/** The texts of the digests of a view: the ledger, the user's rules, then the lines that cover the most within the room left. */
import { holds } from '../../measure/probes/atoms.ts'
import type { Measured } from '../../reduce/plan.ts'
import { ownSettings } from '../../settings/option-group.ts'
import { fullEnough } from '../../view/fitting.ts'
import { historyRoom } from '../../view/history-room.ts'
import type { ViewContext } from '../../view/view-context.ts'
import type { CoverageWeights } from './coverage-weights.ts'
import { commonRoot } from './facts/common-root.ts'
import { conversationFacts } from './facts/conversation-facts.ts'
import { nowTurns, type ViewPart, viewPhases } from './facts/view-part.ts'
import { noTasks } from './head/task-titles.ts'
import { viewHead } from './head/view-head.ts'
import { digestWithRoom } from './layout/digest-with-room.ts'
import type { ViewLayout } from './layout/view-layout.ts'
import { noteSettings } from './note/note-settings.ts'
import type { Candidates } from './read/candidate-columns.ts'
import { type DigestPart, digestParts, type RenderedSections, rootPrefix } from './render/digest-parts.ts'
import { sectionForms } from './render/section-forms.ts'
import { choosePieces, type Phase } from './select/choose-pieces.ts'
import { exactPieces } from './select/exact-pieces.ts'
import { fitChoice } from './select/fit-choice.ts'
import { type CoverageInput, selectionInput } from './select/selection-input.ts'
import { unreadResults } from './select/unread-results.ts'
import { minForReadOnlyCalls } from './weigh/worth-masks.ts'

/** More is chosen than fits by estimate, so that there is enough to fill the budget. */
const reach = 1.15
/** Up to this share of the whole, paths omit the directory that most of them share. */
const maxRooted = 0.1
/** Up to this share of the whole, each part of a view has its full share of the room. */
const fullParts = 0.05
/** Where little is left, the head has this many tokens, and at most this share. */
const minHead = 150
const maxHeadShare = 0.35
/** Lines below this fraction of the base weight get no reserved room: they compete with all others. */
const minOfPart = 0.1
/** The share of the room for results that the agent has not spoken of yet. */
const maxUnread = 0.15
/** Above this share of the whole, the worth of memory does not grow further. */
const maxMemory = 0.25

export function renderDigests(
  layout: ViewLayout,
  context: ViewContext,
  budget: number,
  weights: CoverageWeights,
): readonly string[] {
  const { conversation, settings } = context
  const { counter } = conversation.counters
  const whole = budget - layout.bareTokens
  const isKept = (message: number): boolean => layout.kept.has(message)
  const talk = talkShare(conversation.blocks, weights.talk)
  const { share } = historyRoom(conversation, budget)
  const { note, isRooted: hasRoot = share < maxRooted } = ownSettings(noteSettings, settings)
  // The larger the budget, the more of it goes to evidence; a person's words keep their share at any size.
  const partScale = Math.min(1, fullParts / share)
  // With little room a directory is named once; with more, each path is complete.
  const root = hasRoot ? commonRoot(conversation.messages) : undefined
  // Plain talk has no files and commands.
  const facts = conversationFacts(conversation.messages, root)
  const headShare = Math.max(weights.ledgerShare, Math.min(maxHeadShare, minHead / whole))
  const ledger = viewHead(context, layout.digests, whole * headShare * (1 - talk), {
    root,
    facts,
    isKept,
    withReads: share >= maxRooted,
    // The note of a model says what changed in each file.
    withNames: note === undefined,
  })
  const input = selectionInput(conversation, weights, {
    isKept,
    shown: ledger?.text ?? '',
    checkedBy: ledger?.checkedBy ?? new Set(),
    settled: ledger?.settled ?? new Set(),
    tasks: ledger?.tasks ?? noTasks,
    focus: settings.focus,
    share: Math.min(maxMemory, share),
    talk,
    facts,
  })
  const isRooted = root !== undefined && ledger?.isRooted === true
  const head: DigestPart = { text: `${ledger?.text ?? ''}${isRooted ? `\n${rootPrefix}${root}/` : ''}` }
  const room = ledger === undefined ? whole : whole - counter.count(`${head.text}\n`)
  const mustShow = [
    ...rulesWithin(input, room * weights.ruleShare),
    ...mustShowPieces(input, settings.mustShow),
    ...unreadResults(input, facts.turns.lastStep, room * maxUnread),
  ]
  const demanded = new Set(mustShow)
  const exact = note === undefined ? undefined : exactPieces(input, room, mustShow, weights)
  const first = exact?.order ?? mustShow
  // The note of a model comes below the exact lines; the room that it leaves is filled as without it.
  const left = note === undefined || note.text === '' ? room : room - counter.count(`${note.text}\n`)
  const noted =
    note === undefined || note.text === ''
      ? -1
      : digestWithRoom(layout.digests, 'note', counter.count(note.text))
  const wholeForm = sectionForms(conversation, input.candidates, settings.minBlockTokens)
  const rendered: RenderedSections = new Map()
  // What the caller asks for is shown wherever it occurs.
  const isAsked = settings.focus !== '' || settings.mustShow.size > 0
  const withReadOnlyCalls = share >= minForReadOnlyCalls || isAsked
  const withCountsAlone = share >= maxRooted || isAsked
  // Pieces and digests are in the same order: one pass assigns all pieces to their digests.
  const partsFor = (pieces: readonly number[]): readonly (readonly DigestPart[])[] => {
    let at = 0
    let candidates: Candidates = { ...input.candidates, withReadOnlyCalls, withCountsAlone, demanded }
    return layout.digests.map(({ source, last }, digest) => {
      if (isRooted && digest === ledger?.digest) candidates = { ...candidates, root: undefined }
      const from = at
      while (at < pieces.length && input.messageOf(pieces[at] as number) <= last) at += 1
      const parts = digestParts(source, candidates, pieces.slice(from, at), wholeForm, rendered)
      // The first digest with paths names their root.
      if (candidates.root !== undefined && parts[1]?.text.startsWith(rootPrefix) === true)
        candidates = { ...candidates, root: undefined }
      const headed = digest === ledger?.digest ? parts.toSpliced(1, 0, head) : parts
      return digest === noted && note !== undefined ? [...headed, { text: note.text }] : headed
    })
  }
  let tried: { readonly pieces: readonly number[]; readonly parts: ReturnType<typeof partsFor> } | undefined
  // The choice that is shown is mostly the one that was tried last.
  const partsOf = (pieces: readonly number[]): ReturnType<typeof partsFor> => {
    if (tried?.pieces !== pieces) tried = { pieces, parts: partsFor(pieces) }
    return tried.parts
  }
  // A part ends with a line, and no token crosses its end: token counts of parts add up, and each is counted once.
  const countPart = (part: DigestPart): number => {
    part.tokens ??= counter.count(`${part.text}\n`)
    return part.tokens
  }
  const cost = (digests: readonly (readonly DigestPart[])[]): number =>
    digests.reduce((all, parts) => parts.reduce((sum, part) => sum + countPart(part), all), 0)
  const bare = cost(partsOf([]))
  const costOf = (chosen: readonly number[]): number => cost(partsOf(chosen)) - bare
  const pieces =
    exact !== undefined && note?.text === ''
      ? fitChoice(exact, room, costOf, input.under)
      : fitted(left * reach)
  return partsOf(pieces).map(parts => parts.map(({ text }) => text).join('\n'))

  /** A person's words have their share, however old they are. */
  function saysEnough(piece: number): boolean {
    const part = input.partOf(piece)
    return (
      part === 'typed' || part === 'answer' || (input.base[piece] as number) >= weights.base[part] * minOfPart
    )
  }

  function scaleOf(part: ViewPart): number {
    if (part === 'typed' || part === 'answer') return 1
    // A larger view shows hardly more of the latest work: there is only so much of it.
    if (part === 'latest') return Math.sqrt(partScale)
    return part === 'pasted' || part === 'report' ? partScale * input.documentShare : partScale
  }

  /** The last request answers what the agent said before it: these words come before what was done since. */
  function lastWords(chosenRoom: number): Phase {
    const { sections } = input.candidates
    const pieces = Array.from(input.piecesOf(['conclusion'])).filter(
      piece => saysEnough(piece) && (sections[input.sections[piece] as number]?.turnsAgo ?? 0) <= nowTurns,
    )
    return { tokens: chosenRoom * weights.lastWords * scaleOf('conclusion'), pieces }
  }

  /** If everything chosen fits, because some of it takes fewer tokens than its pieces, more is chosen. */
  function fitted(chosenRoom: number, before = 0): readonly number[] {
    const phases = viewPhases.flatMap(parts => {
      const tokens = parts.reduce((sum, part) => sum + chosenRoom * weights.parts[part] * scaleOf(part), 0)
      if (tokens === 0) return []
      const pieces = Array.from(input.piecesOf(parts)).filter(saysEnough)
      return parts.includes('present') ? [lastWords(chosenRoom), { tokens, pieces }] : [{ tokens, pieces }]
    })
    const choice = choosePieces(input, chosenRoom, first, phases)
    const fitting = fitChoice(choice, left, costOf, input.under)
    const isAll = fitting.length === choice.order.length && fitting.length > before
    if (!isAll || costOf(fitting) >= left * fullEnough) return fitting
    return fitted(chosenRoom * reach, fitting.length)
  }
}

/** The latest rules that fit. */
function rulesWithin({ rules, costs }: CoverageInput, room: number): readonly number[] {
  const fitting: number[] = []
  let left = room
  for (const rule of rules()) {
    left -= costs[rule] as number
    if (left < 0) break
    fitting.push(rule)
  }
  return fitting
}

/** How much of a conversation is plain talk: 0 where an agent is at work, 1 where people only talk. */
function talkShare(blocks: readonly Measured[], { min, max }: CoverageWeights['talk']): number {
  const tokensOf = (some: readonly Measured[]): number => some.reduce((sum, { tokens }) => sum + tokens, 0)
  const all = tokensOf(blocks)
  const spoken = tokensOf(blocks.filter(({ type, role }) => type === 'text' && role !== 'tool'))
  return all === 0 ? 0 : Math.min(1, Math.max(0, (spoken / all - min) / (max - min)))
}

/** For each word, the cheapest piece that contains it, among equals the latest; a piece with several words is listed once. */
function mustShowPieces(
  { candidates: { candidates }, costs }: CoverageInput,
  words: ReadonlySet<string>,
): readonly number[] {
  if (words.size === 0) return []
  const cheapest = new Map<string, number>()
  for (const [piece, text] of candidates.texts.entries()) {
    const lowered = text.toLowerCase()
    for (const word of words) {
      const best = cheapest.get(word)
      if (best !== undefined && (costs[best] as number) < (costs[piece] as number)) continue
      if (holds(lowered, word)) cheapest.set(word, piece)
    }
  }
  return [...new Set(cheapest.values())]
}
