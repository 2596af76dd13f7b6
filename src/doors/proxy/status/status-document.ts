/** What the proxy has done, as the parts of a page. */
import { counted } from '../../../reduce/pieces/counted.ts'
import type { Usage } from '../../../session/session.ts'
import type {
  CoursePart,
  DocumentPart,
  DocumentSection,
  FiguresPart,
  PageDocument,
  StacksPart,
  TablePart,
} from '../../pages/document-parts.ts'
import { shortNumber } from '../../pages/short-number.ts'
import type { Exchange } from './exchange.ts'
import { leftByClient, type Status } from './status-log.ts'

/** The page of a session; `undefined` for those who may not see it. */
export type LinkOf = (session: string) => string | undefined

export function statusDocument(status: Status, linkOf: LinkOf = () => undefined): PageDocument {
  const { startedAt, requests, sessions, tokens } = status
  return {
    page: 'document',
    eyebrow: `Fovea proxy · since ${timeText(startedAt)} · ${counted(requests, 'request')} · ${counted(sessions, 'session')}`,
    headline:
      tokens.given === 0
        ? 'No conversation has come through yet.'
        : `${shortNumber(tokens.given)} tokens came in, ${shortNumber(tokens.sent)} went out: ${percent(tokens.saved / tokens.given)} saved.`,
    lead: [],
    parts: [figures(status), ...charts(status), ...sessionsPart(status, linkOf), latest(status)],
    follow: { events: 'events', data: 'page.json' },
  }
}

function figures(status: Status): FiguresPart {
  const { tokens, cost, usage, money, lookups, writer, conversations } = status
  const over = `over ${counted(conversations, 'request')}`
  return {
    type: 'figures',
    figures: [
      { name: 'Tokens saved', value: shortNumber(tokens.saved), note: `not sent upstream, ${over}` },
      {
        name: 'Cost saved',
        value: cost.given === 0 ? '–' : percent(1 - cost.sent / cost.given),
        note: `${money === undefined ? 'estimated, rewrites paid for' : `${money.toFixed(2)} by your price`}, ${over}`,
      },
      {
        name: 'From the cache',
        value: usage.inputTokens === 0 ? '–' : percent(usage.cachedTokens / usage.inputTokens),
        note:
          usage.answers === 0
            ? 'no usage reported yet'
            : `of ${shortNumber(usage.inputTokens)} tokens, as reported in ${counted(usage.answers, 'answer')}`,
      },
      { name: 'Requests', value: String(status.requests), note: failuresText(status) },
      { name: 'Lookups', value: String(lookups), note: 'of originals, answered by the proxy' },
      ...(writer === undefined
        ? []
        : [
            {
              name: 'Notes by a model',
              value: String(writer.calls),
              note: `${shortNumber(writer.input)} tokens in, ${shortNumber(writer.output)} out${writer.cost === undefined ? '' : `, ${writer.cost.toFixed(2)} by your price`}`,
            },
          ]),
    ],
  }
}

function failuresText({ failures, left }: Status): string {
  const parts = [
    failures === 0 ? 'none failed' : `${failures} failed`,
    ...(left === 0 ? [] : [`${left} left by the client`]),
  ]
  return parts.join(', ')
}

function charts({ recent }: Status): readonly DocumentSection[] {
  const steps = recent.flatMap(({ receipt, status }) =>
    receipt === undefined || status >= 400 ? [] : [receipt],
  )
  const reported = recent.flatMap(({ usage }) => usage ?? [])
  const isDrawn = steps.length >= 2
  return [
    ...(isDrawn
      ? [
          section(
            'What came in and what went out',
            'Tokens of each of the latest requests. Upright lines mark where a new view was chosen.',
            course(
              'Tokens given and sent, by request',
              steps.map(({ tokens, action }) => ({ ...tokens, isEpoch: action === 'epoch' })),
            ),
          ),
          section(
            'What that costs',
            'All latest requests together, in uncached input tokens: what the cache reads, writes and loses is in it.',
            course('Cost given and sent, added up', runningCost(steps)),
          ),
        ]
      : []),
    ...(reported.length === 0
      ? []
      : [
          section(
            'What the cache held',
            'Input of the latest requests as the provider reported it.',
            cacheStacks(reported),
          ),
        ]),
  ]
}

function section(title: string, lead: string, part: DocumentPart): DocumentSection {
  return { type: 'section', title, lead, parts: [part] }
}

interface CourseStep {
  readonly given: number
  readonly sent: number
  readonly isEpoch: boolean
}

function course(title: string, steps: readonly CourseStep[]): CoursePart {
  const end = steps.at(-1) ?? { given: 0, sent: 0 }
  const seriesOf = (name: 'given' | 'sent') =>
    ({
      name,
      ink: name === 'given' ? 'baseline' : 'ours',
      points: steps.map((step, index) => [index, step[name]] as const),
    }) as const
  return {
    type: 'course',
    title,
    describe: `Over ${counted(steps.length, 'request')}; at the end ${shortNumber(end.given)} given, ${shortNumber(end.sent)} sent.`,
    series: [seriesOf('given'), seriesOf('sent')],
    marks: steps.flatMap(({ isEpoch }, place) =>
      isEpoch ? [{ place, kind: 'line', tooltip: 'A new view was chosen' } as const] : [],
    ),
    ends: ['older', 'newest'],
  }
}

function runningCost(steps: readonly NonNullable<Exchange['receipt']>[]): readonly CourseStep[] {
  let [given, sent] = [0, 0]
  return steps.map(({ cost, action }) => {
    given += cost.given
    sent += cost.sent
    return { given, sent, isEpoch: action === 'epoch' }
  })
}

function cacheStacks(usages: readonly Usage[]): StacksPart {
  return {
    type: 'stacks',
    title: 'Input tokens by request: cached, written, neither',
    describe: `Over ${counted(usages.length, 'request')}.`,
    parts: [
      { name: 'read from the cache', ink: 'ours' },
      { name: 'written to it', ink: 'peer' },
      { name: 'neither', ink: 'baseline' },
    ],
    stacks: usages.map(({ inputTokens, cachedTokens = 0, writtenTokens = 0 }) => [
      cachedTokens,
      writtenTokens,
      Math.max(0, inputTokens - cachedTokens - writtenTokens),
    ]),
  }
}

/** Only for those who may see them: a session holds private text. */
function sessionsPart({ recent }: Status, linkOf: LinkOf): readonly DocumentSection[] {
  const byName = Map.groupBy(
    recent.filter(({ receipt }) => receipt !== undefined),
    ({ receipt }) => receipt?.session ?? '',
  )
  const rows = [...byName].flatMap(([name, own]) => {
    const link = linkOf(name)
    const last = own.at(-1)
    if (link === undefined || last?.receipt === undefined) return []
    const { tokens, epoch } = last.receipt
    return [
      {
        cells: [
          [{ link, text: shortName(name) }],
          last.model ?? '–',
          timeText(last.at),
          shortNumber(tokens.given),
          shortNumber(tokens.sent),
          String(epoch),
        ],
      },
    ]
  })
  if (rows.length === 0) return []
  const table: TablePart = {
    type: 'table',
    title: 'Sessions',
    isTitled: true,
    columns: [
      { name: 'session', isText: true },
      { name: 'model', isText: true },
      { name: 'last request' },
      { name: 'given' },
      { name: 'sent' },
      { name: 'epochs' },
    ],
    rows: rows.toReversed(),
    notes: [],
  }
  return [section('Sessions', 'Each as a page: what came in beside what went out.', table)]
}

function shortName(session: string): string {
  return session.length <= 16 ? session : `${session.slice(0, 16)}…`
}

const maxRows = 25

/** The latest requests, the newest first. */
function latest({ recent }: Status): DocumentSection {
  const empty: DocumentPart = {
    type: 'text',
    isNote: true,
    text: 'Point your agent at this address, and its requests appear here as they come.',
  }
  const table: TablePart = {
    type: 'table',
    title: 'Latest requests',
    isTitled: true,
    columns: [
      { name: 'time' },
      { name: 'model', isText: true },
      { name: 'given' },
      { name: 'sent' },
      { name: 'saved' },
      { name: 'cached' },
      { name: 'step', isText: true },
      { name: 'remarks', isText: true },
    ],
    rows: recent.slice(-maxRows).toReversed().map(row),
    notes: [],
  }
  return { type: 'section', title: 'Latest requests', parts: [recent.length === 0 ? empty : table] }
}

function row({ at, model, receipt, usage, status, lookups, notes }: Exchange): TablePart['rows'][number] {
  const tokens = receipt?.tokens
  const share = (part: number | undefined, whole: number | undefined): string =>
    part === undefined || whole === undefined || whole === 0 ? '–' : percent(part / whole)
  const remarks = [
    ...(status === leftByClient ? ['left by the client'] : status >= 400 ? [`answered ${status}`] : []),
    ...(lookups === undefined ? [] : [counted(lookups, 'lookup')]),
    ...notes,
  ]
  return {
    cells: [
      timeText(at),
      model ?? '–',
      tokens === undefined ? '–' : shortNumber(tokens.given),
      tokens === undefined ? '–' : shortNumber(tokens.sent),
      share(tokens?.saved, tokens?.given),
      share(usage?.cachedTokens, usage?.inputTokens),
      receipt?.action ?? '–',
      remarks.join(', '),
    ],
  }
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`
}

function timeText(milliseconds: number): string {
  return new Date(milliseconds).toLocaleTimeString('en-GB')
}
