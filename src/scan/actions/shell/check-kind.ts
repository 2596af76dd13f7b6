/** What a check looks at: `npm run lint` and `golangci-lint run ./...` are of one kind. */
import { wordSet } from '../../vocabulary/word-set.ts'

export type CheckKind = 'test' | 'lint' | 'types' | 'format' | 'build' | 'all'

const calledBy: readonly (readonly [CheckKind, RegExp])[] = [
  ['format', /\b(?:fmt|format|prettier|gofmt|goimports|black|isort)\b/],
  ['types', /\b(?:tsc|types|type-?check|mypy|pyright|svelte-check)\b/],
  [
    'lint',
    /lint\b|\b(?:lint|clippy|vet|ruff|flake8|biome|shellcheck|staticcheck|rubocop|phpstan|check|analyze)\b/,
  ],
  ['test', /tests?\b|\b(?:tests?|spec|jest|mocha|ava|tap|tox|nox|bats|cypress|playwright|e2e|coverage)\b/],
  ['build', /\b(?:build|compile|make|ninja|cmake|xcodebuild)\b/],
  ['all', /\b(?:ci|verify|validate|pre-commit)\b/],
]

const maxWords = 6

/** `check`: one part of the key of a command. Its paths do not change its kind. */
export function checkKind(check: string): CheckKind | undefined {
  const words = check.split(' ', maxWords).filter((word, at) => at === 0 || !/[/.=]/.test(word))
  const called = words.join(' ')
  return calledBy.find(([, pattern]) => pattern.test(called))?.[0]
}

const taskRunners = wordSet(
  'npm pnpm yarn bun make mise just task rake turbo nx gradle ./gradlew mvn ./mvnw tox nox hatch',
)
const projectTask =
  /^(?:run |-\w+ )?(?:test|tests|lint|build|check|typecheck|type-check|ci|verify|validate|fmt|format)(?::(?:ci|all))?$/

/** `npm test`, `mise run test:ci`: whatever the project has of this kind. */
export function isProjectTask(check: string): boolean {
  const blank = check.indexOf(' ')
  return blank > 0 && taskRunners.has(check.slice(0, blank)) && projectTask.test(check.slice(blank + 1))
}

/** Options that choose something which a run without them leaves out. */
const choosesOther = /(?:^|\s)-{1,2}(?:tags|features|all-features|config|project|profile|target|env)\b/

/** `npm run check`: linters, types and format. */
const isOverall = / check(?::(?:ci|all))?$/

/** Whether the task of a project runs what this check runs. */
export function isWithin(check: string, task: string): boolean {
  // Another task of the project may be left out of this one: `npm run test:e2e`.
  const isTask = taskRunners.has(check.split(' ', 1)[0] ?? '')
  if (!isProjectTask(task) || isTask || choosesOther.test(check)) return false
  const kind = checkKind(task)
  const own = checkKind(check)
  return kind === 'all' || kind === own || (isOverall.test(task) && (own === 'types' || own === 'format'))
}

/** What chooses nothing of a project. */
const ofAll = new Set(['.', './...', '-race'])

/** Whether one run holds another: `go test ./... -tags e2e` that of `go test ./app -tags e2e -run TestA`. */
export function isPartOf(check: string, wider: string): boolean {
  if (choosesOther.test(check) && !choosesOther.test(wider)) return false
  const words = new Set(check.split(' '))
  return wider.split(' ').every(word => words.has(word) || ofAll.has(word))
}
