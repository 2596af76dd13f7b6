/** Formats the numbers of a report for people, and finds them in the report. */
import { looksRandom } from '../../../scan/secrets/secret-value.ts'
import { findSecrets } from '../../../scan/secrets/secrets.ts'
import type {
  Average,
  BudgetScores,
  CompactionScores,
  EvaluationReport,
  GroupScores,
  MethodInfo,
} from '../../../tools/evaluate/report.ts'
import { terminalLine } from '../text-table.ts'

/** The main budget of the page is the nearest to this that the report has. */
const usualShare = 0.15

export function headlineShare({ shares }: EvaluationReport): number {
  const distance = (share: number): number => Math.abs(share - usualShare)
  return shares.reduce(
    (best, share) => (distance(share) < distance(best) ? share : best),
    shares[0] ?? usualShare,
  )
}

const nothing: GroupScores = {
  name: 'all',
  transcripts: 0,
  tokens: 0,
  budgets: [],
  compactions: [],
  decay: [],
  cacheCost: [],
}

/** The scores of all sessions together. */
export function everything({ groups }: EvaluationReport): GroupScores {
  return groups[0] ?? nothing
}

export function scoresAt({ budgets }: GroupScores, method: string, share: number): BudgetScores | undefined {
  return budgets.find(scores => scores.method === method && scores.share === share)
}

/** Our first method that ran. */
export function ourMethod({ methods }: EvaluationReport): MethodInfo | undefined {
  return methods.find(({ kind, missing }) => kind === 'fovea' && missing === undefined)
}

export function vendorMethod({ methods }: EvaluationReport): MethodInfo | undefined {
  return methods.find(({ kind }) => kind === 'vendor')
}

/** A view up to this many times the agent's own summary counts as the same size. */
const sameSize = 1.05

/** The scores of one method at the agent's own compactions. */
export function compactionScores(
  { compactions }: GroupScores,
  method: MethodInfo | undefined,
): (CompactionScores & { readonly isOver: boolean }) | undefined {
  const scores = compactions.find(each => each.method === method?.name)
  return scores === undefined ? undefined : { ...scores, isOver: scores.size.mean > sameSize }
}

/** The agent's own summary, and our view if it is no larger. */
export function comparedMethods(report: EvaluationReport): readonly MethodInfo[] {
  return [vendorMethod(report), ourMethod(report)].flatMap(method =>
    method !== undefined && compactionScores(everything(report), method)?.isOver === false ? [method] : [],
  )
}

/** `0.153` is `15 %`; a missing number is a dash. */
export function percent(share: Average | number | undefined): string {
  if (share === undefined) return '–'
  const value = 100 * (typeof share === 'number' ? share : share.mean)
  return `${value > 0 && value < 1 ? value.toFixed(1) : Math.round(value)} %`
}

/** A budget as it was given: `0.125` is `12.5 %`. */
export function budgetText(share: number): string {
  return `${Number((100 * share).toFixed(2))} %`
}

export function multiple(average: Average | undefined): string {
  return average === undefined ? '–' : `${average.mean.toFixed(2)} ×`
}

/** `3 of 4`: in how many cases. */
export function times(average: Average | undefined): string {
  return average === undefined ? '–' : `${Math.round(average.mean * average.cases)} of ${average.cases}`
}

const maxLength = 60

/** Examples of names that a view lost, without any that could be a credential. */
export function showableNames(atoms: readonly string[], maxNames: number): readonly string[] {
  return atoms
    .filter(atom => !looksRandom(atom) && findSecrets(atom).length === 0)
    .slice(0, maxNames)
    .map(atom => terminalLine(atom, maxLength))
}
