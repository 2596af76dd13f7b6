/** How fast the text techniques are, and whether ten times the text takes ten times as long. */
import { exactCounter } from '../../src/tokens/tokens.ts'
import { decodeText, encodeText } from '../../src/tools/documents/encode-text.ts'
import { compressNotationSync } from '../../src/tools/documents/notation/compress-notation.ts'
import { applyRules } from '../../src/tools/documents/rules/apply-rules.ts'
import { tierOf } from '../../src/tools/workspace/tiers.ts'
import { cpuTime } from '../cpu-time.ts'
import { table } from '../evaluation-tables.ts'

export interface Speed {
  readonly work: string
  readonly milliseconds: Readonly<Record<'one' | 'ten', number>>
}

const megabyte = 1_000_000

/** On prose and lists that do not repeat as a whole: each copy of the documents has its own numbers. */
export function measureSpeed(texts: readonly string[]): readonly Speed[] {
  const [one, ten] = [textOfLength(texts, megabyte), textOfLength(texts, 10 * megabyte)]
  const encoded = { one: encodeText(one).text, ten: encodeText(ten).text }
  // A counter of its own each time: none may remember.
  const works: Readonly<Record<string, (text: string, size: 'one' | 'ten') => unknown>> = {
    'counting tokens once': text => exactCounter().count(text),
    rules: text => applyRules(text),
    'ultra notation': text => compressNotationSync(text, { level: 'ultra' }),
    encode: text => encodeText(text),
    decode: (_, size) => decodeText(encoded[size]),
    'tier of 1,000 tokens': text => tierOf(text, 1000, exactCounter()),
  }
  return Object.entries(works).map(([work, run]) => ({
    work,
    milliseconds: {
      one: cpuTime(() => run(one, 'one')).milliseconds,
      ten: cpuTime(() => run(ten, 'ten')).milliseconds,
    },
  }))
}

function textOfLength(texts: readonly string[], length: number): string {
  const parts: string[] = []
  let total = 0
  for (let copy = 0; total < length; copy += 1)
    for (const text of texts) {
      const part = text.replace(/\d+/g, number => String(Number(number.slice(0, 9)) + copy))
      parts.push(part)
      total += part.length
      if (total >= length) break
    }
  return parts.join('\n').slice(0, length)
}

export function speedTable(speeds: readonly Speed[], bullets: number): string {
  return table(
    ['work', '1 MB, MB/s', '10 MB, MB/s', '10 MB / 1 MB'],
    speeds.map(({ work, milliseconds: { one, ten } }) => [
      work,
      (1000 / one).toFixed(1),
      (10_000 / ten).toFixed(1),
      (ten / one).toFixed(1),
    ]),
    `CPU time in one run, counting tokens included. Rules over a list of 400 bullets took ${bullets.toFixed(0)} ms.`,
  )
}

/** One list, as the known quadratic comparison of all bullets has it. */
export function measureBullets(): number {
  const text = Array.from(
    { length: 400 },
    (_, at) => `- server-${at} at 10.0.${at % 7}.${at % 250} port ${8000 + at}`,
  ).join('\n')
  applyRules(text)
  return cpuTime(() => applyRules(text)).milliseconds
}
