/** The message pipeline: CPU against counting once, cost per message, hostile inputs, and which facts survive. */
import { compressSync } from '../src/compress.ts'
import { formatNamed } from '../src/formats/index.ts'
import { entities } from '../src/scan/entities.ts'
import type { Entity } from '../src/scan/entity.ts'
import type { SyncCompressOptions } from '../src/strategies/options/compress-options.ts'
import { countBlock } from '../src/tokens/message-tokens.ts'
import type { Transcript } from '../src/transcripts/transcript.ts'
import { corpusTranscripts } from './corpus-transcripts.ts'
import { cpuTime } from './cpu-time.ts'
import { hostileTexts, variedProse } from './hostile-texts.ts'
import { longTalk } from './long-talk.ts'
import { writeResults } from './results.ts'
import { referenceCounter } from './speed/reference-counter.ts'

const everything: SyncCompressOptions = {
  strategy: 'rules',
  strict: true,
  rules: {
    fuzzyDedup: true,
    importanceScoring: true,
    contradictionDetection: true,
    embedSummaryId: true,
    observationThreshold: 1000,
  },
}

const counter = referenceCounter
const percent = (share: number): string => `${(100 * share).toFixed(1)} %`

interface Cost {
  readonly agent: string
  readonly tokens: number
  readonly kept: number
  readonly count: number
  readonly byDefault: number
  readonly withEverything: number
}

/** After the first, which would measure how fast code is compiled. */
const rounds = 3

/** Milliseconds of the best round of each: they take turns, so that other load on the machine meets all alike. */
function costsOf(transcripts: readonly Transcript[]): readonly Cost[] {
  const best = new Map<Transcript, Cost>()
  for (let round = 0; round <= rounds; round += 1)
    for (const transcript of transcripts) {
      const cost = costOf(transcript)
      const known = round <= 1 ? cost : (best.get(transcript) ?? cost)
      best.set(transcript, {
        ...cost,
        count: Math.min(cost.count, known.count),
        byDefault: Math.min(cost.byDefault, known.byDefault),
        withEverything: Math.min(cost.withEverything, known.withEverything),
      })
    }
  return [...best.values()]
}

function costOf(transcript: Transcript): Cost {
  const format = formatNamed(transcript.format)
  const blocks = format.read(transcript.messages).flatMap(message => message.blocks)
  const options = { strategy: 'rules', strict: true, format: format.name } as const
  const counted = cpuTime(() => blocks.reduce((sum, block) => sum + countBlock(block, counter), 0))
  const byDefault = cpuTime(() => compressSync(transcript.messages, options))
  const withEverything = cpuTime(() =>
    compressSync(transcript.messages, { ...everything, format: format.name }),
  )
  return {
    agent: transcript.agent,
    tokens: byDefault.result.receipt.tokens.before.tokens,
    kept: byDefault.result.receipt.tokens.after.tokens,
    count: counted.milliseconds,
    byDefault: byDefault.milliseconds,
    withEverything: withEverything.milliseconds,
  }
}

function costTable(costs: readonly Cost[]): { rows: unknown; lines: string[] } {
  const total = (group: readonly Cost[], key: 'tokens' | 'kept' | 'count' | 'byDefault' | 'withEverything') =>
    group.reduce((sum, cost) => sum + cost[key], 0)
  const groups = [...Map.groupBy(costs, cost => cost.agent), ['all', [...costs]] as const]
  const rows = groups.map(([agent, group]) => ({
    agent,
    sessions: group.length,
    tokens: total(group, 'tokens'),
    keptRatio: total(group, 'kept') / total(group, 'tokens'),
    cpuRatio: total(group, 'byDefault') / total(group, 'count'),
    cpuRatioEverything: total(group, 'withEverything') / total(group, 'count'),
  }))
  const lines = rows.map(
    row =>
      `| ${row.agent} (${row.sessions}) | ${Math.round(row.tokens).toLocaleString('en-US')} | ${percent(row.keptRatio)} | ${row.cpuRatio.toFixed(2)} | ${row.cpuRatioEverything.toFixed(2)} |`,
  )
  return {
    rows,
    lines: [
      '| sessions | tokens | kept | CPU / counting once | the same, every option on |',
      '| --- | --: | --: | --: | --: |',
      ...lines,
    ],
  }
}

function scaling(): { rows: unknown; lines: string[] } {
  compressSync(longTalk(1000), everything)
  const rows = [1000, 10_000, 50_000].map(messages => {
    const talk = longTalk(messages)
    const before = process.memoryUsage().heapUsed
    const { milliseconds } = cpuTime(() => compressSync(talk, everything))
    return {
      messages,
      microseconds: (1000 * milliseconds) / messages,
      heap: process.memoryUsage().heapUsed - before,
    }
  })
  const base = rows[0]?.microseconds ?? 1
  const lines = rows.map(
    row =>
      `| ${row.messages.toLocaleString('en-US')} | ${(row.microseconds / base).toFixed(2)} | ${(row.heap / 1e6).toFixed(0)} MB |`,
  )
  return {
    rows,
    lines: [
      '| messages, every option on | cost per message, relative | heap after |',
      '| --: | --: | --: |',
      ...lines,
    ],
  }
}

function hostility(): { rows: unknown; lines: string[] } {
  const ordinary = variedProse(5_000_000)
  const five = Math.min(...[0, 1].map(() => cpuTime(() => counter.count(ordinary)).milliseconds))
  const rows = hostileTexts(1_000_000).map(({ name, text }) => {
    const messages = [
      { role: 'user', content: text },
      { role: 'assistant', content: 'ok' },
      { role: 'user', content: 'go on' },
    ]
    const { milliseconds } = cpuTime(() => compressSync(messages, { ...everything, recencyWindow: 0 }))
    return { name, ratio: milliseconds / five }
  })
  const lines = rows.map(({ name, ratio }) => `| ${name} | ${ratio.toFixed(2)} |`)
  return { rows, lines: ['| 1 MB of | CPU / counting 5 MB of prose |', '| --- | --: |', ...lines] }
}

/** Words that deny, and no parts of names as in `--no-verify`, `not_found`, `no/such/path`. */
const negation =
  /(?<![\w/.@-])(?:not|no|never|none|nothing|cannot|without|(?:ca|do|does|did|wo|is|are|was|were|should|would|could|must|has|have|had)n['’]t)(?![\w/@=-]|\.\w)/gi
const clauseEnd = /[.,;:!?()[\]|\n"`]/

/** What a text denies: each negating word with up to three words behind it in the same clause, each once. */
function deniedIn(text: string): ReadonlySet<string> {
  const denied = new Set<string>()
  for (const { index, 0: word } of text.matchAll(negation)) {
    const [clause = ''] = text.slice(index, index + 40).split(clauseEnd, 1)
    const said = clause.split(' ').slice(0, 4).join(' ').trimEnd()
    if (said.length > word.length) denied.add(said)
  }
  return denied
}

/** What has no scheme is mostly a package of Go: `github.com/go-git/go-git/v5`. */
function factKind({ kind, text }: Entity): string {
  return kind === 'url' && !text.includes('://') ? 'host or package' : kind
}

const errorLine = /\b(?:error|failed|failure|exception|fatal|panic)\b/i

/** Of the facts in texts that were summarized, how many the summary still says. */
function survival(transcripts: readonly Transcript[]): { rows: unknown; lines: string[] } {
  const seen = new Map<string, { total: number; kept: number; texts: number; shares: number }>()
  let before = 0
  let after = 0
  for (const transcript of transcripts) {
    const format = formatNamed(transcript.format)
    const { receipt, messages } = compressSync(transcript.messages, {
      strategy: 'rules',
      strict: true,
      format: format.name,
    })
    const originals = format.read(transcript.messages)
    const views = format.read(messages)
    let gone = 0
    for (const { message, block, merged = [], reducer, tokensBefore, tokensAfter } of receipt.changes) {
      const view = views[message - gone]?.blocks[block]
      gone += merged.length
      if ((reducer !== 'summary' && reducer !== 'code-split') || view === undefined || view.type === 'opaque')
        continue
      before += tokensBefore
      after += tokensAfter
      const own = new Map<string, { total: number; kept: number }>()
      const note = (kind: string, isKept: boolean) => {
        const entry = own.get(kind) ?? { total: 0, kept: 0 }
        own.set(kind, { total: entry.total + 1, kept: entry.kept + (isKept ? 1 : 0) })
      }
      for (const index of [message, ...merged]) {
        const original = originals[index]?.blocks[block]
        if (original === undefined || original.type === 'opaque') continue
        const found = new Map(entities(original.text).map(entity => [entity.text, factKind(entity)]))
        for (const [text, kind] of found) note(kind, view.text.includes(text))
        for (const line of original.text.split('\n')) {
          const said = line.trim().slice(0, 60)
          if (said.length < 10) continue
          if (errorLine.test(said)) note('error line', view.text.includes(said.slice(0, 40)))
        }
        for (const denied of deniedIn(original.text)) note('negation', view.text.includes(denied))
      }
      for (const [kind, { total, kept }] of own) {
        const entry = seen.get(kind) ?? { total: 0, kept: 0, texts: 0, shares: 0 }
        seen.set(kind, {
          total: entry.total + total,
          kept: entry.kept + kept,
          texts: entry.texts + 1,
          shares: entry.shares + kept / total,
        })
      }
    }
  }
  const rows = [...seen].map(([kind, { total, kept, texts, shares }]) => ({
    kind,
    total,
    kept,
    share: kept / total,
    texts,
    sharePerText: shares / texts,
  }))
  const lines = rows
    .sort((one, other) => other.total - one.total)
    .map(
      ({ kind, total, share, sharePerText }) =>
        `| ${kind} | ${total.toLocaleString('en-US')} | ${percent(share)} | ${percent(sharePerText)} |`,
    )
  return {
    rows: { rows, before, after },
    lines: [
      `Texts that were summarized: ${before.toLocaleString('en-US')} tokens became ${after.toLocaleString('en-US')} (${percent(after / before)}).`,
      '',
      '| distinct facts in them | count | still said | of those in one text, on average |',
      '| --- | --: | --: | --: |',
      ...lines,
    ],
  }
}

/** Both settings of `rules.names`: what each saves, and how many of the distinct names and numbers of a session its view shows. */
function visibility(transcripts: readonly Transcript[]): { rows: unknown; lines: string[] } {
  const settings = ['many', 'few'] as const
  const rows = Array.from(
    Map.groupBy(transcripts, ({ agent }) => agent),
    ([agent, group]) => ({
      agent,
      sessions: group.length,
      ...(Object.fromEntries(settings.map(names => [names, shownNames(group, names)])) as Record<
        (typeof settings)[number],
        Shown
      >),
    }),
  )
  const cells = ({ saved, shown }: Shown): string => `${percent(saved)} | ${percent(shown)}`
  return {
    rows,
    lines: [
      "| sessions | saved | names and numbers shown | saved with `names: 'few'` | shown |",
      '| --- | --: | --: | --: | --: |',
      ...rows.map(
        ({ agent, sessions, many, few }) => `| ${agent} (${sessions}) | ${cells(many)} | ${cells(few)} |`,
      ),
    ],
  }
}

interface Shown {
  readonly saved: number
  readonly shown: number
}

function shownNames(transcripts: readonly Transcript[], names: 'few' | 'many'): Shown {
  const sums = { before: 0, after: 0, names: 0, shown: 0 }
  for (const transcript of transcripts) {
    const { read, name } = formatNamed(transcript.format)
    const options = { strategy: 'rules', strict: true, format: name, rules: { names } } as const
    const { messages, receipt } = compressSync(transcript.messages, options)
    const textsOf = (raw: readonly unknown[]): readonly string[] =>
      read(raw).flatMap(({ blocks }) =>
        blocks.flatMap(block => (block.type === 'opaque' ? [] : [block.text])),
      )
    const view = textsOf(messages).join('\n')
    const distinct = new Set(
      textsOf(transcript.messages).flatMap(text => entities(text).map(({ text: said }) => said)),
    )
    sums.before += receipt.tokens.before.tokens
    sums.after += receipt.tokens.after.tokens
    sums.names += distinct.size
    for (const said of distinct) if (view.includes(said)) sums.shown += 1
  }
  return { saved: 1 - sums.after / sums.before, shown: sums.shown / Math.max(1, sums.names) }
}

export async function benchMessagePipeline(): Promise<void> {
  counter.count('warm up')
  const transcripts = await corpusTranscripts()
  const talk = scaling()
  const hostile = hostility()
  if (transcripts.length === 0) {
    process.stdout.write(
      `${[...talk.lines, '', ...hostile.lines].join('\n')}\n\nThere is no corpus: nothing written.\n`,
    )
    return
  }
  const costs = costTable(costsOf(transcripts))
  const facts = survival(transcripts)
  const shown = visibility(transcripts)
  writeResults(
    'message-pipeline',
    { costs: costs.rows, scaling: talk.rows, hostile: hostile.rows, survival: facts.rows, names: shown.rows },
    [costs, talk, hostile, facts, shown].map(({ lines }) => lines.join('\n')).join('\n\n'),
  )
}
