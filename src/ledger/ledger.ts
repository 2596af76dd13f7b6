/** The words of the ledger: facts that were said or done, and the rows that they add up to. */
import type { TextReplacement } from '../scan/actions/edit-lines.ts'
import type { Role } from '../types.ts'

export type SectionName =
  | 'intent'
  | 'talk'
  | 'turns'
  | 'subagents'
  | 'files'
  | 'commands'
  | 'checks'
  | 'git'
  | 'errors'
  | 'decisions'
  | 'tasks'
  | 'doing'
  | 'state'
  | 'questions'
  | 'next'
  | 'constraints'

/** In the order in which they are shown: what is read last is followed best, so rules come last. */
export const sectionTitles: Readonly<Record<SectionName, string>> = {
  intent: 'Session Intent',
  talk: 'What the user said',
  turns: 'How turns ended',
  subagents: 'Subagents',
  files: 'Files',
  commands: 'Commands',
  checks: 'Checks',
  git: 'Git',
  errors: 'Errors',
  decisions: 'Decisions',
  tasks: 'Tasks',
  doing: 'Since the last request',
  state: 'Current State',
  questions: 'Open Questions',
  next: 'Next Steps',
  constraints: 'Constraints',
}

/** Sections that are shown only where they hold something. */
export const shownIfFilled: ReadonlySet<string> = new Set<SectionName>([
  'turns',
  'subagents',
  'tasks',
  'doing',
])

/** Sections that a caller adds are shown before this one, under the name that the caller gave them. */
export const firstAfterCustom: SectionName = 'tasks'

export type FactKind =
  // intent: what the user asked for, first or later; `acknowledged` is an answer that asks for nothing new
  | 'asked'
  | 'asked again'
  | 'acknowledged'
  // intent: the prompt of a command without typed words; the words that rejected a call
  | 'prompted'
  | 'redirected'
  // talk: a message, an answer given through a tool, a call that was not allowed
  | 'typed'
  | 'chose'
  | 'rejected'
  // files; `wrote` says that the whole file was written, not whether it was there before
  | 'wrote'
  | 'created'
  | 'read'
  | 'modified'
  | 'deleted'
  // commands, and errors by what failed; `finished`: it is not known whether it succeeded
  | 'ok'
  | 'finished'
  | 'failed'
  | 'rejected'
  | 'ran'
  // checks
  | 'passed'
  // the repository: what is so, a commit that was made, and of files that are not committed which go into the next
  // commit, which are changed too, and which no longer are
  | 'shown'
  | 'committed'
  | 'staged'
  | 'changed'
  | 'restored'
  // a branch that was checked out in place of another; `created`: one that was made
  | 'switched'
  // errors: a tool would not do what it was asked to do to a file
  | 'refused'
  // errors that the user reported, and the user's word that they are gone
  | 'reported'
  | 'fixed'
  // what the user replied; a decision where it replies to a question
  | 'answered'
  // prose of a model
  | 'written'
  // sentences
  | 'said'
  | 'replaced'
  | 'amended'
  | 'blocked'
  // the agent's last words of a turn, and what a subagent answered
  | 'concluded'
  // since the last request: a step that the agent said it would take, and the latest call that edits a file
  | 'announced'
  | 'edited'
  // items of a to-do list
  | 'pending'
  | 'active'
  | 'done'
  | 'cancelled'

/** Where a fact was read: the hash of its block leads to the words themselves. */
export interface Source {
  readonly block: number
  /** SHA-256 of the text of the block, in hex. */
  readonly hash: string
  /** The identifier that the message carries. */
  readonly id?: string
}

/** A function, type, test, key or heading, with its head as it is written: of the new side unless it is removed. */
export interface SymbolChange {
  readonly how: 'added' | 'changed' | 'removed'
  readonly name: string
  readonly signature: string
}

/** One thing that one message says. Facts are never changed: merging ledgers is the union of their facts. */
export interface Fact {
  /** A section, or the title of a caller's. */
  readonly section: string
  readonly kind: FactKind
  /** The path, command, sentence or item that it refers to, to the letter. */
  readonly about: string
  /** Number of the message that says it, counted from 0. Stored ledgers call it `turn`, so the name stays. */
  readonly turn: number
  /** Place among the facts of its message and section. */
  readonly order: number
  readonly by: Role
  /** What changed in the file, how the command came out, why it was decided, what was asked, which call was rejected, what is so. */
  readonly text?: string
  /** Definitions that an edit adds, changes or removes. */
  readonly changes?: readonly SymbolChange[]
  /** The lines of an edit, without unchanged ones: `+` and `-` in front, new lines first. */
  readonly lines?: readonly string[]
  /** Texts inside lines that an edit replaces everywhere in its file. */
  readonly replacements?: readonly TextReplacement[]
  /** Whether it happened is not known: part of a script that failed, a call without an answer, `… || true`. */
  readonly isDoubtful?: true
  /** `about` is a pattern of the shell: which of the known files it changed is not known. */
  readonly isPattern?: true
  /** What was removed with all that is below it: it does not count among the files that were changed. */
  readonly mayBeDirectory?: true
  /** `about` is only the beginning of the text. */
  readonly isCut?: true
  /** `about` is only the end of the text. */
  readonly isEnd?: true
  readonly exitCode?: number
  /** The whole command, where others begin alike; of the repository and of a check, the directory that a command ran in. */
  readonly whole?: string
  /**
   * An error that is known to be gone, where the facts that show it are not: since when, and after which changes. Of a check that was
   * read back from a printed ledger: since when it is one of other code.
   */
  readonly goneAt?: number
  readonly goneAfter?: string
  /** The state of an error, not known to be gone, in the printed ledger that it was read back from. */
  readonly renderedState?: 'unverified' | 'past'
  /** A test that was announced to fail. */
  readonly isExpected?: true
  /** A check that was read back from a printed ledger: the files that were changed after it ran, and the command of git that put other code in place. */
  readonly changedSince?: string
  /** A change of a file that was read back from a printed ledger: the message that shows its commit. */
  readonly committedAt?: number
  /** What was read back from a printed ledger: the branch that it was done on, where that was not the one of then; empty of a check in another worktree. */
  readonly branch?: string
  /** A check as it was typed, where its words come in another order. */
  readonly typed?: string
  /** Tests that the command says have passed, or that the error says have failed. */
  readonly tests?: readonly string[]
  /** The number by which an agent calls an item of its list. */
  readonly task?: string
  /** Which list an item is on, where it is not that of a tool: the path of a file, or `messages`. */
  readonly list?: string
  /** Absent in a ledger that was read back from its printed form. */
  readonly source?: Source
}

/** What the facts about one thing add up to. */
export interface Row {
  readonly section: string
  readonly key: string
  /** `created, modified`; `open`; `exit 1`; `done` … Empty where there is nothing to say; `hidden`: kept, not shown. */
  readonly state: string
  readonly value: string
  /** The reason of a decision, the files that were changed before an error was gone or since a check ran. */
  readonly note?: string
  /** For a file: what all edits together changed, and their lines; an edit replaces an earlier one of the same place. */
  readonly changes?: readonly SymbolChange[]
  readonly lines?: readonly string[]
  /** For a file without uncommitted edits: the message that shows the commit of its last edit. */
  readonly committedAt?: number
  /** For a file that was edited again after a commit of it: the first of these edits. */
  readonly openSince?: number
  /** The branch that a file was committed or a check run on, where it is not the current one; empty where its name is not known. */
  readonly branch?: string
  readonly by: Role
  /** Messages of the session, counted from its beginning: a view of earlier messages counts as all of them. */
  readonly first: number
  readonly last: number
  /** Message of the row that took its place. */
  readonly supersededBy?: number
  /** A later message that changes it in part, takes back the edits of a task, or puts other code in place of what was checked. */
  readonly amendedBy?: number
  /** Where it comes from, in order. */
  readonly facts: readonly Fact[]
}

/** Plain JSON. */
export interface Ledger {
  /** 4 counts messages from 1 (`ledgerJson`). */
  readonly version: 2
  /** Number of the message that comes next. */
  readonly turns: number
  /** In the order of the sections, and in each in the order of events. */
  readonly rows: readonly Row[]
  /** Titles of the sections that the caller added. */
  readonly custom: readonly string[]
  /** Rows by section that an earlier printed ledger left out, in a ledger that was read back from it. */
  readonly omitted: Readonly<Record<string, number>>
}

/** Whether one fact comes before another. */
export function byTurn(one: Fact, other: Fact): number {
  return one.turn - other.turn || one.order - other.order
}
