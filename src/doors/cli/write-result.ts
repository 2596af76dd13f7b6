/** Writes the result of a command: to a file, completely or not at all, or to standard output. */
import { realpathSync, statSync } from 'node:fs'
import { chmod, rename, rm, writeFile } from 'node:fs/promises'
import { errorAtFile, FoveaError } from '../../errors.ts'
import { fitted } from './text-table.ts'

export async function writeResult(content: string | Uint8Array, out: string | undefined): Promise<void> {
  if (out === undefined || out === '-') {
    process.stdout.write(content)
    return
  }
  let unfinished: string | undefined
  try {
    const before = statSync(out, { throwIfNoEntry: false })
    // A device or a pipe, such as /dev/null, is written to; replacing it with a file would break it for everyone.
    if (before?.isFile() === false) return await writeFile(out, content)
    // A link is kept, and so are the permissions of an overwritten file.
    const file = before === undefined ? out : realpathSync(out)
    unfinished = `${file}.${process.pid}.tmp`
    await writeFile(unfinished, content, { mode: before?.mode })
    if (before !== undefined) await chmod(unfinished, before.mode)
    await rename(unfinished, file)
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause)
    // If it cannot be removed, it was not created.
    if (unfinished !== undefined) await rm(unfinished, { force: true }).catch(() => {})
    // The name of the temporary file would only confuse the user.
    const why = unfinished === undefined ? message : message.replaceAll(unfinished, out)
    throw errorAtFile('file-unwritable', out, `Cannot write ${out}: ${why}.`, cause)
  }
}

/** Indented JSON with a final line break. */
export function indentedJson(value: unknown): string {
  try {
    return `${JSON.stringify(value, null, 2)}\n`
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause
    throw new FoveaError(
      'invalid-transcript',
      'The messages are nested too deeply, or are too large, to be written as JSON.',
      { cause },
    )
  }
}

/** Texts fitted to the terminal, anything else as JSON. */
export function printResult(result: object | string): void {
  process.stdout.write(typeof result === 'string' ? fitted(result) : indentedJson(result))
}

/** Throws if a result would overwrite its own input. */
export function refuseToOverwrite(input: string, out: string | undefined): void {
  if (out === undefined || input === '-') return
  if (samePath(input, out))
    throw errorAtFile('invalid-option', out, `-o ${out} is the input itself; name another file.`)
}

function samePath(a: string, b: string): boolean {
  try {
    return realpathSync(a) === realpathSync(b)
  } catch {
    return false
  }
}
