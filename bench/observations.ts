/** Observations of every session: tokens saved, and what they still say of the files, the commands and what comes next. */
import { isDeepStrictEqual } from 'node:util'
import { formatNamed } from '../src/formats/index.ts'
import { countersFor } from '../src/tokens/counters.ts'
import { countBlock, countMessage } from '../src/tokens/message-tokens.ts'
import { artifactTrail } from '../src/tools/evaluate/artifact-trail.ts'
import { cutsAtShares } from '../src/tools/evaluate/cut.ts'
import { fittedView } from '../src/tools/evaluate/fitted-view.ts'
import { prepareHistory } from '../src/tools/evaluate/history.ts'
import { methods } from '../src/tools/evaluate/methods/index.ts'
import { futureUse, type Need, needsOf } from '../src/tools/evaluate/needs.ts'
import { Averages } from '../src/tools/evaluate/report-builder.ts'
import { observe, parseMarkdown, parseXml, renderMarkdown, renderXml } from '../src/tools/observe/index.ts'
import type { Transcript } from '../src/transcripts/transcript.ts'
import type { Message } from '../src/types.ts'
import { corpusSessions } from './corpus-transcripts.ts'
import { percent, table } from './evaluation-tables.ts'
import { writeResults } from './results.ts'
import { readSessions } from './session-files.ts'

/** What came before is summarized, what came after says how much of it was needed. */
const cutShare = 0.7
/** Tool-heavy: so many tokens, and so much of them in the answers of tools. */
const heavy = { tokens: 20_000, share: 0.5 }

const counters = countersFor({})
const { counter } = counters

interface SessionScores {
  /** 1 - after / before. */
  readonly saved: number
  readonly observations: number
  readonly trail?: { readonly f1: number; readonly precision: number; readonly recall: number }
  /** Shares of what the agent went on to use: in the observations, and in the newest messages of the same size. */
  readonly use?: { readonly observed: number; readonly window: number }
  readonly deepUse?: { readonly observed: number; readonly window: number }
  readonly roundTrip: number
}

interface Group {
  readonly averages: Averages<SessionScores>
  before: number
  after: number
}

export async function benchObservations(): Promise<void> {
  const groups = new Map<string, Group>()
  for await (const { transcript } of readSessions(corpusSessions())) {
    const { read, framing } = formatNamed(transcript.format)
    const messages = read(transcript.messages)
    const before = messages.reduce((sum, message) => sum + countMessage(message, framing, counter), 0)
    const { after, scores } = await scored(transcript, messages, before)
    const names = ['all', ...(isHeavy(messages, before) ? ['tool-heavy'] : []), transcript.agent]
    for (const name of names) {
      const group = groups.get(name) ?? { averages: new Averages<SessionScores>(), before: 0, after: 0 }
      groups.set(name, group)
      group.averages.add(scores)
      group.before += before
      group.after += after
    }
  }
  if (groups.size > 0) write(groups)
}

async function scored(
  transcript: Transcript,
  messages: readonly Message[],
  before: number,
): Promise<{ after: number; scores: SessionScores }> {
  const sessions = [{ observations: observe(transcript) }]
  const text = renderMarkdown(sessions)
  const after = counter.count(text)
  const isSame = (read: unknown): boolean => isDeepStrictEqual(read, sessions)
  const { all: trail } = artifactTrail(messages, [spoken(text)])
  return {
    after,
    scores: {
      saved: 1 - after / before,
      observations: sessions[0]?.observations.length ?? 0,
      ...(trail.expected === 0
        ? {}
        : { trail: { f1: trail.f1, precision: trail.precision, recall: trail.recall } }),
      ...(await useOf(transcript, messages)),
      roundTrip: Number(isSame(parseMarkdown(text)) && isSame(parseXml(renderXml(sessions)))),
    },
  }
}

async function useOf(
  transcript: Transcript,
  messages: readonly Message[],
): Promise<Pick<SessionScores, 'use' | 'deepUse'>> {
  const [cut] = cutsAtShares(messages, [cutShare], counter)
  if (cut === undefined) return {}
  const needs = needsOf(cut, counter)
  if (needs.length === 0) return {}
  const raw = transcript.messages.slice(0, cut.at)
  const observed = renderMarkdown([{ observations: observe({ ...transcript, messages: raw }) }])
  const history = prepareHistory(raw, formatNamed(transcript.format), {}, counters)
  const window = methods.find(({ name }) => name === 'window')
  const newest = window === undefined ? undefined : await fittedView(window, history, counter.count(observed))
  const share = (own: readonly Need[], view: string): number => futureUse(own, view).visible / own.length
  const both = (own: readonly Need[]): { observed: number; window: number } => ({
    observed: share(own, observed),
    window: share(own, newest?.view.text ?? ''),
  })
  const deep = needs.filter(({ isDeep }) => isDeep)
  return { use: both(needs), ...(deep.length === 0 ? {} : { deepUse: both(deep) }) }
}

function spoken(text: string): Message {
  return { role: 'user', blocks: [{ type: 'text', text, media: 'text' }] }
}

function isHeavy(messages: readonly Message[], tokens: number): boolean {
  const results = messages.flatMap(({ blocks }) => blocks.filter(({ type }) => type === 'toolResult'))
  const answered = results.reduce((sum, block) => sum + countBlock(block, counter), 0)
  return tokens >= heavy.tokens && answered >= heavy.share * tokens
}

function write(groups: ReadonlyMap<string, Group>): void {
  const data = Array.from(groups, ([name, { averages, before, after }]) => ({
    name,
    sessions: averages.cases,
    tokens: { before, after, saved: 1 - after / before },
    ...averages.means,
  }))
  const rows = data.map(({ name, sessions, tokens, saved, trail, use, deepUse, observations, roundTrip }) => [
    name,
    String(sessions),
    tokens.before.toLocaleString('en-US'),
    tokens.after.toLocaleString('en-US'),
    (100 * tokens.saved).toFixed(1),
    percent(saved),
    observations.mean.toFixed(1),
    percent(trail?.f1),
    percent(trail?.precision),
    percent(trail?.recall),
    percent(use?.observed),
    percent(use?.window),
    percent(deepUse?.observed),
    percent(deepUse?.window),
    percent(roundTrip),
  ])
  const columns = [
    'sessions of',
    'sessions',
    'tokens',
    'observed',
    'saved',
    'saved, mean',
    'observations',
    'trail F1',
    'precision',
    'recall',
    'future use',
    'newest messages',
    'deep use',
    'newest messages',
    'round trip',
  ]
  const caption = `Shares in percent. Future use: of the names and numbers that the agent went on to use after ${100 * cutShare} % of the session, those that the observations of what came before show, beside the newest messages of the same size. Tool-heavy: ${heavy.tokens.toLocaleString('en-US')} tokens or more, at least half of them in the answers of tools.`
  writeResults('observations', data, table(columns, rows, caption))
}

if (process.argv[1] === import.meta.filename) await benchObservations()
