/** How a whole store is read in parts, to be copied to another one. */
import type { Original, Run, Store } from './store.ts'

/** The progress of a copy: the last copied run, and the last copied original without a run. */
export interface CopyPosition {
  readonly run: number
  readonly original: number
}

interface CopiedRun {
  readonly id: number
  readonly run: Run
}

export interface CopiedState {
  readonly session: string
  readonly name: string
  readonly value: string
}

type Later<Result> = Result | Promise<Result>

/** What a kind of store provides so that it can be copied. Purged originals are left out. */
export interface Copying {
  /** The next runs, with the originals that they used and all views of those; empty at the end. */
  runsAfter(id: number): Later<readonly CopiedRun[]>
  /** The next originals that no run used. */
  originalsAfter(id: number): Later<readonly { readonly id: number; readonly original: Original }[]>
  statesAfter(session: string, name: string): Later<readonly CopiedState[]>
  /** `record` under a key, so that the same run is recorded only once. */
  recordAs?(run: Run, key: string): Promise<void>
}

/** By object identity. */
const known = new WeakMap<object, Copying>()

export function rememberCopying(store: Store, copying: Copying): void {
  known.set(store, copying)
}

export function copyingOf(store: Store): Copying | undefined {
  return known.get(store)
}
