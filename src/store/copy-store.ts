/** Copies everything in one store to another, continuing from where an earlier copy stopped. */
import { optionError } from '../errors.ts'
import { uuidOf } from '../tokens/hash.ts'
import type { Store } from './store.ts'
import { type CopyPosition, copyingOf } from './store-copying.ts'

export interface CopyReport {
  /** Compressions. */
  readonly runs: number
  /** Sent to the other store, which may already have had them. */
  readonly originals: number
  readonly states: number
}

interface CopyOptions {
  /** Names the source in the progress that the target records. */
  readonly name: string
  readonly onStep?: (report: CopyReport) => void
}

const session = 'fovea copy'

export async function copyStore(source: Store, target: Store, options: CopyOptions): Promise<CopyReport> {
  const copying = copyingOf(source)
  if (copying === undefined)
    throw optionError(`${options.name} cannot be copied: its kind of store is not read in parts.`)
  if (await isSame(source, target)) throw optionError('A store cannot be copied into itself.')
  const counts = { runs: 0, originals: 0, states: 0 }
  const noted = await target.state(session, options.name)
  let version = noted?.version ?? 0
  let position: CopyPosition = noted === undefined ? { run: 0, original: 0 } : JSON.parse(noted.value)
  const moveTo = async (next: CopyPosition): Promise<void> => {
    position = next
    if (await target.setState(session, options.name, JSON.stringify(position), version)) version += 1
    options.onStep?.({ ...counts })
  }
  const recordAs = copyingOf(target)?.recordAs
  for (;;) {
    const runs = await copying.runsAfter(position.run)
    if (runs.length === 0) break
    for (const { id, run } of runs) {
      if (recordAs === undefined) await target.record(run)
      else await recordAs(run, uuidOf(`${options.name} ${id}`))
      if (run.receipt !== undefined) counts.runs += 1
      counts.originals += run.originals.length
      await moveTo({ ...position, run: id })
    }
  }
  for (;;) {
    const loose = await copying.originalsAfter(position.original)
    const last = loose.at(-1)
    if (last === undefined) break
    await target.put(loose.map(({ original }) => original))
    counts.originals += loose.length
    await moveTo({ ...position, original: last.id })
  }
  for (let at = { session: '', name: '' }; ; ) {
    const states = await copying.statesAfter(at.session, at.name)
    const last = states.at(-1)
    if (last === undefined) break
    for (const each of states)
      if (each.session !== session && (await target.setState(each.session, each.name, each.value, 0)))
        counts.states += 1
    at = last
  }
  options.onStep?.({ ...counts })
  return counts
}

/** Two addresses may name one store, such as `store.db` and `./store.db`: the source then has what the target is given. */
async function isSame(source: Store, target: Store): Promise<boolean> {
  const mark = crypto.randomUUID()
  const before = await target.state(session, markName)
  await target.setState(session, markName, mark, before?.version ?? 0)
  return (await source.state(session, markName))?.value === mark
}

const markName = 'mark'
