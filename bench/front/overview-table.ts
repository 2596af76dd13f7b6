/** The one table of the README, from the results of three benchmarks. */
import { table } from '../evaluation-tables.ts'
import type { ExamResults } from '../exam/exam-table.ts'
import { readResults } from '../results.ts'
import { examScores } from './exam-scores.ts'

interface SessionResults {
  readonly long: readonly {
    readonly half: string
    readonly policy: string
    readonly prices: string
    readonly sessions: number
    readonly cost: number
    readonly use: number
  }[]
}

interface PipelineResults {
  readonly name: string
  readonly sessions: number
  readonly budgets: readonly { readonly budget: string; readonly exact: number; readonly cpuRatio: number }[]
}

const none = '–'

export function overviewTable(): string {
  const scores = examScores(readResults<ExamResults>('exam'))
  const score = (method: string): string => {
    const found = scores.get(method)
    return found === undefined ? none : `${found.score.toFixed(1)} %`
  }
  const { long } = readResults<SessionResults>('sessions')
  const heldOut = long.filter(({ half }) => half === 'held out')
  const { prices } = heldOut[0] ?? { prices: '' }
  const policy = (name: string): SessionResults['long'][number] => {
    const found = heldOut.find(each => each.policy === name && each.prices === prices)
    if (found === undefined) throw new Error(`There are no results of ${name}.`)
    return found
  }
  const policies = ['fovea session', 'masking, in steps', 'window, cut back when full'].map(policy)
  const [fovea, masking, window] = policies.map(({ cost }) => `${cost.toFixed(2)} ×`)
  const [foveaUse, maskingUse, windowUse] = policies.map(({ use }) => `${(100 * use).toFixed(1)} %`)
  const all = readResults<readonly PipelineResults[]>('pipeline-summary').at(-1)
  const exact = Math.min(...(all?.budgets ?? []).map(budget => budget.exact))
  const speed = all?.budgets.find(({ budget }) => budget === '30%')?.cpuRatio ?? Number.NaN
  const cases = scores.get('fovea')?.cases ?? 0
  return table(
    ['', 'Fovea', "the agent's own summary", 'masking old output', 'sliding window'],
    [
      [
        `questions answered from the view alone, at the size of that summary (${cases} sessions)`,
        score('fovea'),
        score('vendor-summary'),
        none,
        none,
      ],
      [
        'the same, with a note that a model writes',
        score('fovea-writer'),
        score('vendor-summary'),
        none,
        none,
      ],
      [
        `cost of a long session, against sending everything (${policies[0]?.sessions} sessions)`,
        fovea as string,
        none,
        masking as string,
        window as string,
      ],
      [
        'of what the agent used later, still in view',
        foveaUse as string,
        none,
        maskingUse as string,
        windowUse as string,
      ],
      [`every byte back (${all?.sessions} sessions)`, `${(100 * exact).toFixed(0)} %`, 'no', 'no', 'no'],
      [
        'CPU of one compression, against counting the tokens once',
        `${speed.toFixed(1)} ×`,
        'a model call',
        none,
        none,
      ],
    ],
    '–: not measured.',
  )
}
