/** Reads a file or standard input as a transcript, with its bytes if they are requested and few enough to be kept. */
import { readFile, stat } from 'node:fs/promises'
import { FoveaError } from '../../errors.ts'
import { readTranscript, readTranscriptFrom } from '../../transcripts/read-transcript.ts'
import type { Transcript } from '../../transcripts/transcript.ts'
import { formatNumber } from './format-number.ts'
import { progress } from './progress.ts'

/** Larger files are read as a stream and not kept whole. */
const maxBytesKept = 64 * 1024 * 1024

export interface SessionInput {
  readonly name: string
  readonly transcript: Transcript
  /** The exact bytes of the file. */
  readonly source?: Uint8Array
}

interface ReadSessionOptions {
  readonly strict?: boolean | undefined
  /** Whether the session comes with its source. @default false */
  readonly keepsSource?: boolean
}

export async function readSessionFile(
  file: string,
  { strict = false, keepsSource = false }: ReadSessionOptions,
): Promise<SessionInput> {
  const bar = progress()
  const readOptions = {
    strict,
    onProgress: ({ bytes }: { bytes: number }) => bar.update(`reading ${formatNumber(bytes / 1e6)} MB`),
  }
  try {
    if (file === '-') {
      const source = await readStandardInput('a session')
      const transcript = await readTranscriptFrom(source, readOptions)
      return { name: 'standard input', transcript, ...(keepsSource ? { source } : {}) }
    }
    const transcript = await readTranscript(file, readOptions)
    return {
      name: file,
      transcript,
      ...(keepsSource && (await canBeKept(file)) ? { source: await readFile(file) } : {}),
    }
  } finally {
    bar.done()
  }
}

/** A pipe can be read only once. */
async function canBeKept(file: string): Promise<boolean> {
  const info = await stat(file)
  return info.isFile() && info.size <= maxBytesKept
}

/** Reads all of standard input; a terminal there is an error, not a wait. */
export async function readStandardInput(what: string): Promise<Uint8Array> {
  if (process.stdin.isTTY)
    throw new FoveaError(
      'file-unreadable',
      `Nothing on standard input: pipe ${what} into it, or name a file.`,
    )
  return Buffer.concat(await Array.fromAsync(process.stdin))
}
