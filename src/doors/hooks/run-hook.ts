/** One event of a host → one answer in its format. On any error, the answer is that nothing changes. */
import { optionError } from '../../errors.ts'
import { isRecord } from '../../formats/raw-value.ts'
import { shellQuoted } from '../../scan/actions/shell/shell-quoted.ts'
import { ownCommand } from './fovea-command.ts'
import { logHookFailure } from './hook-log.ts'
import { areHooksOff, type HookSettings, readHookArguments } from './hook-settings.ts'
import type { HookTools } from './hosts/host.ts'
import { hostNamed } from './hosts/index.ts'
import { print } from './print.ts'
import { shortenOutput } from './shorten-output.ts'

interface HookCall {
  readonly host: string
  readonly event: string
  /** The standard input that the host wrote. */
  readonly input: () => Promise<string>
  readonly settings: HookSettings
  readonly env?: Readonly<Record<string, string | undefined>>
}

/** JSON for the host; an empty text if nothing changes, since a host may show `{}` as text. Never throws. */
export async function runHook({
  host,
  event,
  input,
  settings,
  env = process.env,
}: HookCall): Promise<string> {
  const nothing = ''
  if (areHooksOff(env)) return nothing
  try {
    const events = hostNamed(host)?.events ?? {}
    const handler = Object.hasOwn(events, event) ? events[event] : undefined
    if (handler === undefined) throw optionError(`There is no event ${event} of ${host}.`)
    const payload: unknown = JSON.parse(await input())
    if (!isRecord(payload)) throw optionError('What the host sent is no object.')
    const answer = await handler(payload, toolsFor(settings))
    return answer === undefined ? nothing : JSON.stringify(answer)
  } catch (error) {
    logHookFailure(settings.storePath, `${host} ${event}`, error)
    return nothing
  }
}

function toolsFor(settings: HookSettings): HookTools {
  return {
    wrap: settings.wrap,
    shorten: (output, session) => shortenOutput(output, settings, session),
    ledger: async source => (await import('./long-work.ts')).readSessionLedger(source, settings),
    ledgerOfCompaction: async (session, transcript) =>
      (await import('./long-work.ts')).readLedgerOfCompaction(session, transcript, settings),
    keepLedger: async (session, text) =>
      (await import('./long-work.ts')).keepLedgerText(session, text, settings),
    takeLedger: async session => (await import('./long-work.ts')).takeLedgerText(session, settings),
    wrapped: command => wrappedCommand(command, settings),
  }
}

/** `node fovea.js hook wrap -- 'npm test'`: with full paths, since the host's shell may have another PATH. */
function wrappedCommand(command: string, { maxTokens, namedStore }: HookSettings): string {
  const store = namedStore === undefined ? '' : ` --store ${shellQuoted(namedStore)}`
  return `${ownCommand()} hook wrap --max-tokens ${maxTokens}${store} -- ${shellQuoted(command)}`
}

/** More than any host sends; larger input could be read but not shortened. */
const maxBytes = 256 * 1024 * 1024

/** Started once for each tool call: reads standard input, answers on standard output. */
export async function hookRun(args: readonly string[]): Promise<void> {
  const { words, settings } = readHookArguments(args)
  const [host = '', event = ''] = words
  const answer = await runHook({ host, event, input: () => readAll(process.stdin), settings })
  if (answer !== '') await print(process.stdout, `${answer}\n`)
}

async function readAll(stream: NodeJS.ReadStream): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of stream) {
    bytes += (chunk as Buffer).length
    if (bytes > maxBytes) throw optionError('What the host sent is too large.')
    chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks).toString('utf8')
}
