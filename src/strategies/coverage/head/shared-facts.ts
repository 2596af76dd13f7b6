/** Facts about all rows of a ledger, which many of its rows need. */
import type { Row } from '../../../ledger/ledger.ts'
import { holds } from '../../../measure/probes/atoms.ts'
import { checkKind } from '../../../scan/actions/shell/check-kind.ts'
import { baseName, pathFromRoot } from '../facts/common-root.ts'
import { isChangedFile } from './is-changed-file.ts'
import { isRequest } from './is-request.ts'

export interface SharedFacts {
  readonly rows: readonly Row[]
  readonly lastRequest: number
  readonly requestBefore: number
  /** The last message about any task. */
  readonly lastTask: number
  /** Deleted files and directories, by the names that are shown. */
  readonly removed: ReadonlySet<string>
  /** Paths of files that were changed, as calls wrote them. */
  readonly changed: ReadonlySet<string>
  /** File names that several of them have. */
  readonly namesakes: ReadonlySet<string>
  /** The targets of builds, by file name, and when each was first built. */
  readonly built: ReadonlyMap<string, number>
  /** Files that git lists as changed. */
  readonly uncommitted: ReadonlySet<string>
  /** Whether the last request, a failed check or an open error mentions it. */
  readonly isSpokenOf: (name: string) => boolean
}

export function sharedFacts(rows: readonly Row[], root: string | undefined): SharedFacts {
  const changes = rows.find(({ section, key }) => section === 'git' && key === 'uncommitted')
  const lastOf = (is: (row: Row) => boolean): number =>
    rows.filter(is).reduce((latest, { last }) => Math.max(latest, last), -1)
  const lastRequest = lastOf(isRequest)
  const requestBefore = lastOf(row => isRequest(row) && row.last < lastRequest)
  const spoken = rows
    .filter(
      row =>
        (row.section === 'checks' && row.state === 'failed') ||
        (row.section === 'errors' && row.state === 'open') ||
        (isRequest(row) && row.last === lastRequest),
    )
    .map(({ value }) => value)
    .join('\n')
  const changed = rows.filter(isChangedFile).map(({ key }) => key)
  return {
    rows,
    lastRequest,
    requestBefore,
    lastTask: lastOf(({ section }) => section === 'tasks'),
    removed: new Set(rows.filter(isDeleted).map(({ key }) => pathFromRoot(key, root))),
    changed: new Set(changed),
    namesakes: new Set(
      Map.groupBy(changed, baseName)
        .entries()
        .flatMap(([name, own]) => (own.length > 1 ? [name] : [])),
    ),
    built: builtNames(rows),
    uncommitted: new Set(changes?.value.split(', ')),
    isSpokenOf: name => holds(spoken, name),
  }
}

/** `go build ./cmd/app`, `make bin/app`; the first build of several counts. */
function builtNames(rows: readonly Row[]): ReadonlyMap<string, number> {
  const builds = rows
    .filter(({ section, key }) => section === 'checks' && checkKind(key) === 'build')
    .reverse()
  return new Map(
    builds.flatMap(({ key, first }) => key.split(' ').map(word => [baseName(word), first] as const)),
  )
}

export function isDeleted({ section, state }: Row): boolean {
  return section === 'files' && /(?<!perhaps )deleted$/.test(state)
}
