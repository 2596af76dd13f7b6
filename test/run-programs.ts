/**
 * Runs the programs that it is called with, one after another in this process, which loads what they share once, and
 * prints as JSON what each printed and what it failed with. A program that leaves something open keeps it from ending.
 */
import { pathToFileURL } from 'node:url'

export interface RanProgram {
  readonly program: string
  readonly said: string
  readonly complained: string
}

const print = process.stdout.write.bind(process.stdout)
const ran: { program: string; said: string; complained: string }[] = []

for (const program of process.argv.slice(2)) {
  const now = { program, said: '', complained: '' }
  ran.push(now)
  process.stdout.write = (chunk: string | Uint8Array): boolean => {
    now.said += String(chunk)
    return true
  }
  process.stderr.write = (chunk: string | Uint8Array): boolean => {
    now.complained += String(chunk)
    return true
  }
  try {
    await import(pathToFileURL(program).href)
  } catch (error) {
    now.complained += error instanceof Error ? (error.stack ?? error.message) : String(error)
  }
}
process.on('exit', () => print(JSON.stringify(ran)))
