/** Every option of the proxy and its default, resolved in one place. */
import { optionError } from '../../errors.ts'
import type { SessionOptions, Sessions } from '../../session/session.ts'
import { sessionTuningNames } from '../../session/session-settings.ts'
import { invalidOption } from '../../settings/invalid-option.ts'
import { checkNames, type NamesOf } from '../../settings/option-names.ts'
import { memoryStore } from '../../store/memory-store.ts'
import { checkFilter } from '../../store/purge-filter.ts'
import type { Store } from '../../store/store.ts'
import type { CompressOptions } from '../../strategies/options/compress-options.ts'
import { expandLookup } from '../../tools/lookup/lookup-tools.ts'
import { type AccessOptions, type AccessRules, accessRules } from './guard/access-rules.ts'
import type { RetentionOptions } from './keep-retention.ts'
import type { ProxyMetrics } from './operations/proxy-metrics.ts'
import { createPreparer } from './preparation/create-preparer.ts'
import type { Preparer } from './preparation/preparer.ts'
import { defaultThreads } from './preparation/threaded-preparer.ts'
import type { Exchange } from './status/exchange.ts'
import { byUpstream, type UpstreamOption } from './transport/provider-upstreams.ts'

export type LookupReach = 'session' | 'all'

export interface ProxyOptions extends AccessOptions {
  /** Where every request goes, unless one of the next two is named. @default the provider that the path belongs to */
  readonly upstream?: string | URL | undefined
  /** Where requests of the Anthropic API go. @default upstream, or https://api.anthropic.com */
  readonly anthropicUpstream?: string | URL | undefined
  /** Where all other requests go. @default upstream, or https://api.openai.com */
  readonly openaiUpstream?: string | URL | undefined

  /** Where originals are stored. @default in memory, lost when the process ends */
  readonly store?: Store | undefined
  /** What the store deletes while the proxy runs. @default nothing */
  readonly retention?: RetentionOptions | undefined
  /** How the sessions compress; ignored if `sessions` is given. */
  readonly session?: Omit<SessionOptions, 'id' | 'store' | 'format'> | undefined
  /** Turns each request into the one to send. @default createSessions with the store and `session` */
  readonly sessions?: Sessions | undefined

  /** Adds the tools `fovea_expand` and `fovea_search` to requests, and answers them. @default false */
  readonly tools?: boolean | undefined
  /** Which originals those tools reach: those of the same session, or the whole store. @default session */
  readonly lookups?: LookupReach | undefined
  /** How many times in one turn the model may look something up before it must answer. @default 8 */
  readonly maxToolRounds?: number | undefined

  /** Larger requests are passed through as they are. @default 64 MiB */
  readonly maxBodyBytes?: number | undefined
  /**
   * Maximum number of threads that compress, besides the one that passes bytes on; started when needed. 0 means none, and there
   * are none if `sessions` or functions in `session` cannot leave this thread. @default one less than the cores, 2 to 4
   */
  readonly workers?: number | undefined
  /** Milliseconds after which a request is sent with the view in use, and the new messages unchanged. @default 10000 */
  readonly compressionTimeoutMs?: number | undefined
  /** How long an upstream may be silent, in milliseconds. @default 600000 */
  readonly upstreamTimeoutMs?: number | undefined
  /** How long `close` waits for answers that are still streaming, in milliseconds. @default 30000 */
  readonly drainMs?: number | undefined

  /** Called with one line for each request: method, path, status, tokens. Never a header, a query or a body. @default none */
  readonly log?: ((line: string) => void) | undefined
  /** Called after each request with the content of the `log` line, as data. @default none */
  readonly onExchange?: ((exchange: Exchange) => void) | undefined
  /** Counts requests and serves the metrics at `/fovea/metrics`; see `proxyMetrics`. @default none */
  readonly metrics?: ProxyMetrics | undefined
  /** Returns the time in milliseconds. @default Date.now */
  readonly clock?: (() => number) | undefined
}

export interface ProxySettings {
  readonly upstreams: Readonly<Record<UpstreamOption, URL>>
  readonly store: Store
  readonly preparer: Preparer
  readonly access: AccessRules
  readonly retention: RetentionOptions | undefined
  readonly tools: boolean
  readonly lookups: LookupReach
  readonly maxToolRounds: number
  readonly maxBodyBytes: number
  readonly upstreamTimeoutMs: number
  readonly drainMs: number
  readonly log: (line: string) => void
  readonly onExchange: (exchange: Exchange) => void
  readonly metrics: ProxyMetrics | undefined
  readonly clock: () => number
}

const retentionNames: NamesOf<RetentionOptions> = {
  maxAge: true,
  maxBytes: true,
  grace: true,
  now: true,
  every: true,
}
const proxyOptionNames: NamesOf<ProxyOptions> = {
  allowedHosts: true,
  allowedOrigins: true,
  token: true,
  upstream: true,
  ...byUpstream(() => true),
  store: true,
  retention: retentionNames,
  session: sessionTuningNames,
  sessions: true,
  tools: true,
  lookups: true,
  maxToolRounds: true,
  maxBodyBytes: true,
  workers: true,
  compressionTimeoutMs: true,
  upstreamTimeoutMs: true,
  drainMs: true,
  log: true,
  onExchange: true,
  metrics: true,
  clock: true,
}

/** Throws `invalid-option`. */
export function resolveProxyOptions(options: ProxyOptions): ProxySettings {
  checkNames(options, proxyOptionNames)
  const { store = memoryStore(), clock = Date.now } = options
  return {
    upstreams: byUpstream(({ option, defaultAddress }) =>
      upstreamOf(options[option] ?? options.upstream ?? defaultAddress),
    ),
    store,
    access: accessRules(options),
    retention: retentionOf(options.retention),
    tools: options.tools ?? false,
    lookups: options.lookups ?? 'session',
    maxToolRounds: positive('maxToolRounds', options.maxToolRounds ?? 8),
    maxBodyBytes: positive('maxBodyBytes', options.maxBodyBytes ?? 64 * 1024 * 1024),
    upstreamTimeoutMs: waitOf('upstreamTimeoutMs', options.upstreamTimeoutMs ?? 600_000),
    drainMs: options.drainMs ?? 30_000,
    log: options.log ?? (() => {}),
    onExchange: options.onExchange ?? (() => {}),
    metrics: options.metrics,
    clock,
    preparer: createPreparer({
      store,
      clock,
      session: options.tools ? askingByTool(options.session ?? {}) : (options.session ?? {}),
      sessions: options.sessions,
      threads: wholeNumber('workers', options.workers ?? defaultThreads),
      timeoutMs: waitOf('compressionTimeoutMs', options.compressionTimeoutMs ?? 10_000),
    }),
  }
}

/** Views say which of our tools brings a message back. */
function askingByTool(session: NonNullable<ProxyOptions['session']>): NonNullable<ProxyOptions['session']> {
  return { ...session, compress: { expandWith: expandLookup.name, ...session.compress } as CompressOptions }
}

/** Checked here, since a purge in the background would report it only in the log. */
function retentionOf(retention: RetentionOptions | undefined): RetentionOptions | undefined {
  if (retention !== undefined) checkFilter(retention)
  return retention
}

function upstreamOf(address: string | URL): URL {
  const url = URL.parse(String(address))
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:') || url.username !== '')
    throw optionError(
      `${url === null ? JSON.stringify(String(address)) : url.host} is no upstream; write it as https://api.example.com, without a name or password.`,
    )
  return url
}

function wholeNumber(option: string, value: number): number {
  if (!(Number.isSafeInteger(value) && value >= 0))
    throw invalidOption(option, value, 'a whole number from 0 on')
  return value
}

function positive(option: string, value: number): number {
  if (!(Number.isFinite(value) && value > 0)) throw invalidOption(option, value, 'a number above 0')
  return value
}

/** Timers of more than 24 days fire at once, and some of the proxy's are several times as long as their option. */
const maxWaitMs = 24 * 60 * 60 * 1000

function waitOf(option: string, value: number): number {
  return Math.min(positive(option, value), maxWaitMs)
}
