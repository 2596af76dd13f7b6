/** How old what git said of files that are not committed is. */
import type { Fact, Row } from '../../ledger/ledger.ts'
import { isChangedFile } from './is-changed-file.ts'

export interface StatusAge {
  /** The message that lists the files, where others came later that may have changed something; else `undefined`. */
  readonly oldSince: number | undefined
  /** Whether it comes before all edits: what it lists was not done here. */
  readonly isBeforeEdits: boolean
}

/** Both are unknown where files were committed since, or nothing was listed. */
export function statusAge(rows: readonly Row[]): StatusAge {
  const git = rows.flatMap(({ section, facts }) => (section === 'git' ? facts : []))
  const status = latest(
    git,
    ({ about, kind, source }) => about === 'uncommitted' && kind === 'shown' && source !== undefined,
  )
  if (status === undefined || git.some(({ kind, turn }) => kind === 'committed' && turn >= status.turn))
    return { oldSince: undefined, isBeforeEdits: false }
  const edits = rows.filter(isChangedFile).flatMap(({ facts }) => facts.filter(({ kind }) => kind !== 'read'))
  const later = edits.filter(({ turn }) => turn > status.turn)
  return {
    oldSince: later.length > 0 ? status.turn : undefined,
    isBeforeEdits: edits.length > 0 && later.length === edits.length,
  }
}

function latest(facts: readonly Fact[], isMeant: (fact: Fact) => boolean): Fact | undefined {
  return facts
    .filter(isMeant)
    .reduce<Fact | undefined>(
      (last, fact) => (last !== undefined && last.turn > fact.turn ? last : fact),
      undefined,
    )
}
