/** Talk, sentence by sentence: what was decided and why, what was solved, and what it was about. */
import type { TextPart, TextSource } from '../../../reduce/reducer.ts'
import { scoredSentences } from '../../../reduce/scored-sentences.ts'
import { entities } from '../../../scan/entities.ts'
import { ellipsisCut } from '../../../scan/grapheme-cut.ts'
import { segments } from '../../../scan/segments.ts'
import { type Phrases, phraseFinder } from '../../../scan/signals/phrase-finder.ts'
import { weightySignalsIn } from '../../../scan/signals/weighty-signals.ts'
import type { Role } from '../../../types.ts'
import { type Report, readPieces } from './read-pieces.ts'

export type Topic = 'decisions' | 'solutions' | 'context'

export interface Sentence {
  /** Word for word, on one line. */
  readonly text: string
  readonly topic: Topic
  readonly score: number
  /** Who said it, where several speak. */
  readonly speaker?: string
}

export interface ReadTalk {
  readonly sentences: readonly Sentence[]
  /** Lines that are not prose: code, tables, output. */
  readonly otherLines: number
  /** Commands in the agent's text, in order, with their results. */
  readonly commands: readonly SpokenCommand[]
}

export interface SpokenCommand {
  readonly line: string
  /** Reports in its output: errors before outcomes. */
  readonly reports: readonly string[]
}

/** Longer sentences are split into clauses. */
const maxSentenceLength = 400

export function readTalkOfParts(parts: readonly TextPart[]): ReadTalk {
  const roles = new Set(parts.flatMap(({ role }) => (role === 'tool' ? [] : [role])))
  const sentences: Sentence[] = []
  const commands: { line: string; reports: readonly string[] }[] = []
  let otherLines = 0
  for (const part of parts) {
    const { role, source } = part
    if (role === 'tool') {
      const last = commands.at(-1)
      if (last !== undefined) last.reports = reportsIn(part)
      otherLines += part.text.trimEnd().split('\n').length
      continue
    }
    const read = readTalk(part.text, role)
    if (source?.command !== undefined) commands.push({ line: firstCommandLine(source.command), reports: [] })
    otherLines += read.otherLines
    const speaker = roles.size > 1 ? role : undefined
    for (const sentence of read.sentences)
      sentences.push(speaker === undefined ? sentence : { ...sentence, speaker })
  }
  return { sentences, otherLines, commands }
}

const maxReportLength = 160

function reportsIn(part: TextPart): readonly string[] {
  const { pieces } = readPieces(part)
  const said = (wanted: Report): readonly string[] =>
    pieces.flatMap(({ report, text }) =>
      report === wanted && text.trim().length <= maxReportLength ? [text.trim().replace(/\s+/g, ' ')] : [],
    )
  return [...said('error'), ...said('outcome')].slice(0, 2)
}

export function readTalk(text: string, role: Role, source?: Pick<TextSource, 'command'>): ReadTalk {
  const sentences: Sentence[] = []
  let otherLines = 0
  for (const { kind, start, end } of segments(text)) {
    const part = text.slice(start, end)
    if (kind !== 'prose' && kind !== 'reasoning') {
      otherLines += part.trimEnd().split('\n').length
      continue
    }
    let isReasonWanted = false
    for (const span of scoredSentences(part, maxSentenceLength, entities(part))) {
      const said = part.slice(span.start, span.end).replace(/\s+/g, ' ')
      const signals = solutionSignalsIn(said)
      const isDecision = weightySignalsIn(said).some(signal => signal === 'decision' || role === 'user')
      // The reason for a decision often follows in a sentence of its own.
      const isReason = isReasonWanted && signals.includes('rationale')
      const topic: Topic =
        isDecision || isReason ? 'decisions' : signals.includes('solution') ? 'solutions' : 'context'
      sentences.push({ text: said, topic, score: span.score })
      isReasonWanted = isDecision
    }
  }
  const commands =
    source?.command === undefined ? [] : [{ line: firstCommandLine(source.command), reports: [] }]
  return { sentences, otherLines, commands }
}

/** Longer commands are cut. */
const maxCommandLength = 120

/** The first line of a command; `(9 lines)` where there are more. */
export function firstCommandLine(command: string): string {
  const lines = command.split('\n')
  const more = lines.length > 1 ? ` (${lines.length} lines)` : ''
  return ellipsisCut((lines[0] ?? '').trim(), maxCommandLength) + more
}

/** Phrases that report a solution or give a reason, in English, German, Chinese, Japanese and Russian. */
type SolutionSignal = 'solution' | 'rationale'

const phrases: Phrases<SolutionSignal> = {
  solution: [
    'fixed / fixes / the fix / solved / solves / solution / resolved / resolves / root cause / turned out / works now',
    'now works / now passes / now pass / tests pass / all pass / implemented / refactored / replaced … with / the cause was',
    'behoben / gelöst / Lösung / Ursache / funktioniert jetzt / läuft jetzt / umgesetzt / ersetzt durch',
    '解决 / 解決 / 修复 / 修復 / 已实现 / 原因是 / 根本原因 / 修正しました / 直しました / 解決しました',
    'исправлено / исправил / исправила / исправили / решена / причина / реализовано / теперь работает',
  ],
  rationale: [
    'because / since it / since we / since the / so that / due to / the reason / rationale / in order to / otherwise / therefore',
    'weil / denn / damit / aufgrund / deshalb / sonst / der Grund',
    '因为 / 因為 / 由于 / 由於 / 以便 / 所以 / 否则 / ため / なので / から',
    'потому что / так как / чтобы / поэтому / иначе',
  ],
}

export const solutionSignalsIn: (text: string) => readonly SolutionSignal[] = phraseFinder(phrases)
