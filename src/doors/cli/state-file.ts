/** The state of a session in a file: read before a compression, written after it. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { errorAtFile } from '../../errors.ts'
import type { Receipt } from '../../receipt.ts'
import type { ResumeState } from '../../types.ts'
import { checkedState } from '../../view/resume-state.ts'

/** `undefined` if there is no such file yet. */
export async function readState(file: string): Promise<ResumeState | undefined> {
  if (!existsSync(file)) return undefined
  try {
    const state = JSON.parse(await readFile(file, 'utf8')) as ResumeState
    checkedState(state)
    return state
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw errorAtFile('file-unreadable', file, `${file} is not a state that can be read: ${why}`, cause)
  }
}

/** Throws if the state belongs to another session: it is neither used nor overwritten. */
export function refuseMismatch({ notes }: Receipt, file: string): void {
  const mismatch = notes.find(({ code }) => code === 'state-mismatch')
  if (mismatch !== undefined)
    throw errorAtFile(
      'invalid-transcript',
      file,
      `${mismatch.message} ${file} stays as it is; name another --state to start a new one.`,
    )
}
