/** Where the views of a session are held against what its agent used next. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hashText } from '../src/tokens/hash.ts'
import { cutAt } from '../src/tools/evaluate/cut.ts'
import type { History } from '../src/tools/evaluate/history.ts'
import { type Need, needsOf } from '../src/tools/evaluate/needs.ts'

/** As shares of the requests. */
const shares = [0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]

export interface Look {
  readonly request: number
  readonly needs: readonly Need[]
}

/** What takes longest depends on nothing that a session does: it is kept in a temporary folder, by session and by rule. */
export function looksOf({ text, messages, counters }: History, steps: readonly number[]): readonly Look[] {
  const folder = join(tmpdir(), 'fovea-bench-looks')
  const file = join(folder, `${hashText(JSON.stringify([rules, shares, steps, hashText(text)]))}.json`)
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as readonly Look[]
  const looks = shares.flatMap(share => {
    const request = Math.floor(steps.length * share)
    const at = steps[request]
    return at === undefined ? [] : [{ request, needs: needsOf(cutAt(messages, at), counters.ranker) }]
  })
  mkdirSync(folder, { recursive: true })
  writeFileSync(file, JSON.stringify(looks))
  return looks
}

/** What a need is, as it is written down. */
const rules: string = hashText(
  ['tools/evaluate/needs.ts', 'tools/evaluate/cut.ts', 'measure/probes/atoms.ts', 'scan/spoken-text.ts']
    .map(file => readFileSync(join(import.meta.dirname, '../src', file), 'utf8'))
    .join('\n'),
)
