/** `fovea hook wrap -- COMMAND`, without loading the rest of the command line. Ends with the exit code of the command. */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import type { ToolOutput } from '../../reduce/shorten-output/reduce-output.ts'
import { logHookFailure } from './hook-log.ts'
import { areHooksOff, readHookArguments } from './hook-settings.ts'
import { print } from './print.ts'
import { shortenOutput } from './shorten-output.ts'
import { type HeldOutput, holdOutput } from './wrap/held-output.ts'

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
    // At a terminal, output is shown immediately.
    isLeftAlone: areHooksOff(process.env) || process.stdout.isTTY === true,
    liveAfter: settings.liveAfter,
    onFailure: error => logHookFailure(settings.storePath, 'wrap', error),
    shorten: output => shortenOutput(output, settings),
  })
  if (signal !== null) process.kill(process.pid, signal)
  process.exitCode = code ?? 1
}

/** Runs a command in the shell and shortens its output: same exit code, same signals, same streams. */
interface WrapOptions {
  readonly isLeftAlone: boolean
  readonly liveAfter: number
  readonly shorten: (output: ToolOutput) => Promise<string | undefined>
  readonly onFailure: (error: unknown) => void
}

interface Ending {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

const forwarded: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT']

async function runWrapped(command: string, options: WrapOptions): Promise<Ending> {
  const held = options.isLeftAlone ? undefined : heldOrNot(options)
  // Background processes of the command may keep writing: to a file they can, while a pipe without a reader would end them.
  const [out, err] = held === undefined ? (['inherit', 'inherit'] as const) : [held.out, held.err]
  const child = spawn(shellFor(process.env), ['-c', command], { stdio: ['inherit', out, err] })
  const stopForwarding = forwardSignals(child)
  const live = held === undefined ? undefined : setTimeout(() => held.goLive(), options.liveAfter * 1000)
  const ending = await endOf(child, options.onFailure)
  clearTimeout(live)
  await held?.release(async text => {
    try {
      return await options.shorten({ text, command, isError: ending.code !== 0 })
    } catch (error) {
      options.onFailure(error)
      return undefined
    }
  })
  stopForwarding()
  return ending
}

function heldOrNot({ onFailure }: WrapOptions): HeldOutput | undefined {
  try {
    return holdOutput()
  } catch (error) {
    onFailure(error)
    return undefined
  }
}

/** Signals are forwarded and do not end this process: it still has output to print. */
function forwardSignals(child: ChildProcess): () => void {
  const listeners = forwarded.map(signal => [signal, () => void child.kill(signal)] as const)
  for (const [signal, listener] of listeners) process.on(signal, listener)
  return () => {
    for (const [signal, listener] of listeners) process.off(signal, listener)
  }
}

function endOf(child: ChildProcess, onFailure: (error: unknown) => void): Promise<Ending> {
  return new Promise(resolve => {
    child.on('error', error => {
      onFailure(error)
      resolve({ code: 127, signal: null })
    })
    child.on('exit', (code, signal) => resolve({ code, signal }))
  })
}

/** The shell in which agents expect their commands to run: the user's own if it is bash or zsh. */
function shellFor(env: Readonly<Record<string, string | undefined>>): string {
  for (const shell of [env['CLAUDE_CODE_SHELL'], env['SHELL']])
    if (shell !== undefined && ['bash', 'zsh'].includes(basename(shell)) && existsSync(shell)) return shell
  return existsSync('/bin/bash') ? '/bin/bash' : '/bin/sh'
}
