/** The pull request of the work: the one that was made here, else the one that was looked at last. */
import type { Fact } from '../ledger.ts'

/** `looked at #12 Title (OPEN)`: of one that somebody else made nothing more is known. */
const look = /^(looked at|checked out) (#\d{1,9})(.*)$/s
const numbered = /(?:#|\/)(\d{1,9})(?= |$)/

export class PullRequest {
  #fact: Fact | undefined
  #value = ''

  read(fact: Fact): void {
    const { text = '' } = fact
    const [, how, number = '', said = ''] = look.exec(text) ?? []
    if (how === undefined) {
      this.#set(fact, text)
      return
    }
    const isSame = numbered.exec(this.#value)?.[1] === number.slice(1)
    const known = look.exec(this.#value)
    const isOwn = this.#fact !== undefined && known === null
    // A look at another one does not take the place of the one that was made, nor one at its comments that of its state.
    if (isOwn && (!isSame || said === '')) return
    if (isOwn) this.#set(fact, `${number}${said}`)
    else this.#set(fact, `${how} ${number}${said === '' && isSame ? (known?.[3] ?? '') : said}`)
  }

  get value(): { readonly value: string; readonly fact: Fact } | undefined {
    return this.#fact === undefined || this.#value === ''
      ? undefined
      : { value: this.#value, fact: this.#fact }
  }

  #set(fact: Fact, value: string): void {
    this.#fact = fact
    this.#value = value
  }
}
