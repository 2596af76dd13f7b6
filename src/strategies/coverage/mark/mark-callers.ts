/** Shows the lines that call a function whose parameters or results the last edits changed: they are what must change next. */
import { definitionsIn } from '../../../ledger/facts/definitions.ts'
import { isCommentLine } from '../../../scan/code-line.ts'
import { isApplied } from '../facts/call-results.ts'
import type { ConversationFacts } from '../facts/conversation-facts.ts'
import { isProgramFile } from '../facts/program-file.ts'
import type { Section } from '../read/candidate.ts'
import type { CandidateColumns } from '../read/candidate-columns.ts'
import { type ChangedSignature, changedSignatures } from './changed-signatures.ts'
import type { CommandRun } from './earlier-runs.ts'
import type { FileEdit } from './replaced-lines.ts'

/** So many lines are shown, those of the latest changes first. */
const maxCallers = 4
/** Of more functions, only the last ones are looked for: each line is searched for all of them. */
const maxNames = 8
/** More lines than this call what many places use, perhaps by the same name alone. */
const maxCalls = 12

interface ShownFiles {
  /** Edits and shown files, in order. */
  readonly edits: readonly FileEdit[]
  /** Lines that a later edit replaced. */
  readonly replaced: ReadonlySet<number>
  readonly candidates: CandidateColumns
  readonly sections: readonly Section[]
}

/** `ran`: commands, in order. `show` gets the candidates. */
export function markCallers(
  facts: Pick<ConversationFacts, 'messages' | 'results' | 'turns' | 'history'>,
  files: ShownFiles,
  ran: readonly CommandRun[],
  show: (candidate: number) => void,
): void {
  const since = ran.findLast(({ isCheck, hasFailed }) => isCheck && !hasFailed)?.message ?? -1
  let left = maxCallers
  for (const { changed, message } of recentChanges(facts, files, since).toReversed()) {
    const calls = callsOf(changed, message, files)
    if (calls.length > maxCalls) continue
    for (const at of calls.slice(0, left)) show(at)
    left = Math.max(0, left - calls.length)
  }
}

interface RecentChange {
  readonly changed: ChangedSignature
  readonly message: number
}

/** Of the current turn, in order; of several changes of one function the last. */
function recentChanges(
  { messages, results, turns, history }: Parameters<typeof markCallers>[0],
  files: ShownFiles,
  since: number,
): readonly RecentChange[] {
  const found = new Map<string, RecentChange>()
  for (let message = Math.max(turns.lastTyped, since) + 1; message < messages.length; message += 1)
    for (const block of messages[message]?.blocks ?? []) {
      if (block.type !== 'toolCall' || !isApplied(results.get(block.callId))) continue
      const shown = (path: string): string => textBefore(history.nameOf(path), message, history, files)
      for (const changed of changedSignatures(block, shown)) {
        found.delete(changed.name)
        found.set(changed.name, { changed, message })
      }
    }
  return [...found.values()].slice(-maxNames)
}

/** What a message before this one showed of a whole file. */
function textBefore(
  path: string,
  message: number,
  { nameOf }: Pick<ConversationFacts['history'], 'nameOf'>,
  { edits, candidates, sections }: ShownFiles,
): string {
  const known = edits.findLast(
    ({ path: own, isWhole, first, end, lineIn }) =>
      isWhole &&
      lineIn === undefined &&
      first < end &&
      nameOf(own) === path &&
      (sections[candidates.sections[first] as number] as Section).message < message,
  )
  return known === undefined ? '' : candidates.texts.slice(known.first, known.end).join('\n')
}

/** Lines of programs before the change that still stand, the newest first; what was read and is shown again, once. */
function callsOf(
  { name, heads }: ChangedSignature,
  message: number,
  { edits, replaced, candidates, sections }: ShownFiles,
): readonly number[] {
  const { texts, labels } = candidates
  const found: number[] = []
  const known = new Set<string>()
  for (const { path, isWhole, first, end } of edits.toReversed()) {
    if (!isProgramFile(path)) continue
    for (let at = first; at < end; at += 1) {
      const text = texts[at] as string
      if (!calls(text, name) || replaced.has(at) || !(isWhole || labels[at] === '+')) continue
      if ((sections[candidates.sections[at] as number] as Section).message >= message) continue
      const line = text.trim()
      if (isCommentLine(text) || defines(text, path) || heads.some(head => line.startsWith(head))) continue
      // Equal lines of several edits are in several places.
      if (!known.has(`${path}\n${line}`)) found.push(at)
      if (isWhole) known.add(`${path}\n${line}`)
    }
  }
  return found

  function defines(text: string, path: string): boolean {
    return definitionsIn(text, path)
      .keys()
      .some(known => known === name || known.endsWith(`.${name}`))
  }
}

const inName = /[\w$]/

/** `name(`, not as the end of another name. */
function calls(text: string, name: string): boolean {
  const at = text.indexOf(`${name}(`)
  return at >= 0 && !(at > 0 && inName.test(text.charAt(at - 1)))
}
