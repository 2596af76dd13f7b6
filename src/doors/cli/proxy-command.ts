/** `fovea proxy`: runs between an agent and its provider until it is stopped. */
import { constants } from 'node:os'
import { Command, Option } from 'commander'
import { optionError } from '../../errors.ts'
import { memoryStore } from '../../store/memory-store.ts'
import type { Store } from '../../store/store.ts'
import { newToken } from '../http/access-token.ts'
import { isLoopbackHost } from '../http/loopback-host.ts'
import type { Exchange, LookupReach, ProxyServer } from '../proxy/index.ts'
import { byUpstream, providerUpstreams, type UpstreamOption } from '../proxy/transport/provider-upstreams.ts'
import { formatNumber } from './format-number.ts'
import { countOption, numberOption, portOption } from './number-option.ts'
import { shownStore, storeOption, withServedStore } from './open-store.ts'
import { programName } from './program-name.ts'
import { startTrialProvider, trialWindow, tryProxy } from './proxy/trial-provider.ts'
import { type RetentionFlags, retentionOf, withRetentionOptions } from './retention-options.ts'
import { type WriterFlags, withWriterOptions, writerEndpoint, writerLimits } from './writer-options.ts'

/** Never an option: other users can read the arguments of a process. */
const tokenVariable = 'FOVEA_TOKEN'

interface Flags extends WriterFlags, RetentionFlags, Readonly<Partial<Record<UpstreamOption, string>>> {
  readonly upstream?: string
  readonly port: number
  readonly host: string
  readonly allowHost?: readonly string[]
  readonly allowOrigin?: readonly string[]
  readonly token?: string
  readonly tools?: boolean
  readonly lookups: LookupReach
  readonly handles: 'named' | 'none'
  readonly secrets: 'show' | 'mask'
  readonly window?: number
  readonly price?: number
  readonly maxBody: number
  readonly workers?: number
  readonly timeout: number
  readonly try?: boolean
  readonly quiet?: boolean
  readonly log: 'text' | 'json'
  readonly metrics?: boolean
  readonly store?: string
}

export function proxyCommand(): Command {
  const command = new Command('proxy')
    .description('Run between an agent and its provider, and send smaller requests')
    .option('--upstream <url>', 'where requests go (default: Anthropic or OpenAI, by the path)')
  for (const { flag, requests } of providerUpstreams) command.option(`${flag} <url>`, `where ${requests} go`)
  command
    .option('-p, --port <number>', 'port to listen on; 0 for any that is free', portOption('--port'), 8787)
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--allow-host <name...>', 'host names that clients may use, besides 127.0.0.1 and localhost')
    .option('--allow-origin <origin...>', 'web pages and desktop apps that may use it (default: none)')
    .addOption(
      new Option(
        '--token <secret>',
        'what clients must show in x-fovea-token (default: none on this machine, else a new one)',
      ).env(tokenVariable),
    )
    .option('--tools', 'give the model tools to look originals up, and answer them')
    .addOption(
      new Option('--lookups <session|all>', 'which originals those tools reach')
        .choices(['session', 'all'])
        .default('session'),
    )
    .addOption(
      new Option('--handles <named|none>', 'whether views name originals by their handles')
        .choices(['named', 'none'])
        .default('named'),
    )
    .addOption(
      new Option('--secrets <mask|show>', 'whether views mask what looks like a credential')
        .choices(['mask', 'show'])
        .default('mask'),
    )
    .option('--window <tokens>', 'context window of the model', countOption('--window'))
    .option('--price <amount>', 'price of a million input tokens, to show costs', numberOption('--price'))
    .option(
      '--max-body <megabytes>',
      'pass larger requests through as they are',
      numberOption('--max-body', { min: 0.001 }),
      64,
    )
    .option(
      '--workers <number>',
      'threads that compress (0: none)',
      numberOption('--workers', { isWhole: true }),
    )
    .option(
      '--timeout <seconds>',
      'how long a request may wait for its compression',
      numberOption('--timeout', { min: 0.001 }),
      10,
    )
    .option(
      '--try',
      'try it without a key: use a provider on this machine, send it a long request and show what arrived',
    )
    .option('-q, --quiet', 'no line for each request')
    .addOption(
      new Option('--log <text|json>', 'how each request is logged').choices(['text', 'json']).default('text'),
    )
    .option('--metrics', 'serve metrics for Prometheus at /fovea/metrics')
    .addOption(storeOption())
    .addHelpText(
      'after',
      `
Examples:
  fovea proxy                                             Anthropic and OpenAI, by the path
  fovea proxy --try                                       see it work, without an agent or a key
  fovea proxy --upstream http://127.0.0.1:11434           another server
  ANTHROPIC_BASE_URL=http://127.0.0.1:8787 claude         then start the agent
  OPENAI_BASE_URL=http://127.0.0.1:8787/v1 my-agent
  open http://127.0.0.1:8787/fovea                        and watch
  fovea proxy --allow-origin http://localhost:3000        a chat page of your own may use it
  FOVEA_TOKEN=… fovea proxy --host 0.0.0.0 --allow-host box.internal

A request with the header "x-fovea: off" goes through as it is.`,
    )
    .action((flags: Flags) =>
      flags.try ? serveTrial(flags) : withServedStore(flags.store, store => serve(flags, store)),
    )
  return withWriterOptions(withRetentionOptions(command))
}

/** A request that needs no key. */
function trialRequest(url: string): string {
  const body = JSON.stringify({ model: 'any', messages: [{ role: 'user', content: 'Hello' }] })
  return `curl ${url}/v1/chat/completions -H 'content-type: application/json' -d '${body}'`
}

/** Uses its own provider and store, so that no data leaves this process and none is left behind. */
async function serveTrial(flags: Flags): Promise<void> {
  if (flags.upstream ?? providerUpstreams.some(({ option }) => flags[option]))
    throw optionError('--try has a provider of its own; leave out --upstream.')
  const provider = await startTrialProvider()
  const asked = { ...flags, upstream: provider.url, window: flags.window ?? trialWindow, workers: 0 }
  try {
    await serve(asked, memoryStore(), async (url, token) => {
      process.stdout.write(`${await tryProxy(url, token)}\n`)
      process.stdout.write(
        `send your own requests: each gets this answer, and conversations are shortened to fit a window of ${formatNumber(asked.window)} tokens\n  ${trialRequest(url)}\n`,
      )
    })
  } finally {
    await provider.close()
  }
}

async function serve(
  flags: Flags,
  store: Store,
  onListening?: (url: string, token: string | undefined) => Promise<void>,
): Promise<void> {
  const { createProxy, logRecord, proxyMetrics } = await import('../proxy/index.ts')
  const print = (line: string): void => void process.stderr.write(`${line}\n`)
  const isLocal = isLoopbackHost(flags.host)
  const made = isLocal || flags.token !== undefined ? undefined : newToken()
  const token = flags.token ?? made
  const writer = writerEndpoint(flags)
  const writing = writer === undefined ? {} : { model: { ...writerLimits(flags), writer } }
  const proxy = createProxy({
    upstream: flags.upstream,
    ...byUpstream(({ option }) => flags[option]),
    allowedHosts: flags.allowHost,
    allowedOrigins: flags.allowOrigin,
    token,
    tools: flags.tools,
    lookups: flags.lookups,
    maxBodyBytes: flags.maxBody * 1024 * 1024,
    workers: flags.workers,
    compressionTimeoutMs: flags.timeout * 1000,
    store,
    ...(flags.maxAge === undefined && flags.maxSize === undefined ? {} : { retention: retentionOf(flags) }),
    session: {
      window: flags.window,
      compress: {
        handles: flags.handles,
        secrets: flags.secrets,
        // An agent without our tools may have a shell.
        ...(flags.tools ? {} : { expandWith: `${programName()} expand` }),
        ...writing,
      },
      ...(flags.price === undefined ? {} : { prices: { read: 0.1, write: 1.25, perMillion: flags.price } }),
    },
    ...(flags.quiet
      ? {}
      : flags.log === 'json'
        ? { onExchange: (each: Exchange) => print(logRecord(each)) }
        : { log: print }),
    ...(flags.metrics ? { metrics: await proxyMetrics() } : {}),
  })
  const { url, port } = await proxy.listen({ port: flags.port, host: flags.host })
  const path = token === undefined ? '' : '/fovea-token/TOKEN'
  const pages = `${isLocal ? url : `http://127.0.0.1:${port}`}${path}/fovea`
  if (!flags.quiet) process.stderr.write(`${firstLine(flags)}\n`)
  process.stdout.write(`fovea proxy on ${url}, status on ${pages}\n`)
  if (!flags.quiet)
    process.stderr.write(
      `fovea: sessions as pages, for anyone with this address: ${pages}?key=${proxy.pageKey}\n`,
    )
  if (token !== undefined)
    process.stdout.write(
      `clients show the token as "x-fovea-token: TOKEN", or in the address: ${url}/fovea-token/TOKEN\n`,
    )
  if (made !== undefined) process.stdout.write(`the token, shown only now: ${made}\n`)
  if (!isLocal)
    process.stderr.write(
      `fovea: ${flags.host} can be reached by others: anyone with the token can use this proxy, in plain HTTP${
        flags.tools && flags.lookups === 'all' ? ', and read the originals of everyone with its tools' : ''
      }. The status is shown to this machine alone.\n`,
    )
  try {
    await onListening?.(url, token)
  } catch (error) {
    await proxy.close()
    throw error
  }
  await untilStopped(proxy)
}

/** Says what stays verbatim, where originals are stored, and how to stop the proxy. */
function firstLine({ store, tools, lookups, try: isTry }: Flags): string {
  const looked = lookups === 'all' ? 'the whole store' : 'originals of the same conversation'
  return [
    'fovea: system text, your last message, the newest step of the agent, open tool calls and instruction files stay verbatim',
    isTry
      ? 'this is a try: the provider runs in this process and needs no key, and originals stay in memory'
      : `originals and sessions are written to ${shownStore(store)}, not encrypted`,
    ...(tools ? [`the tools fovea_expand and fovea_search reach ${looked}`] : []),
    'Ctrl-C stops it, and "x-fovea: off" sends a request as it came',
  ].join('; ')
}

/** A shorter stop is not reported. */
const quietMs = 300

/** On the first signal, streaming answers are completed; the second one does not wait. */
function untilStopped(proxy: ProxyServer): Promise<void> {
  return new Promise(resolve => {
    let isStopping = false
    const stop = (signal: NodeJS.Signals): void => {
      if (isStopping) process.exit(128 + constants.signals[signal])
      isStopping = true
      const waiting = setTimeout(() => {
        process.stderr.write(
          'fovea: waiting for answers that are still streaming; once more to stop at once\n',
        )
      }, quietMs)
      void proxy.close().then(() => {
        clearTimeout(waiting)
        resolve()
      })
    }
    process.on('SIGINT', stop)
    process.on('SIGTERM', stop)
  })
}
