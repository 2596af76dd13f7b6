/** The files that went with a directory: removing it deletes each file in it that calls changed. */
import { directoriesAbove } from '../../scan/actions/shell/join-path.ts'
import { movedTo } from '../facts/file-facts.ts'
import { byTurn, type Fact } from '../ledger.ts'

/** `facts`: of files, in order. `nameOf`: the file that a fact is about, however its path is written. */
export function withRemovedFiles(facts: readonly Fact[], nameOf: (fact: Fact) => string): readonly Fact[] {
  const removed = new Set(facts.filter(removesAll).map(nameOf))
  /** The changed files that are there, by the directories that are removed some day. */
  const filesIn = new Map([...removed].map(directory => [directory, new Set<string>()]))
  const gone = facts.flatMap(fact => {
    if (fact.kind === 'read' || fact.isPattern === true) return []
    const path = nameOf(fact)
    const own = filesIn.get(path)
    if (own !== undefined && removesAll(fact)) {
      const { mayBeDirectory: _, ...deletion } = fact
      const files = [...own]
      own.clear()
      return files.map(about => ({ ...deletion, about }))
    }
    for (const directory of directoriesAbove(path)) {
      const files = filesIn.get(directory)
      if (fact.kind === 'deleted') files?.delete(path)
      else files?.add(path)
    }
    return []
  })
  return gone.length === 0 ? facts : [...facts, ...gone].sort(byTurn)
}

/** `rm -r docs`, which a directory of this name was or was not; what was moved is elsewhere. */
export function removesAll({ kind, text, mayBeDirectory }: Fact): boolean {
  return kind === 'deleted' && mayBeDirectory === true && text?.startsWith(movedTo) !== true
}
