/** `fovea hook test`: what could be proven about an installation, and what only the host itself could prove. */
import { FoveaError } from '../../../errors.ts'
import type { HostName } from '../../hooks/contracts/contract.ts'
import type { Configuration } from '../../hooks/install/configuration.ts'
import { readConfiguration } from '../../hooks/install/hook-installation.ts'
import { isOnPath } from '../../hooks/on-path.ts'
import { proveCommandHost } from '../../hooks/selftest/prove-command-host.ts'
import { provePluginHost } from '../../hooks/selftest/prove-plugin-host.ts'

const binaries: Readonly<Record<HostName, string>> = {
  'claude-code': 'claude',
  codex: 'codex',
  opencode: 'opencode',
  'gemini-cli': 'gemini',
  pi: 'pi',
}

export async function testHook({
  host,
  file,
  hooks,
}: Configuration): Promise<{ readonly text: string; readonly isProven: boolean }> {
  const installed = hooks(readConfiguration(file) ?? '')
  if (installed.length === 0)
    throw new FoveaError(
      'invalid-option',
      `No hooks of ours are in ${file}: fovea hook install ${host} --yes adds them.`,
      {
        place: { file },
      },
    )
  const checks =
    host === 'opencode' || host === 'pi'
      ? await provePluginHost(host, file)
      : await proveCommandHost(host, installed)
  const lines = checks.map(
    ({ name, ok, detail }) => `${ok === undefined ? 'skip' : ok ? 'ok  ' : 'FAIL'}  ${name}: ${detail}`,
  )
  return {
    text: `${[file, ...lines, unproven(host)].join('\n')}\n`,
    isProven: checks.every(({ ok }) => ok !== false),
  }
}

/** The commands ran as the host documents it; that it does so is for the host to show. */
function unproven(host: HostName): string {
  const name = binaries[host]
  return isOnPath(name)
    ? `not proven: that ${name} itself runs these hooks and uses their answers; it was not started, for that needs a model`
    : `not proven: that ${name} itself runs these hooks; it is not on PATH`
}
