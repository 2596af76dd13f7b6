/** Which hosts have our hooks, in which file, with which commands. */
import { hosts } from '../../hooks/hosts/index.ts'
import { configurationOf } from '../../hooks/install/configuration.ts'
import { describeError } from '../describe-error.ts'
import { surroundings } from './surroundings.ts'

export function hookStatus(): string {
  const around = surroundings()
  const lines: string[] = []
  for (const [name, host] of Object.entries(hosts)) {
    const user = configurationOf(host, 'user', around)
    for (const scope of ['user', 'project'] as const) {
      const { file, hooks } = scope === 'user' ? user : configurationOf(host, scope, around)
      // In the home directory both are one.
      if (scope === 'project' && file === user.file) continue
      try {
        const found = hooks(around.read(file) ?? '')
        if (found.length === 0 && scope === 'project') continue
        lines.push(`${name} (${scope}): ${found.length === 0 ? 'not installed' : file}`)
        lines.push(
          ...found.map(
            ({ event, matcher, command }) =>
              `  ${event}${matcher === undefined ? '' : ` [${matcher}]`}: ${command}`,
          ),
        )
      } catch (error) {
        lines.push(`${name} (${scope}): ${describeError(error)}`)
      }
    }
  }
  if (around.env['FOVEA_HOOKS'] !== undefined) lines.push(`FOVEA_HOOKS is ${around.env['FOVEA_HOOKS']}`)
  return `${lines.join('\n')}\n`
}
