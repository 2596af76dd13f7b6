/** The value of each line of a failed test: what was expected, and where, comes first. */
import type { PieceValue } from '../content.ts'
import { anyOf, fitsAt } from '../output/any-of.ts'
import { severityOf } from '../severity.ts'

const telling = anyOf(
  /E {2,}\S|> {2,}\S/, // pytest
  // The place and what was wrong. A lookahead gives nothing back: the first `test` of a name is the only one tried.
  /\s*(?=(?<toTest>\S*?(?:[Tt]est|[Ss]pec)))\k<toTest>\S*\.\w{1,5}:\d+:/,
  /\s*(?:[-+] )?(?:Expected|Received|Actual|expected|received|actual|want|got|left|right|Error Trace|Error|Messages|message|operator|code|location|Diff)\b.{0,40}:/,
  /\s*[-+] (?:Expected|Received|expected|actual)\b/,
  /\s*(?:error|Error|panic|thread '|assertion|Assertion|expect\(|assert\b|Failure)/,
  /\s*❯ \S+:\d+|\s*(?:# )?[^\s/\\]*[/\\]\S+:\d+|\s*--> \S/,
)
/** `12 | …`, `   | …` */
const codeFrame = anyOf(/\s*\d+ ?[|│]|\s*[|│]/)
/** `> 12 |   expect(x)`, `   |  ^` */
const failingCode = anyOf(/\s*> ?\d+ ?[|│]|\s*(?:[|│] *)?\^/)
const change = anyOf(/\s{0,8}[-+](?:\s|$)/)

export const isChange = (line: string): boolean => fitsAt(change, line)

export function failureValue(line: string): PieceValue {
  if (line.trim() === '') return 'noise'
  if (fitsAt(failingCode, line)) return 'useful'
  if (fitsAt(codeFrame, line)) return 'plain'
  return fitsAt(telling, line) || severityOf(line) !== undefined ? 'key' : 'useful'
}
