/** `fovea uncompress`: restores the originals of a view. */
import { Command } from 'commander'
import { formatNamed } from '../../formats/index.ts'
import type { SyncStore } from '../../store/store.ts'
import { handleOf } from '../../tokens/handle.ts'
import { hashBytes } from '../../tokens/hash.ts'
import type { Transcript } from '../../transcripts/transcript.ts'
import { type Missing, uncompressSync } from '../../uncompress.ts'
import { exitCodes } from './exit-codes.ts'
import { formatCount, formatNumber } from './format-number.ts'
import { openExistingStore, shownStore, storeOption } from './open-store.ts'
import { readSessionFile } from './read-session-file.ts'
import { fitted } from './text-table.ts'
import { indentedJson, refuseToOverwrite, writeResult } from './write-result.ts'

interface Flags {
  readonly store?: string
  readonly output?: string
  readonly messages?: boolean
  readonly partial?: boolean
}

export function uncompressCommand(): Command {
  return new Command('uncompress')
    .description(
      'Bring a view back: the exact file it was made from, or its messages where the view was changed since',
    )
    .argument('<file>', 'a view that "fovea compress" wrote, or - for standard input')
    .option('-o, --output <file>', 'where the result goes (default: standard output)')
    .option('--messages', 'restore the messages of the view, even where the whole source file is stored')
    .option('--partial', 'write what can be restored where some originals are missing')
    .addOption(storeOption())
    .addHelpText(
      'after',
      `
Examples:
  fovea uncompress view.json -o session.jsonl    the source file, byte for byte
  fovea uncompress view.json --messages          the messages with every original in its place`,
    )
    .action(run)
}

async function run(file: string, flags: Flags): Promise<void> {
  refuseToOverwrite(file, flags.output)
  const { transcript, source } = await readSessionFile(file, { strict: true, keepsSource: true })
  const store = openExistingStore(flags.store)
  try {
    const whole = flags.messages || source === undefined ? undefined : sourceOf(source, store)
    if (whole !== undefined) return await writeResult(whole, flags.output)
    const { messages, restored, missing } = uncompressSync(transcript.messages, store, {
      format: transcript.format,
      strict: true,
    })
    const isWritten = missing.length === 0 || flags.partial === true
    if (isWritten) await writeResult(indentedJson(withMessages(transcript, messages)), flags.output)
    process.stderr.write(fitted(missingLines(missing)))
    process.stderr.write(
      fitted(
        isWritten
          ? restoredLine(restored, missing, flags.store)
          : `Nothing was written: ${formatCount(missing.length, 'original')} of ${formatCount(missing.length + restored, 'original')} cannot be restored from ${shownStore(flags.store)}; --partial writes what can.\n`,
      ),
    )
    if (missing.length > 0) process.exitCode = exitCodes.handle
  } finally {
    store.close()
  }
}

/** A view that is not in the store is not an error, but the user must not take it for a restored one. */
function restoredLine(restored: number, missing: readonly Missing[], store: string | undefined): string {
  return restored + missing.length > 0
    ? `${formatCount(restored, 'original')} restored\n`
    : `Nothing was restored: ${shownStore(store)} knows no text of it as one that replaced another. Its messages were written as they are.\n`
}

const maxListed = 20

function missingLines(missing: readonly Missing[]): string {
  const lines = missing
    .slice(0, maxListed)
    .map(({ message, why }) => `message ${message + 1} stays as it is: ${why}\n`)
  const more = missing.length - lines.length
  return more > 0 ? `${lines.join('')}… and ${formatNumber(more)} more\n` : lines.join('')
}

/** The file that this output was made from, if the store has it. */
function sourceOf(output: Uint8Array, store: SyncStore): Uint8Array | undefined {
  const hash = hashBytes(output)
  const view = store.views([hash]).get(hash)
  return view === undefined ? undefined : store.get(handleOf(view.original, view.original.length))
}

function withMessages({ request, format }: Transcript, messages: readonly unknown[]): unknown {
  return request === undefined ? messages : { ...request, [formatNamed(format).request.messages]: messages }
}
