/** `fovea hook wrap -- COMMAND` without the rest of the command line. Ends as the command ends. */
import { logHookFailure } from './hook-log.ts'
import { areHooksOff, readHookArguments } from './hook-settings.ts'
import { print } from './print.ts'
import { shortenOutput } from './shorten-output.ts'
import { runWrapped } from './wrap/run-wrapped.ts'

export async function hookWrap(args: readonly string[]): Promise<void> {
  const at = args.indexOf('--')
  const command = at < 0 ? '' : args.slice(at + 1).join(' ')
  if (command === '') {
    await print(process.stderr, 'fovea: name the command after --, as in: fovea hook wrap -- "npm test"\n')
    process.exitCode = 2
    return
  }
  const { settings } = readHookArguments(args.slice(0, at))
  const { code, signal } = await runWrapped(command, {
    // Whoever sits at a terminal wants to see it as it comes.
    isLeftAlone: areHooksOff(process.env) || process.stdout.isTTY === true,
    liveAfter: settings.liveAfter,
    onFailure: error => logHookFailure(settings.storePath, 'wrap', error),
    shorten: output => shortenOutput(output, settings),
  })
  if (signal !== null) process.kill(process.pid, signal)
  process.exitCode = code ?? 1
}
