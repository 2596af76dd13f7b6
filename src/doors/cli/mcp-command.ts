/** `fovea mcp`: the tools and the originals for any client of the Model Context Protocol. */
import { Command, Option } from 'commander'
import type { Store } from '../../store/store.ts'
import { isLoopbackHost } from '../http/loopback-host.ts'
import { portOption } from './number-option.ts'
import { shownStore, storeOption, withServedStore } from './open-store.ts'

/** Never an option: other users can read the arguments of a process. */
const tokenVariable = 'FOVEA_MCP_TOKEN'

interface Flags {
  readonly http?: number
  readonly host: string
  readonly allowHost?: readonly string[]
  readonly token?: string
  readonly store?: string
}

export function mcpCommand(): Command {
  return new Command('mcp')
    .description('Serve compress, expand, search, ledger and stats to clients of the Model Context Protocol')
    .option(
      '--http <port>',
      'over HTTP on this port instead of standard input; 0 for any that is free',
      portOption('--http'),
    )
    .option('--host <address>', 'address to listen on, with --http', '127.0.0.1')
    .option('--allow-host <name...>', 'host names that clients may use, with --http')
    .addOption(
      new Option('--token <secret>', 'what clients must show as a bearer token, with --http').env(
        tokenVariable,
      ),
    )
    .addOption(storeOption())
    .addHelpText(
      'after',
      `
Examples:
  claude mcp add fovea -- fovea mcp                  in Claude Code
  codex mcp add fovea -- fovea mcp                   in Codex
  fovea mcp --http 3333                              then: http://127.0.0.1:3333/mcp
  FOVEA_MCP_TOKEN=… fovea mcp --http 3333 --host 0.0.0.0 --allow-host box.internal`,
    )
    .action((flags: Flags) =>
      withServedStore(flags.store, store =>
        flags.http === undefined ? serveStdio(store) : serveHttp(flags, flags.http, store),
      ),
    )
}

async function serveStdio(store: Store): Promise<void> {
  const { serveMcpStdio } = await import('../mcp/index.ts')
  const { ended, close } = serveMcpStdio({ store })
  await Promise.race([ended, untilSignalled()])
  await close()
}

async function serveHttp(flags: Flags, port: number, store: Store): Promise<void> {
  const { listenMcpHttp } = await import('../mcp/index.ts')
  const { host, allowHost, token } = flags
  const isLocal = isLoopbackHost(host)
  const server = await listenMcpHttp({
    store,
    port,
    host,
    allowedHosts: allowHost,
    token,
    sessionFiles: isLocal,
  })
  process.stdout.write(`fovea mcp on ${server.url}\n`)
  process.stderr.write(
    `fovea: clients read every original in ${shownStore(flags.store)}, and "compress" and "ledger" write to it; Ctrl-C stops it\n`,
  )
  if (!isLocal)
    process.stderr.write(
      `fovea: ${host} can be reached by others: anyone with the token can read every original, in plain HTTP. Session files are not read.\n`,
    )
  await untilSignalled()
  await server.close()
}

/** A blocking read in the kernel keeps the process alive after everything is closed. */
const maxMillisecondsToEnd = 3000

/** For servers: the first SIGINT or SIGTERM requests an orderly end, the second kills. */
function untilSignalled(): Promise<void> {
  return new Promise(resolve => {
    const stop = (): void => {
      // Without a listener, the next signal has its default effect.
      process.off('SIGINT', stop).off('SIGTERM', stop)
      setTimeout(() => process.kill(process.pid, 'SIGKILL'), maxMillisecondsToEnd).unref()
      resolve()
    }
    process.on('SIGINT', stop).on('SIGTERM', stop)
  })
}
