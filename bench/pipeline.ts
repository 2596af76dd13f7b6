/** The pipeline on real transcripts: size, budget, restoration, validity, and CPU against counting the tokens once. */
import { compressSync } from '../src/compress.ts'
import { formatNamed } from '../src/formats/index.ts'
import { countMessages } from '../src/tokens/message-tokens.ts'
import { readTranscript } from '../src/transcripts/read-transcript.ts'
import type { Transcript } from '../src/transcripts/transcript.ts'
import { uncompressSync } from '../src/uncompress.ts'
import { corpusTranscripts } from './corpus-transcripts.ts'
import { cpuTime } from './cpu-time.ts'
import { longTalk } from './long-talk.ts'
import { exampleSession, writeResults } from './results.ts'
import { referenceCounter } from './speed/reference-counter.ts'

const budgets = [undefined, '50%', '30%', '15%'] as const

interface Case {
  readonly agent: string
  readonly tokens: number
  readonly countCpu: number
  readonly runs: readonly Run[]
}

interface Run {
  readonly budget: string
  readonly before: number
  readonly kept: number
  readonly met: boolean
  readonly fill: number
  readonly exact: boolean
  readonly valid: boolean
  readonly cpu: number
}

function measureCase(transcript: Transcript): Case {
  const { messages, agent } = transcript
  const format = formatNamed(transcript.format)
  const count = () => countMessages(format.read(messages), format.framing, referenceCounter)
  const counted = cpuTime(count)
  const runs = budgets.map((budget): Run => {
    const options = { format: format.name, strict: true, ...(budget === undefined ? {} : { budget }) }
    const { result, milliseconds } = cpuTime(() => compressSync(messages, options))
    const back = uncompressSync(result.messages, result.originalsByHash, { format: format.name })
    const { receipt } = result
    return {
      budget: budget ?? 'none',
      before: receipt.tokens.before.tokens,
      kept: receipt.tokens.after.tokens,
      met: receipt.budget?.met ?? true,
      fill: receipt.budget === undefined ? 1 : receipt.tokens.after.tokens / receipt.budget.tokens,
      exact: JSON.stringify(back.messages) === JSON.stringify(messages),
      // A digest may take the place of what was refused before.
      valid: format.check(result.messages).length <= format.check(messages).length,
      cpu: milliseconds,
    }
  })
  return { agent, tokens: counted.result, countCpu: counted.milliseconds, runs }
}

async function readCases(): Promise<readonly Case[]> {
  return [await readTranscript(exampleSession), ...(await corpusTranscripts())].map(measureCase)
}

function summarize(name: string, cases: readonly Case[]) {
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  const tokens = sum(cases.map(each => each.tokens))
  const countCpu = sum(cases.map(each => each.countCpu))
  return {
    name,
    sessions: cases.length,
    tokens,
    budgets: budgets.map((budget, index) => {
      const runs = cases.map(each => each.runs[index] as Run)
      return {
        budget: budget ?? 'none',
        keptRatio: sum(runs.map(run => run.kept)) / sum(runs.map(run => run.before)),
        met: runs.filter(run => run.met).length / runs.length,
        exact: runs.filter(run => run.exact).length / runs.length,
        valid: runs.filter(run => run.valid).length / runs.length,
        cpuRatio: sum(runs.map(run => run.cpu)) / countCpu,
      }
    }),
  }
}

const percent = (share: number): string => `${(100 * share).toFixed(share < 0.995 ? 1 : 0)} %`

export async function benchPipeline(): Promise<void> {
  // What is timed has run before: the tokenizer's tables are loaded, the code is compiled.
  for (const budget of budgets) compressSync(longTalk(500), budget === undefined ? {} : { budget })
  const cases = await readCases()
  const groups = [...Map.groupBy(cases.slice(1), each => each.agent)].map(([agent, group]) =>
    summarize(agent, group),
  )
  const rows = [
    summarize('the example session', cases.slice(0, 1)),
    ...groups,
    ...(groups.length > 0 ? [summarize('all transcripts', cases.slice(1))] : []),
  ]
  if (groups.length === 0) {
    process.stdout.write(
      `${markdown(rows)}\n\nThere is no corpus (name its directory with --corpus): nothing written.\n`,
    )
    return
  }
  const overall = rows.filter(({ name }) => !groups.some(group => group.name === name))
  writeResults('pipeline', rows, markdown(rows))
  writeResults('pipeline-summary', overall, markdown(overall))
}

/** One session is over before its code is compiled: its CPU time says nothing. */
function markdown(rows: readonly ReturnType<typeof summarize>[]): string {
  const lines = rows.flatMap(({ name, sessions, tokens, budgets: results }) =>
    results.map(
      ({ budget, keptRatio, met, exact, valid, cpuRatio }) =>
        `| ${name} (${sessions}) | ${tokens.toLocaleString('en-US')} | ${budget} | ${percent(keptRatio)} | ${percent(met)} | ${percent(exact)} | ${percent(valid)} | ${sessions === 1 ? '–' : cpuRatio.toFixed(2)} |`,
    ),
  )
  return [
    '| sessions | tokens | budget | tokens kept | budget met | byte-exact back | still valid | CPU / counting once |',
    '| --- | --: | --: | --: | --: | --: | --: | --: |',
    ...lines,
  ].join('\n')
}
