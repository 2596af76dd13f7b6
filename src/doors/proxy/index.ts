/** The proxy as a library: `createProxy(options)`, then `listen`. */
export { createProxy, type ListenOptions, type ProxyServer } from './create-proxy.ts'
export type { RetentionOptions } from './keep-retention.ts'
export { type ProxyMetrics, proxyMetrics } from './operations/proxy-metrics.ts'
export type { LookupReach, ProxyOptions } from './proxy-options.ts'
export { type Exchange, logRecord } from './status/exchange.ts'
export type { Status } from './status/status-log.ts'
