/** A command from its first word on. */

/** Blank lines, lines that say nothing but that they go on (`\` and a line break), `set -e`. */
const nothingYet = /^(?:[ \t\r\n]|\\\r?\n|set -[a-z]{1,8}(?: pipefail)?[ \t]{0,4}(?:;|\n|&&))+/

export function commandStart(command: string): string {
  return nothingYet.test(command) ? command.replace(nothingYet, '') : command
}
