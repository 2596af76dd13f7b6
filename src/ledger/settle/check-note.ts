/** What came after a check ran: `rebase since; 2 files changed since: a.ts, b.ts`. */

interface CheckNote {
  /** The command of git that put other code in place. */
  readonly rewrite?: string | undefined
  /** `2 files changed since: a.ts, b.ts`; empty where none were. */
  readonly changed: string
}

export function checkNote({ rewrite, changed }: CheckNote): string {
  return [rewrite === undefined ? '' : `${rewrite} since`, changed].filter(part => part !== '').join('; ')
}

const rewriteMark = /^([a-z-]{2,20}) since(?:; |$)/

export function readCheckNote(note: string): CheckNote {
  const [mark = '', rewrite] = rewriteMark.exec(note) ?? []
  return { rewrite, changed: note.slice(mark.length) }
}
