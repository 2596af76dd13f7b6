/** `fovea doctor`: what is in order on this machine, and what is wrong, in one sentence each. */
import { Command } from 'commander'
import { agentFindings } from './doctor/agent-findings.ts'
import type { Finding } from './doctor/finding.ts'
import { machineFindings } from './doctor/machine-findings.ts'
import { proxyFindings } from './doctor/proxy-findings.ts'
import { storeFindings } from './doctor/store-findings.ts'
import { surroundings } from './hook/surroundings.ts'
import { localStorePath, storeOption, storePath } from './open-store.ts'
import { colour } from './terminal-colour.ts'
import { jsonText } from './write-result.ts'

interface Flags {
  readonly store?: string
  readonly port: string
  readonly json?: boolean
}

const marks = {
  ok: () => colour('green', 'ok   '),
  note: () => colour('dim', 'note '),
  wrong: () => colour('red', 'WRONG'),
} as const

export function doctorCommand(): Command {
  return new Command('doctor')
    .description('Check Node, store, hooks, MCP servers, proxy and agents; one sentence each')
    .option('-p, --port <number>', 'port of the proxy', '8787')
    .option('--json', 'print as JSON')
    .addOption(storeOption())
    .addHelpText('after', '\nEnds with exit code 1 where something is wrong.')
    .action(async ({ store, port, json }: Flags) => {
      const path = storePath(store)
      const around = surroundings()
      const findings: readonly Finding[] = [
        ...machineFindings(process.versions.node, around.env),
        ...storeFindings(path),
        ...agentFindings(around, localStorePath()),
        ...(await proxyFindings(port, around.env)),
      ]
      const wrong = findings.filter(({ state }) => state === 'wrong').length
      process.stdout.write(
        json
          ? jsonText(findings)
          : [
              ...findings.map(({ state, about, sentence }) => `${marks[state]()}  ${about}: ${sentence}\n`),
              wrong === 0
                ? 'Nothing is wrong.\n'
                : `${wrong} ${wrong === 1 ? 'thing is' : 'things are'} wrong.\n`,
            ].join(''),
      )
      if (wrong > 0) process.exitCode = 1
    })
}
