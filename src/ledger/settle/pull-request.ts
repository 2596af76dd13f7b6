/** The pull request of the work, or an issue: the one that was made here, else the one that was looked at last; and comments on it. */
import type { Fact } from '../ledger.ts'

/** `looked at #12 Title (OPEN)`: of one that somebody else made nothing more is known. */
const look = /^(looked at|checked out) (#\d{1,9})(.*)$/s
const numbered = /(?:#|\/)(\d{1,9})(?= |$)/
/** `#12 2`: so many on that one. */
const comments = /^(?:#(\d{1,9}) )?(\d{1,6})$/
/** As a rendering says it. */
const posted = /(?:^|, )(\d{1,6}) comments? posted$/

export class PullRequest {
  #fact: Fact | undefined
  #value = ''
  #comments = 0
  /** Somebody made it: it was looked at or commented on. */
  #isOthers = false

  read(fact: Fact): void {
    if (fact.kind === 'created') {
      this.#comment(fact)
      return
    }
    const said = fact.source === undefined ? posted.exec(fact.text ?? '') : null
    const text = said === null ? (fact.text ?? '') : (fact.text ?? '').slice(0, said.index)
    this.#show(fact, text)
    if (said !== null) this.#comments = Number(said[1])
  }

  get value(): { readonly value: string; readonly fact: Fact } | undefined {
    const count = this.#comments
    const shown = [this.#value, count === 0 ? '' : `${count} ${count === 1 ? 'comment' : 'comments'} posted`]
    const value = shown.filter(part => part !== '').join(', ')
    return this.#fact === undefined || value === '' ? undefined : { value, fact: this.#fact }
  }

  #show(fact: Fact, text: string): void {
    const [, how, number = '', said = ''] = look.exec(text) ?? []
    if (how === undefined) {
      this.#set(fact, text, false)
      return
    }
    const isSame = this.#number === number.slice(1)
    const known = look.exec(this.#value)
    const isOwn = this.#fact !== undefined && !this.#isOthers
    // A look at another one does not take the place of the one that was made, nor one at its comments that of its state.
    if (isOwn && (!isSame || said === '')) return
    if (isOwn) this.#set(fact, `${number}${said}`, false)
    else this.#set(fact, `${how} ${number}${said === '' && isSame ? (known?.[3] ?? '') : said}`, true)
  }

  /** One on another than is known makes that the one of now, unless the known one was made here. */
  #comment(fact: Fact): void {
    const [, number, count = '0'] = comments.exec(fact.text ?? '') ?? []
    if (number !== undefined && number !== this.#number) {
      if (this.#value !== '' && !this.#isOthers) return
      this.#set(fact, `#${number}`, true)
    }
    this.#fact = fact
    this.#comments += Number(count)
  }

  get #number(): string | undefined {
    return numbered.exec(this.#value)?.[1]
  }

  #set(fact: Fact, value: string, isOthers: boolean): void {
    const number = numbered.exec(value)?.[1]
    if (number === undefined || number !== this.#number) this.#comments = 0
    this.#fact = fact
    this.#value = value
    this.#isOthers = isOthers
  }
}
