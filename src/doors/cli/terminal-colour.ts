/** Colour where a person sees it: on a terminal, unless NO_COLOR or the terminal itself says otherwise. */
import { styleText } from 'node:util'

export function colour(
  style: Parameters<typeof styleText>[0],
  text: string,
  stream: NodeJS.WriteStream = process.stdout,
): string {
  return stream.isTTY === true && stream.hasColors()
    ? styleText(style, text, { validateStream: false })
    : text
}
