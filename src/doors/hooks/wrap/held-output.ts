/** Holds the output of a command in files until it ends, then prints it as it is, or shortened. */
import {
  closeSync,
  fstatSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isText, toText } from '../../../tokens/bytes.ts'
import { print } from '../print.ts'

export interface HeldOutput {
  /** File descriptors for the command. */
  readonly out: number
  readonly err: number
  /** Called if the command takes long: prints its first lines now, and more as they come, up to a limit. */
  goLive(): void
  /** Prints the rest, shortened by `shorten`; as it is if that returns `undefined`. */
  release(shorten: (text: string) => Promise<string | undefined>): Promise<void>
}

/** Maximum bytes that are printed live, for each stream. */
const maxLive = 4000
const everyMilliseconds = 250
/** A larger output is printed as it is. */
const maxBytes = 64 * 1024 * 1024

interface Held {
  readonly path: string
  readonly descriptor: number
  readonly stream: NodeJS.WriteStream
  /** Bytes that were already printed. */
  printed: number
}

/** Throws if no file can be created. */
export function holdOutput(): HeldOutput {
  const directory = mkdtempSync(join(tmpdir(), 'fovea-wrap-'))
  const hold = (name: string, stream: NodeJS.WriteStream): Held => {
    const path = join(directory, name)
    return { path, descriptor: openSync(path, 'a', 0o600), stream, printed: 0 }
  }
  const out = hold('out', process.stdout)
  const err = areOne() ? undefined : hold('err', process.stderr)
  const streams = err === undefined ? [out] : [out, err]
  let poll: NodeJS.Timeout | undefined
  return {
    out: out.descriptor,
    err: (err ?? out).descriptor,
    goLive() {
      poll ??= setInterval(() => {
        for (const held of streams) printLines(held)
      }, everyMilliseconds)
    },
    async release(shorten) {
      clearInterval(poll)
      for (const held of streams) {
        closeSync(held.descriptor)
        await printRest(held, shorten)
      }
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** `2>&1`: both streams go to the same place, where their order is visible. */
function areOne(): boolean {
  const [one, other] = [fstatSync(1), fstatSync(2)]
  return one.dev === other.dev && one.ino === other.ino
}

function printLines(held: Held): void {
  const room = maxLive - held.printed
  if (room <= 0) return
  const bytes = Buffer.alloc(room)
  const source = openSync(held.path, 'r')
  const read = readSync(source, bytes, 0, room, held.printed)
  closeSync(source)
  const end = bytes.subarray(0, read).lastIndexOf(0x0a) + 1
  if (end === 0) return
  held.printed += end
  held.stream.write(bytes.subarray(0, end))
}

async function printRest(held: Held, shorten: (text: string) => Promise<string | undefined>): Promise<void> {
  if (statSync(held.path).size === held.printed) return
  const rest = readFileSync(held.path).subarray(held.printed)
  const text = rest.length <= maxBytes && isText(rest) ? toText(rest) : undefined
  const shorter = text === undefined ? undefined : await shorten(text)
  await print(held.stream, shorter === undefined ? rest : `${shorter}\n`)
}
