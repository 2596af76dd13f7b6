/** `fovea hook test`: what could be proven about an installation, and what only the host itself could prove. */
import { FoveaError } from '../../../errors.ts'
import type { Configuration } from '../../hooks/install/configuration.ts'
import { readConfiguration } from '../../hooks/install/hook-installation.ts'
import { isOnPath } from '../../hooks/on-path.ts'
import { runSelftest } from '../../hooks/selftest/run-selftest.ts'
import { typedCommand } from '../typed-command.ts'

export async function testHook({
  host,
  file,
  hooks,
}: Configuration): Promise<{ readonly text: string; readonly isProven: boolean }> {
  const installed = hooks(readConfiguration(file) ?? '')
  if (installed.length === 0)
    throw new FoveaError(
      'invalid-option',
      `No hooks of ours are in ${file}: ${typedCommand()} hook install ${host.name} --yes adds them.`,
      {
        place: { file },
      },
    )
  const checks = await runSelftest({ host, file }, installed)
  const lines = checks.map(
    ({ name, ok, detail }) => `${ok === undefined ? 'skip' : ok ? 'ok  ' : 'FAIL'}  ${name}: ${detail}`,
  )
  return {
    text: `${[file, ...lines, unproven(host.program)].join('\n')}\n`,
    isProven: checks.every(({ ok }) => ok !== false),
  }
}

/** The commands ran as the host documents it; that it does so is for the host to show. */
function unproven(name: string): string {
  return isOnPath(name)
    ? `not proven: that ${name} itself runs these hooks and uses their answers; it was not started, for that needs a model`
    : `not proven: that ${name} itself runs these hooks; it is not on PATH`
}
