/** Which commands print test runs, and which print builds. */
import type { CheckKind } from '../../scan/checks/checker.ts'
import { anyChecker, anyWord, checkers, checkerWords } from '../../scan/checks/index.ts'

function programsOf(...kinds: readonly CheckKind[]): readonly string[] {
  return checkerWords(
    'programs',
    checkers.filter(({ kind }) => kind !== undefined && kinds.includes(kind)),
  )
}

/** Some are run by other programs: `npx vitest`, `python -m pytest`, `uv run ruff`. */
const under = `^((?:npx|bunx|pnpm|yarn|uv|poetry|python3?|bundle|npm|bun)( -m| run| exec| dlx)? )?`
const subcommandPrograms = anyWord(checkerWords('subcommandPrograms'))
/** `./gradlew` is known by its name. */
const taskPrograms = anyWord(checkerWords('taskPrograms').map(program => program.replace('./', '')))

export const testProgram: RegExp = new RegExp(
  [
    String.raw`${under}(?:test|${anyWord(programsOf('test'))}|(?:${subcommandPrograms}) (\+\S+ )?(?:test|t|nextest|coverage))(?!\w)`,
    String.raw`^(?:${taskPrograms}|node|python3?|manage\.py|django-admin)(?!\w).*(?:\btests?\b|--test\b|\bt\b)`,
  ].join('|'),
)

export const buildProgram: RegExp = new RegExp(
  [
    String.raw`${under}(?:${anyWord(programsOf('lint', 'types', 'format', 'build'))}|${anyChecker('builders').source}|(?:${subcommandPrograms}) (\+\S+ )?(?:build|check|clippy|fmt|vet|b|c))(?!\w)`,
    String.raw`^(?:${taskPrograms})(?!\w).*\b(?:build|lint|typecheck|check|fmt|format|compile)(?!\w)`,
  ].join('|'),
)
