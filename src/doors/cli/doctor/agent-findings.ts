/** Agents on this machine: whether they have our hooks and our server, and whether these could start. */
import { existsSync, readFileSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import { shellCommands } from '../../../scan/actions/shell/shell-commands.ts'
import { hookLogPath } from '../../hooks/hook-log.ts'
import { areHooksOff } from '../../hooks/hook-settings.ts'
import type { Surroundings } from '../../hooks/install/configuration.ts'
import { readConfiguration } from '../../hooks/install/hook-installation.ts'
import { isOnPath } from '../../hooks/on-path.ts'
import { describeError } from '../describe-error.ts'
import { agentsHere } from '../setup/agents-here.ts'
import { configurations } from '../setup/planned-parts.ts'
import { formatCount } from '../text-table.ts'
import { typedCommand } from '../typed-command.ts'
import type { Finding } from './finding.ts'

export function agentFindings(around: Surroundings, storePath: string): readonly Finding[] {
  const agents = agentsHere(around)
  return [
    ...(agents.length === 0
      ? [{ state: 'note' as const, about: 'agents', sentence: 'none that can be set up is on this machine.' }]
      : []),
    ...agents.flatMap(({ host, found }) =>
      configurations(host, around, {}).map(({ name, configuration }): Finding => {
        const about = `${host.title}, ${name}`
        try {
          const [hook] = configuration.hooks(readConfiguration(configuration.file) ?? '')
          if (hook === undefined)
            return {
              state: 'note',
              about,
              sentence: `not installed (${found}); "${typedCommand()} setup ${host.name}" does it.`,
            }
          const missing = hook.event === 'plugin' ? undefined : missingProgram(hook.command, around)
          return missing === undefined
            ? { state: 'ok', about, sentence: `installed in ${configuration.file}.` }
            : {
                state: 'wrong',
                about,
                sentence: `${configuration.file} calls ${missing}, which is not there; "${typedCommand()} setup ${host.name}" writes it anew.`,
              }
        } catch (error) {
          return { state: 'wrong', about, sentence: describeError(error) }
        }
      }),
    ),
    ...(areHooksOff(around.env)
      ? [
          {
            state: 'note' as const,
            about: 'hooks',
            sentence: 'FOVEA_HOOKS is off: nothing is shortened where it is set.',
          },
        ]
      : []),
    ...failures(storePath),
  ]
}

/** The program, or the script that it runs, that a configured command names and this machine has not. */
function missingProgram(command: string, { env }: Surroundings): string | undefined {
  const [program = '', ...words] = (shellCommands(command)[0]?.words ?? []).map(word => word.text)
  const isThere = isAbsolute(program) ? existsSync(program) : isOnPath(program, env)
  if (!isThere) return program
  const script = words[0]
  return script !== undefined && isAbsolute(script) && !existsSync(script) ? script : undefined
}

function failures(storePath: string): readonly Finding[] {
  const path = hookLogPath(storePath)
  if (!existsSync(path)) return []
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n')
  return [
    {
      state: 'note',
      about: 'hooks',
      sentence: `${path} has ${formatCount(lines.length, 'failure')}; the latest: ${lines.at(-1)}`,
    },
  ]
}
