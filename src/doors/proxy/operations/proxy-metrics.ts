/** Metrics of the proxy for Prometheus, through the package `prom-client`. */
import { FoveaError } from '../../../errors.ts'
import type { Exchange } from '../status/exchange.ts'

export interface ProxyMetrics {
  exchange(exchange: Exchange): void
  /** Records one request to the store; without milliseconds if it did not answer. */
  store(milliseconds: number | undefined): void
  /** In the format that Prometheus reads. */
  text(): Promise<{ readonly type: string; readonly body: string }>
}

/** The part of `prom-client` that is used. */
interface PromClient {
  readonly Registry: new () => { metrics(): Promise<string>; readonly contentType: string }
  readonly Counter: new (settings: object) => { inc(labels: object, value?: number): void }
  readonly Histogram: new (settings: object) => { observe(labels: object, value: number): void }
  readonly Gauge: new (settings: object) => { set(value: number): void }
  collectDefaultMetrics(settings: object): void
}

/** A variable, so that users without the optional peer can compile and bundle. */
const client: string = 'prom-client'

/** Throws `invalid-option` if the package is not installed. */
export async function proxyMetrics(): Promise<ProxyMetrics> {
  const prom = await load()
  const register = new prom.Registry()
  const counter = (name: string, help: string, ...labelNames: readonly string[]) =>
    new prom.Counter({ name: `fovea_${name}`, help, labelNames, registers: [register] })
  const seconds = (name: string, help: string, buckets: readonly number[]) =>
    new prom.Histogram({ name: `fovea_${name}`, help, buckets, registers: [register] })
  prom.collectDefaultMetrics({ register, prefix: 'fovea_' })
  const requests = counter('requests_total', 'Requests by status and format.', 'status', 'format')
  const failures = counter('failures_total', 'Requests that ended with a status of 400 or more.', 'status')
  const tokens = counter(
    'tokens_total',
    'Tokens of messages as clients gave them and as they were sent.',
    'side',
  )
  const usage = counter('provider_tokens_total', 'Tokens as providers reported them.', 'kind')
  const steps = counter('steps_total', 'Steps of sessions: append, epoch or rewind.', 'action')
  const lookups = counter('lookups_total', 'Lookups of originals that the proxy answered.')
  const notes = counter('notes_total', 'Notes about requests that were not handled as usual.', 'code')
  const duration = seconds(
    'request_seconds',
    'From the request to the end of its answer.',
    [0.1, 0.3, 1, 3, 10, 30, 100, 300],
  )
  const storeSeconds = seconds(
    'store_seconds',
    'One question to the store.',
    [0.0005, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3],
  )
  const storeUp = new prom.Gauge({
    name: 'fovea_store_up',
    help: 'Whether the store answered when it was asked last.',
    registers: [register],
  })
  return {
    exchange({ status, format, milliseconds, receipt, usage: reported, lookups: looked, notes: codes }) {
      requests.inc({ status: String(status), format: format ?? 'other' })
      if (status >= 400) failures.inc({ status: String(status) })
      duration.observe({}, milliseconds / 1000)
      if (receipt !== undefined) {
        tokens.inc({ side: 'given' }, receipt.tokens.given)
        tokens.inc({ side: 'sent' }, receipt.tokens.sent)
        steps.inc({ action: receipt.action })
      }
      if (reported !== undefined) {
        usage.inc({ kind: 'input' }, reported.inputTokens)
        usage.inc({ kind: 'cache_read' }, reported.cachedTokens ?? 0)
        usage.inc({ kind: 'cache_write' }, reported.writtenTokens ?? 0)
        usage.inc({ kind: 'output' }, reported.outputTokens ?? 0)
      }
      if (looked !== undefined) lookups.inc({}, looked)
      for (const code of codes) notes.inc({ code })
    },
    store(milliseconds) {
      storeUp.set(milliseconds === undefined ? 0 : 1)
      if (milliseconds !== undefined) storeSeconds.observe({}, milliseconds / 1000)
    },
    text: async () => ({ type: register.contentType, body: await register.metrics() }),
  }
}

async function load(): Promise<PromClient> {
  try {
    const loaded = (await import(client)) as { default: PromClient }
    return loaded.default
  } catch (cause) {
    throw new FoveaError('invalid-option', 'Metrics need the package prom-client: npm install prom-client.', {
      cause,
    })
  }
}
