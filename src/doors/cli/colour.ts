/** Colour on a terminal, unless NO_COLOR or the terminal forbids it. */
import type { styleText } from 'node:util'

export function colour(
  style: Parameters<typeof styleText>[0],
  text: string,
  stream: NodeJS.WriteStream = process.stdout,
): string {
  return stream.isTTY === true && stream.hasColors()
    ? process.getBuiltinModule('node:util').styleText(style, text, { validateStream: false })
    : text
}
