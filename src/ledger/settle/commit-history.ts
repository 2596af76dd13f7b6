/** The commits that were made and are still there, and what the last one is called now. */
import { noHash, perhaps } from '../../scan/actions/git-statement.ts'
import type { Fact } from '../ledger.ts'
import { hasMark, withMark } from './main-repository.ts'

/** In place of the hash of a commit that was rebased since. */
const rebasedMark = '(rebased)'
const beforeRebase = ' (before the rebase)'
/** After a rebase that printed nothing: it may have had nothing to do. */
export const perhapsRebased = ' (perhaps rebased since)'

/** For older commits, the changed files are enough. */
const maxEarlier = 5
const between = ' | '

export class CommitHistory {
  /** Hash and subject; the hash as it is now. */
  #name = ''
  #last: Fact | undefined
  #rehashed: Fact | undefined
  /** In order. */
  readonly #made: Fact[] = []
  readonly #bySubject = new Map<string, Fact>()
  /** By the beginning of a hash: a fast-forward shows nothing else of a commit. */
  readonly #subjects = new Map<string, string>()
  #isReplaced = false
  /** How many of them may be gone, or have other hashes. */
  #doubtful = 0
  /** What a printed ledger says of those before the last, until there is another last. */
  #recalled: Fact | undefined
  /** A rebase stopped since the last commit that is known: HEAD is at another. */
  #isBeforeRebase = false
  #silentRebase: Fact | undefined

  /** What shows the last commit. */
  get last(): Fact | undefined {
    return this.#last
  }

  get hash(): string {
    return hashIn(this.#name)
  }

  /** The next commit takes the place of the last. */
  replaceLast(): void {
    this.#isReplaced = true
  }

  /** A commit was made; what it is called is not always shown. Returns the one whose place it takes. */
  make(fact: Fact): Fact | undefined {
    const replaced = this.#isReplaced ? this.#made.pop() : undefined
    if (!this.#isReplaced) this.#recalled = undefined
    this.#doubtful = Math.min(this.#doubtful, this.#made.length)
    this.#isReplaced = false
    this.#made.push(fact)
    if (fact.about === 'last commit') {
      const subject = subjectIn(this.#name)
      this.#bySubject.set(subjectIn(fact.text), fact)
      this.show(fact)
      // `git commit -q --amend --no-edit`
      if (replaced !== undefined && fact.text === noHash) this.#name = `${noHash} ${subject}`.trimEnd()
    }
    return replaced
  }

  show(fact: Fact): void {
    const { text = '' } = fact
    this.#isBeforeRebase = hasMark(fact, beforeRebase)
    this.#silentRebase = hasMark(fact, perhapsRebased) ? fact : undefined
    const name = this.#isBeforeRebase ? text.replace(beforeRebase, '') : text
    this.#name = this.#withSubject(this.#silentRebase === undefined ? name : name.replace(perhapsRebased, ''))
    this.#rehashed = undefined
    this.#last = fact
  }

  #withSubject(name: string): string {
    const key = hashIn(name).slice(0, minHashLength)
    const subject = subjectIn(name)
    if (subject !== '') this.#subjects.set(key, subject)
    return subject === '' ? `${name} ${this.#subjects.get(key) ?? ''}`.trimEnd() : name
  }

  /** What rebased the last commit, where its new hash is not known. */
  get rebase(): Fact | undefined {
    return this.#rehashed?.text === '' ? this.#rehashed : undefined
  }

  /** What may have rebased the last commit. */
  get silentRebase(): Fact | undefined {
    return this.#silentRebase
  }

  /** The commit that another one reverts, by its subject. */
  revertedBy(fact: Fact): Fact | undefined {
    return this.#bySubject.get(revertedSubject.exec(subjectIn(fact.text))?.[1] ?? '')
  }

  /** Whether a commit is not the last one that is known. */
  isOther({ text = '' }: Fact): boolean {
    const known = this.hash
    const [now = ''] = text.split(' ', 1)
    const isHash = known !== '' && !isUnknownHash(known) && now !== '' && this.#silentRebase === undefined
    return isHash && !known.startsWith(now) && !now.startsWith(known)
  }

  /** The commits that are undone, the last first. The last commit is then the one before, where that is known. */
  undo(count: number): readonly Fact[] {
    const undone = count > 0 ? this.#made.splice(-count).reverse() : []
    this.#recalled = undefined
    this.#doubtful = Math.min(this.#doubtful, this.#made.length)
    const before = this.#made.at(-1)
    const isKnown = before?.about === 'last commit'
    this.#name = isKnown ? (before.text ?? '') : ''
    this.#rehashed = undefined
    this.#silentRebase = undefined
    this.#last = isKnown ? before : undefined
    return undone
  }

  /** What is undone from here on are commits of the current branch. */
  leaveBranch(): void {
    this.#made.length = 0
    this.forgetEarlier()
  }

  /** Forgets the commits up to here: they may be gone or rewritten. */
  forgetEarlier(): void {
    this.#doubtful = this.#made.length
    this.#recalled = undefined
  }

  recall(fact: Fact): void {
    this.#recalled = fact
  }

  /** The commits that were made here before the last, the latest first. */
  get earlier(): { readonly value: string; readonly fact: Fact } | undefined {
    const made = this.#made.slice(this.#doubtful).filter(({ about }) => about === 'last commit')
    const before = this.#isNow(made.at(-1)) ? made.slice(0, -1) : made
    const fact = before.at(-1) ?? this.#recalled
    if (fact === undefined) return undefined
    const names = before.map(({ text = '' }) => text)
    const recalled = this.#recalled?.text?.split(between) ?? []
    const all = [...names.reverse(), ...recalled]
    return { value: all.slice(0, maxEarlier).join(between), fact }
  }

  #isNow(made: Fact | undefined): boolean {
    return made !== undefined && subjectIn(made.text) === subjectIn(this.#name)
  }

  /** A rebase rewrites the last commit; a push shows its hash. */
  rehash(fact: Fact): void {
    const isDoubt = fact.text === perhaps
    if (fact.text === '' || isDoubt) this.forgetEarlier()
    const isKnown = fact.text !== '' && !isUnknownHash(this.hash) && this.#silentRebase === undefined
    this.#silentRebase = isDoubt && !isUnknownHash(this.hash) ? fact : undefined
    if (this.#name === '' || isKnown || isDoubt) return
    const hash = fact.text === '' ? rebasedMark : fact.text
    this.#name = `${hash} ${subjectIn(this.#name)}`.trimEnd()
    this.#rehashed = fact
  }

  beginRebase(isRebase: boolean): void {
    this.#isBeforeRebase = isRebase
  }

  /** The last commit, and what shows what it is called. */
  value(isRebase: boolean): { readonly value: string; readonly fact: Fact } | undefined {
    const fact = this.#rehashed ?? this.#last
    if (fact === undefined || this.#name === '') return undefined
    if (this.#isBeforeRebase && isRebase) return { value: withMark(this.#name, beforeRebase), fact }
    return {
      value: this.#silentRebase === undefined ? this.#name : withMark(this.#name, perhapsRebased),
      fact,
    }
  }
}

/** Git prints at least so much of a hash. */
const minHashLength = 7

/** `1a2b3c4 Revert "Mend it"` */
const revertedSubject = /^Revert "(.{1,300})"$/

export function isUnknownHash(hash: string): boolean {
  return hash === rebasedMark || hash === noHash
}

function hashIn(name: string): string {
  return name.startsWith(noHash) ? noHash : (name.split(' ', 1)[0] as string)
}

function subjectIn(name = ''): string {
  return name.slice(hashIn(name).length + 1)
}
