/** Test runs: failures whole, passes counted, totals first. */

import { markdownOnly, testLine, testSummary, tickLine } from '../../scan/kind/content-lines.ts'
import { atEnd, both, most, not } from '../../scan/kind/kind-tests.ts'
import type { Content, Piece, Source } from './content.ts'
import type { Look } from './look.ts'
import { foldedPieces } from './output/fold.ts'
import { prefixLength } from './output-frame.ts'
import { holdsForMost } from './sample-lines.ts'
import { isGoTestEvent } from './test-run/go-test-json.ts'
import { isTestLine, runnersOf } from './test-run/test-line.ts'
import { TestRunReader } from './test-run/test-run-reader.ts'

export const testRun: Content = {
  name: 'test-run',
  detectors: [
    { rank: 60, why: 'a few lines of a test runner', test: most(0.06, testLine, 2) },
    {
      rank: 70,
      why: 'the counts of a test runner, where it prints them',
      test: both(atEnd(testSummary), not(most(0.04, markdownOnly))),
    },
    { rank: 80, why: 'mostly ticks and crosses', test: most(0.5, tickLine, 3) },
  ],
  fits,
  pieces,
}

/** Some run under others: `npx vitest`, `python -m pytest`, `uv run pytest`. */
const testProgram =
  /^(?:(?:npx|bunx|pnpm|yarn|uv|poetry|python3?|bundle|npm|bun)(?: -m| run| exec| dlx)? )?(?:go test|cargo (?:\+\S+ )?(?:test|t|nextest)|pytest|py\.test|vitest|jest|mocha|ava|rspec|phpunit|tox|unittest|ctest|playwright test|minitest|nose2?|test)\b|^(?:npm|pnpm|yarn|bun|deno|mise|just|make|task|node|mvnw?|gradlew?|swift|dotnet|mix|rake|python3?|manage\.py|django-admin)\b.*(?:\btests?\b|--test\b|\bt\b)/

function fits(look: Look): boolean {
  const {
    lines: sample,
    source: { kind },
  } = look
  const isKnown = look.runs(testProgram)
  if (!isKnown && kind !== 'test-run' && kind !== 'json' && kind !== 'other') return false
  if (holdsForMost(sample, Math.floor(sample.length / 2) + 1, isGoTestEvent)) return true
  const runners = runnersOf(sample.join('\n'))
  if (runners.length === 0) return false
  const needed = isKnown || kind === 'test-run' ? 1 : Math.max(3, sample.length * 0.5)
  return holdsForMost(sample, needed, line => isTestLine(line, prefixLength(line), runners))
}

function pieces(text: string, _source: Source): readonly Piece[] {
  return foldedPieces(new TestRunReader(text.split('\n'), runnersOf(text)).read())
}
