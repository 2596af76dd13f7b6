/** A command by its first line, as what distinguishes it from others. */
import { commandStart } from '../../scan/command-start.ts'

/** A long script is known by how it begins. */
const maxKeyLength = 80

export function commandKey(command: string): string {
  const line = commandStart(command).split('\n', 1)[0] ?? ''
  return line
    .replace(/[ \t]+/g, ' ')
    .slice(0, maxKeyLength)
    .trim()
}
