/** A command from its first word on. */

/** Blank lines, and lines that say nothing but that they go on: `\` and a line break. */
const nothingYet = /^(?:[ \t\r\n]|\\\r?\n)+/

export function commandStart(command: string): string {
  return nothingYet.test(command) ? command.replace(nothingYet, '') : command
}
