/** What a check looks at: `npm run lint` and `golangci-lint run ./...` are of one kind. */
import type { CheckKind } from '../../checks/checker.ts'
import { anyWord, checkerOf, checkers, checkerWords } from '../../checks/index.ts'

/** In the order in which they are tried, with the words that name them. */
const named: readonly (readonly [CheckKind, RegExp])[] = [
  ['format', /\b(?:fmt|format)/],
  ['types', /\b(?:types|type-?check)/],
  ['lint', /lint|\b(?:clippy|vet|check|analyze)/],
  ['test', /tests?|\b(?:spec|e2e|coverage)/],
  ['build', /\b(?:build|compile)/],
  ['all', /\b(?:ci|verify|validate)/],
]

const calledBy: readonly (readonly [CheckKind, RegExp])[] = named.map(([kind, { source }]) => {
  const some = checkers.filter(checker => checker.kind === kind)
  const programs = anyWord([...checkerWords('programs', some), ...checkerWords('taskPrograms', some)])
  return [kind, new RegExp(String.raw`(?:${source}|\b(?:${programs}))(?!\w)`)]
})

const maxWords = 6

/** `check`: one part of the key of a command. Its paths do not change its kind. */
export function checkKind(check: string): CheckKind | undefined {
  const words = check.split(' ', maxWords).filter((word, at) => at === 0 || !/[/.=]/.test(word))
  const called = words.join(' ')
  return calledBy.find(([, pattern]) => pattern.test(called))?.[0]
}

const projectTask =
  /^(run |-\w+ )?(?:test|tests|lint|build|check|typecheck|type-check|ci|verify|validate|fmt|format)(:(?:ci|all))?$/

/** `npm test`, `mise run test:ci`: whatever the project has of this kind. */
export function isProjectTask(check: string): boolean {
  return hasProjectTasks(check) && projectTask.test(check.slice(check.indexOf(' ') + 1))
}

function hasProjectTasks(check: string): boolean {
  return checkerOf.get(check.split(' ', 1)[0] ?? '')?.hasProjectTasks === true
}

/** Options that choose something which a run without them leaves out. */
export const choosesOther: RegExp =
  /(?:^|\s)-{1,2}(?:tags|features|all-features|config|project|profile|target|env)(?!\w)/

/** `npm run check`: linters, types and format. */
const overallTask = / check(?::(?:ci|all))?$/

/** Whether the task of a project runs what this check runs. */
export function isWithin(check: string, task: string): boolean {
  // Another task of the project may be left out of this one: `npm run test:e2e`.
  if (!isProjectTask(task) || hasProjectTasks(check) || choosesOther.test(check)) return false
  const kind = checkKind(task)
  const own = checkKind(check)
  return kind === 'all' || kind === own || (overallTask.test(task) && (own === 'types' || own === 'format'))
}

/** What chooses nothing of a project. */
const ofAll = new Set(checkerWords('wholeProject'))

/** Whether `wider` runs all that `check` runs: `go test ./... -tags e2e` includes `go test ./app -tags e2e -run TestA`. */
export function isPartOf(check: string, wider: string): boolean {
  if (choosesOther.test(check) && !choosesOther.test(wider)) return false
  const words = new Set(check.split(' '))
  return wider.split(' ').every(word => words.has(word) || ofAll.has(word))
}
