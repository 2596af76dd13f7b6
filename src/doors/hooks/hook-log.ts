/** Logs failures of hooks in a file beside the store: a host must neither fail because of them nor show them. */
import { appendFileSync, renameSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { FoveaError } from '../../errors.ts'
import { localStorePathOf } from '../../store/default-path.ts'
import { homeDirectory } from '../../store/home-directory.ts'
import { makeDirectory } from '../../store/make-directory.ts'

const maxBytes = 256 * 1024

export function hookLogPath(storePath: string): string {
  return join(dirname(storePath), 'hooks.log')
}

/** Never throws. Logs the kind of error, never the output of a tool. */
export function logHookFailure(store: string, where: string, error: unknown): void {
  try {
    const path = hookLogPath(localStorePathOf(store, process.env, process.platform, homeDirectory()))
    makeDirectory(dirname(path), 0o700)
    if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > maxBytes) renameSync(path, `${path}.1`)
    appendFileSync(path, `${new Date().toISOString()} ${oneLine(where)}: ${oneLine(describe(error))}\n`, {
      mode: 0o600,
    })
  } catch {
    // The failure cannot be reported anywhere else.
  }
}

function describe(error: unknown): string {
  if (FoveaError.isInstance(error)) return `${error.code}: ${error.message}`
  if (!(error instanceof Error)) return 'something that is no error'
  const { code } = error as NodeJS.ErrnoException
  // The message of a JSON error quotes its input.
  return error instanceof SyntaxError
    ? 'what the host sent is no JSON'
    : `${error.name} ${code ?? error.message}`
}

function oneLine(text: string): string {
  return text.replace(/[\r\n]+/g, ' ').slice(0, 500)
}
