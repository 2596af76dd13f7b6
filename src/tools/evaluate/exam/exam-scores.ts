/** Computes the scores of the methods from the graded answers of all cases. */
import type { MethodInfo } from '../report.ts'
import type {
  CaseReport,
  GradedAnswer,
  LostExample,
  MethodDifference,
  MethodScores,
  Score,
  ViewReport,
} from './exam-report.ts'
import { type QuestionKind, questionKinds } from './question.ts'

/** Maximum number of examples of what a method lost. */
const maxExamples = 5

export function methodScores(
  cases: readonly CaseReport[],
  methods: readonly MethodInfo[],
): readonly MethodScores[] {
  return methods.map(({ name, describe, kind }) => {
    const views = cases.flatMap(({ views }) => views.filter(({ method }) => method === name))
    const answers = views.flatMap(view => view.answers)
    const usable = views.flatMap(view => view.usable ?? [])
    const all = scoreOf(views.map(view => gradesOf(view)))
    const kinds = questionKinds.flatMap(each => {
      const score = scoreOf(views.map(view => gradesOf(view, each)))
      return score === undefined ? [] : [[each, score] as const]
    })
    return {
      name,
      describe,
      kind,
      cases: views.length,
      tokens: mean(views.map(({ tokens }) => tokens)),
      ...(all === undefined ? {} : { all }),
      kinds: Object.fromEntries(kinds),
      ...(usable.length === 0 ? {} : { usable: { mean: mean(usable), cases: usable.length } }),
      wrong: answers.filter(({ grade }) => grade < 0).length,
      unknown: answers.filter(({ grade }) => grade === 0).length,
      lost: lostKinds(answers),
      examples: lostExamples(cases, name),
    }
  })
}

function gradesOf({ answers }: ViewReport, kind?: QuestionKind): readonly number[] {
  return answers.filter(answer => kind === undefined || answer.kind === kind).map(({ grade }) => grade)
}

function scoreOf(gradesOfCases: readonly (readonly number[])[]): Score | undefined {
  const own = gradesOfCases.filter(grades => grades.length > 0)
  const grades = own.flat()
  if (grades.length === 0) return undefined
  return { mean: mean(grades), ...bootstrapInterval(own), questions: grades.length, cases: own.length }
}

export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
}

function isLost({ grade }: Pick<GradedAnswer, 'grade'>): boolean {
  return grade <= 0
}

function lostKinds(answers: readonly GradedAnswer[]): MethodScores['lost'] {
  return [...Map.groupBy(answers, ({ kind }) => kind)]
    .map(([kind, own]) => ({ kind, lost: own.filter(isLost).length, of: own.length }))
    .filter(({ lost }) => lost > 0)
    .sort((one, other) => other.lost / other.of - one.lost / one.of || other.lost - one.lost)
}

/** First what other methods kept, since it could have been kept; then wrong answers. */
function lostExamples(cases: readonly CaseReport[], name: string): readonly LostExample[] {
  const found = cases.flatMap(({ name: of, questions, views }) => {
    const own = views.find(({ method }) => method === name)
    return (own?.answers ?? []).filter(isLost).flatMap(({ id, answer, grade }): LostExample[] => {
      const question = questions.find(each => each.id === id)
      if (question === undefined) return []
      const keptBy = views
        .filter(({ answers }) => answers.some(each => each.id === id && each.grade === 1))
        .map(({ method }) => method)
      return [
        {
          case: of,
          kind: question.kind,
          question: question.question,
          right: question.answer,
          given: answer,
          grade,
          keptBy,
        },
      ]
    })
  })
  return found
    .toSorted((one, other) => other.keptBy.length - one.keptBy.length || one.grade - other.grade)
    .slice(0, maxExamples)
}

/** Compared question by question, so that the difficulty of the questions does not matter. */
export function methodDifferences(
  cases: readonly CaseReport[],
  methods: readonly MethodInfo[],
): readonly MethodDifference[] {
  const ours = methods.find(({ kind }) => kind === 'fovea')?.name
  if (ours === undefined) return []
  return methods.flatMap(({ name }): MethodDifference[] => {
    if (name === ours) return []
    const differences = cases.map(({ views }) => {
      const [one, other] = [ours, name].map(wanted => views.find(({ method }) => method === wanted))
      return (one?.answers ?? []).flatMap(({ id, grade }) => {
        const theirs = other?.answers.find(answer => answer.id === id)
        return theirs === undefined ? [] : [grade - theirs.grade]
      })
    })
    const difference = scoreOf(differences)
    return difference === undefined ? [] : [{ method: ours, against: name, difference }]
  })
}

const resamples = 2000
/** Fewer cases do not support an interval. */
const minCases = 3

interface Interval {
  readonly low: number
  readonly high: number
}

/**
 * The 95 % interval of the mean over all values, by drawing whole cases with replacement: questions of one session are not
 * independent of each other, cases nearly are. Deterministic.
 */
export function bootstrapInterval(valuesOfCases: readonly (readonly number[])[]): Interval | undefined {
  const cases = valuesOfCases
    .filter(values => values.length > 0)
    .map(values => ({ sum: values.reduce((sum, value) => sum + value, 0), count: values.length }))
  if (cases.length < minCases) return undefined
  const random = seededRandom(cases.length)
  const means = Array.from({ length: resamples }, () => {
    let sum = 0
    let count = 0
    for (let draw = 0; draw < cases.length; draw += 1) {
      const drawn = cases[Math.floor(random() * cases.length)] as (typeof cases)[number]
      sum += drawn.sum
      count += drawn.count
    }
    return sum / count
  }).sort((one, other) => one - other)
  return {
    low: means[Math.floor(resamples * 0.025)] as number,
    high: means[Math.ceil(resamples * 0.975) - 1] as number,
  }
}

/** mulberry32: numbers from 0 to 1, the same for the same seed. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
