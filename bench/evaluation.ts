/** Every method beside every other on whole sessions: what each view shows of what the agent went on to use. */
import { type EvaluateOptions, evaluate } from '../src/tools/evaluate/evaluate.ts'
import { methods } from '../src/tools/evaluate/methods/index.ts'
import type { EvaluationReport } from '../src/tools/evaluate/report.ts'
import {
  cacheCostTable,
  compactionTable,
  decayTable,
  factsTable,
  futureUseTable,
} from './evaluation-tables.ts'
import { loadPeers } from './peers/load-peers.ts'
import { writeResults, writeTable } from './results.ts'
import { readSessions } from './session-files.ts'

/** The agent whose compactions can be read, and on which reference points are known. */
const reference = 'claude-code'

/** Writes `NAME.json` and a table for each metric, `NAME-….md`. */
export async function benchEvaluation(
  name: string,
  files: readonly string[],
  options: EvaluateOptions = {},
): Promise<EvaluationReport> {
  const peers = await loadPeers()
  const report = await evaluate(readSessions(files), {
    methods: [...methods, ...peers.methods],
    missing: peers.missing,
    onProgress: ({ done, cases }) =>
      process.stderr.write(`\revaluation: session ${done + 1} of ${files.length}, ${cases} cases `),
    ...options,
  })
  process.stderr.write('\n')
  for (const { name: session, why } of report.skipped.filter(each => !each.why.startsWith('too short')))
    process.stderr.write(`evaluation: left out ${session}: ${why}\n`)
  // Sessions are the owner's: what is kept of them is numbers.
  const { transcripts, skipped, ...kept } = report
  const counts = { transcripts: transcripts.length, withoutCases: skipped.length }
  writeResults(name, { ...kept, ...counts }, futureUseTable(report))
  const tables = {
    [reference]: report.groups.length > 1 ? futureUseTable(report, reference) : undefined,
    compactions: compactionTable(report, reference),
    facts: factsTable(report),
    decay: decayTable(report),
    'cache-cost': cacheCostTable(report),
  }
  for (const [metric, markdown] of Object.entries(tables))
    if (markdown !== undefined) writeTable(`${name}-${metric}`, markdown)
  return report
}
