/** Facts about all rows of a ledger, which many of its rows need. */
import type { Row } from '../../../ledger/ledger.ts'
import { placeMark } from '../../../ledger/settle/main-repository.ts'
import { holds } from '../../../measure/probes/atoms.ts'
import { checkKind } from '../../../scan/actions/shell/check-kind.ts'
import { fileName } from '../../../scan/actions/shell/join-path.ts'
import { pathFromRoot } from '../facts/common-root.ts'
import { isChangedFile } from './is-changed-file.ts'
import { addedState, isRequest } from './is-request.ts'

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
  /** Whether a build made a file before it was deleted. */
  readonly isBuilt: (row: Row) => boolean
  /** Files that git lists as changed. */
  readonly uncommitted: ReadonlySet<string>
  /** Whether the last request, a failed check or an open error mentions it. */
  readonly isSpokenOf: (name: string) => boolean
  /** Whether the last request, what was added to it or a task names it. */
  readonly isNamed: (name: string) => boolean
}

/** `requestAt`: what a person sent with a message, also what they pasted. */
export function sharedFacts(
  rows: readonly Row[],
  root: string | undefined,
  requestAt: (turn: number) => string,
): SharedFacts {
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
        (isRequest(row) && row.last === lastRequest) ||
        (row.state === addedState && row.last > lastRequest),
    )
    .map(({ value }) => value)
    .join('\n')
  const tasks = rows.flatMap(({ section, value }) => (section === 'tasks' ? [value] : []))
  const named = new Set([spoken, requestAt(lastRequest), ...tasks].join('\n').match(/\w{3,}/g))
  const changed = rows.filter(isChangedFile).map(({ key }) => key)
  return {
    rows,
    lastRequest,
    requestBefore,
    lastTask: lastOf(({ section }) => section === 'tasks'),
    removed: new Set(rows.filter(isDeleted).map(({ key }) => pathFromRoot(key, root))),
    changed: new Set(changed),
    namesakes: new Set(
      Map.groupBy(changed, fileName)
        .entries()
        .flatMap(([name, own]) => (own.length > 1 ? [name] : [])),
    ),
    isBuilt: builtFiles(rows),
    uncommitted: new Set(changes?.value.replace(placeMark, '').split(', ')),
    isSpokenOf: name => holds(spoken, name),
    isNamed: name => named.has(name.slice(name.lastIndexOf('.') + 1)),
  }
}

interface BuiltFile {
  readonly first: number
  /** The end of the path that it was built from: `/cmd/app`. */
  readonly source?: string
}

function builtFiles(rows: readonly Row[]): SharedFacts['isBuilt'] {
  const builds = rows.filter(({ section, key }) => section === 'checks' && checkKind(key) === 'build')
  // The first build of several counts.
  const built = new Map(builds.reverse().flatMap(outputsOf))
  return ({ key, first }) => {
    const file = built.get(fileName(key))
    return (
      file !== undefined && file.first < first && (file.source === undefined || !key.endsWith(file.source))
    )
  }
}

/** By name: `app` of `go build ./cmd/app`, `make bin/app` and `cc -o bin/app`. */
function outputsOf({ key, first }: Row): readonly (readonly [string, BuiltFile])[] {
  const words = key.split(' ')
  const isMake = /^(?:make|ninja)$/.test(words[0] ?? '')
  return words.flatMap((word, at) => {
    if (isMake || words[at - 1] === '-o') return [[fileName(word), { first }] as const]
    const isPackage = words[0] === 'go' && word.startsWith('./')
    return isPackage ? [[fileName(word), { first, source: word.slice(1) }] as const] : []
  })
}

export function isDeleted({ section, state }: Row): boolean {
  return section === 'files' && /(?<!perhaps )deleted$/.test(state)
}
