/** Incremental compression: an anchor marks how far an earlier round has read, by text and not by position. */
import type { Measured } from '../reduce/plan.ts'
import type { Anchor } from '../types.ts'

/** The position of the last text among equal texts. */
export function anchorOf(hashes: readonly (string | undefined)[]): Anchor | undefined {
  const hash = hashes.findLast(candidate => candidate !== undefined)
  return hash === undefined
    ? undefined
    : { hash, occurrence: hashes.filter(candidate => candidate === hash).length }
}

type Since =
  | { readonly found: true /** How many blocks an earlier round has seen. */; readonly seen: number }
  /** The history is a different one: all of it is new. */
  | { readonly found: false }

/** How many blocks an earlier round has seen; 0 if there was none. */
export function seenBlocks(blocks: readonly Pick<Measured, 'hash'>[], anchor: Anchor | undefined): number {
  const since = anchor === undefined ? undefined : sinceAnchor(blocks, anchor)
  return since?.found === true ? since.seen : 0
}

export function sinceAnchor(blocks: readonly Pick<Measured, 'hash'>[], { hash, occurrence }: Anchor): Since {
  let times = 0
  const index = blocks.findIndex(block => {
    if (block.hash === hash) times += 1
    return times === occurrence
  })
  return index < 0 || occurrence < 1 ? { found: false } : { found: true, seen: index + 1 }
}
