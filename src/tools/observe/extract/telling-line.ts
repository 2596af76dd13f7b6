/** The line of an output that sums it up: how many tests passed, whether a build went through. */
import { printedText } from '../../../scan/actions/printed-text.ts'
import { graphemeCut } from '../../../scan/grapheme-cut.ts'

const tail = 4000
const longest = 160

/** From the most informative to the least; of equals, the last. */
const tellings: readonly RegExp[] = [
  // Tests  2 failed | 21 passed (23); 12 passed, 1 skipped in 0.4s; test result: ok. 3 passed; Ran 14 tests in 0.1s
  /\b\d{1,7} (?:tests? )?(?:passed|passing|failed|failing|failures?)\b|^Ran \d{1,7} tests?\b|^Tests: /,
  /^FAIL\b.{1,140}$|\b(?:BUILD SUCCESSFUL|BUILD FAILED|build succeeded|Compiled successfully)\b|\bFound \d{1,7} (?:errors?|problems?|issues?|fixable)\b|\b\d{1,7} (?:errors?|problems?|warnings?)\b/,
]

/** A true stretch of the output, but for its colours. */
export function tellingLine(answer: string): string | undefined {
  const lines = printedText(answer)
    .slice(-tail)
    .replace(ansi, '')
    .split('\n')
    .map(line => line.trim())
    .filter(line => line.length >= 4 && line.length <= 400)
  for (const telling of tellings) {
    const found = lines.findLast(line => telling.test(line))
    if (found !== undefined) return graphemeCut(found, longest).trimEnd()
  }
  return undefined
}

/** `ESC[32m` */
const ansi = /\p{Cc}\[[0-9;]{0,12}m/gu
