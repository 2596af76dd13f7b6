/** Formatters that change files and complain of nothing. */
import { checkKind, isProjectTask } from './check-kind.ts'
import { checksIn } from './command-check.ts'

/** `prettier --check .`, `gofmt -l .`, `biome format`: other formatters change files, and do not complain of them. */
const onlyCompares = /check|verify|diff|list|dry-run|exit-if| -[cdl]\b|^biome format(?!.* --(?:write|fix))/

/** `gofmt -w a.go`, `prettier --write src`; one part of the key of a command. */
export function isRewriting(check: string): boolean {
  return checkKind(check) === 'format' && !onlyCompares.test(check)
}

/** Whether a command does nothing else; what a task of the project does, `npm run format`, is not known. */
export function onlyFormats(key: string): boolean {
  return checksIn(key).every(part => isRewriting(part) && !isProjectTask(part))
}
