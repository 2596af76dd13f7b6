/** Scores of the methods from the graded answers of all cases. */
import type { MethodInfo } from '../report.ts'
import { bootstrapInterval } from './bootstrap.ts'
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

/** Examples of what a method lost. */
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

/** What others kept comes first: it could have been kept. Then what was wrong. */
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

/** Question by question, so that how hard the questions were does not count. */
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
