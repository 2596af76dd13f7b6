/** What a terminal shows of an output, where programs colour lines and write over them. */
import { lazyPattern } from '../../tokens/lazy-pattern.ts'

/** A rule that fills the rest of a line. */
const rule = /[━─═]{4,400}$/

/** Without empty lines. */
export function terminalLines(text: string): readonly string[] {
  const hasReturns = text.includes('\r')
  const hasColours = text.includes('\u001B')
  const lines: string[] = []
  for (const written of text.split('\n')) {
    const shown = hasReturns ? withoutReturns(written) : written
    const line = (hasColours ? withoutColours(shown) : shown).replace(rule, '').trim()
    if (line !== '') lines.push(line)
  }
  return lines
}

/** What a terminal shows of a line that was written over. */
function withoutReturns(line: string): string {
  const written = line.endsWith('\r') ? line.slice(0, -1) : line
  return written.slice(written.lastIndexOf('\r') + 1)
}

/** `ESC[32m` */
const colour = lazyPattern(String.raw`\p{Cc}\[[0-9;]{0,12}m`, 'gu')

function withoutColours(line: string): string {
  return line.replace(colour(line), '')
}
