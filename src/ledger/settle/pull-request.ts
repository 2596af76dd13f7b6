/** The pull request of the work, or an issue, and comments on it: one that was made or worked on here, that the user names, or that alone was looked at. */
import type { Fact } from '../ledger.ts'

/** `looked at #12 Title (OPEN)`: another author's, of which no more is known. */
const look = /^(looked at|checked out) #(\d{1,9})(.*)$/s
const numbered = /(?:#|\/)(\d{1,9})(?= |$)/
/** `#12 2`: how many on that one. */
const comments = /^(?:#(\d{1,9}) )?(\d{1,6})$/
/** As a printed ledger says it. */
const posted = /(?:^|, )(\d{1,6}) comments? posted$/
/** What is left of one that was only commented on. */
const bare = /^(?:#(\d{1,9}))?$/
/** `#12`, `PR 12`, `pull/12`, `merge request !12` */
const named = /(?:[#!]|\b(?:PR|MR|pulls?|merge_requests|request)[ /#!]{1,3})(\d{1,9})\b/gi

interface Request {
  readonly fact: Fact
  readonly value: string
  readonly comments: number
  /** Absent of one that was made here. */
  readonly how?: string
  /** Title and state, as far as a look showed them. */
  readonly titleAndState?: string
}

const checkedOut = 'checked out'

export class PullRequest {
  #own: Request | undefined
  /** Created ones by their number, the latest last. */
  readonly #others = new Map<string, Request>()

  read(fact: Fact): void {
    if (fact.kind === 'created') {
      this.#comment(fact)
      return
    }
    const said = fact.source === undefined ? posted.exec(fact.text ?? '') : null
    const text = said === null ? (fact.text ?? '') : (fact.text ?? '').slice(0, said.index)
    const commented = said === null ? null : bare.exec(text)
    const count = Number(said?.[1] ?? 0)
    if (commented === null) this.#show(fact, text, count)
    else this.#touch(commented[1] ?? '', { fact, value: text, comments: count })
  }

  /** `talk`: the user's words. Where several were only looked at, none belongs to the work. */
  value(talk: readonly Fact[]): { readonly value: string; readonly fact: Fact } | undefined {
    const request = this.#own ?? this.#other(talk)
    if (request === undefined) return undefined
    const count = request.comments
    const shown = [
      request.value,
      count === 0 ? '' : `${count} ${count === 1 ? 'comment' : 'comments'} posted`,
    ]
    const value = shown.filter(part => part !== '').join(', ')
    return value === '' ? undefined : { value, fact: request.fact }
  }

  #other(talk: readonly Fact[]): Request | undefined {
    const others = [...this.#others]
    const numbers = others.length > 1 ? numbersIn(talk) : undefined
    const found =
      others.findLast(([, { how, comments: count }]) => how === checkedOut || count > 0) ??
      others.findLast(([number]) => numbers === undefined || numbers.has(number))
    return found?.[1]
  }

  #show(fact: Fact, text: string, count: number): void {
    const [, how, number = '', said = ''] = look.exec(text) ?? []
    if (how === undefined) {
      const isSame = numberOf(text) !== undefined && numberOf(text) === numberOf(this.#own?.value)
      this.#own = { fact, value: text, comments: count === 0 && isSame ? (this.#own?.comments ?? 0) : count }
    } else if (numberOf(this.#own?.value) === number) {
      // A look at its comments does not show its state.
      if (this.#own !== undefined && said !== '')
        this.#own = { ...this.#own, fact, value: `#${number}${said}` }
    } else {
      const known = this.#others.get(number)
      const whole = said === '' ? (known?.titleAndState ?? '') : said
      const first = known?.how === checkedOut ? checkedOut : how
      const value = `${first} #${number}${whole}`
      this.#touch(number, {
        fact,
        value,
        how: first,
        titleAndState: whole,
        comments: count || (known?.comments ?? 0),
      })
    }
  }

  /** On another than the one that was made here it does not count. */
  #comment(fact: Fact): void {
    const [, number, count = '0'] = comments.exec(fact.text ?? '') ?? []
    const own = this.#own
    if (own !== undefined) {
      if (number === undefined || number === numberOf(own.value))
        this.#own = { ...own, fact, comments: own.comments + Number(count) }
      return
    }
    const key = number ?? [...this.#others.keys()].at(-1) ?? ''
    const known = this.#others.get(key)
    const value = known?.value ?? (number === undefined ? '' : `#${number}`)
    this.#touch(key, { ...known, fact, value, comments: (known?.comments ?? 0) + Number(count) })
  }

  #touch(number: string, request: Request): void {
    this.#others.delete(number)
    this.#others.set(number, request)
  }
}

function numberOf(value = ''): string | undefined {
  return numbered.exec(value)?.[1]
}

function numbersIn(talk: readonly Fact[]): ReadonlySet<string> {
  return new Set(
    talk.flatMap(({ about, kind }) =>
      kind === 'typed' ? Array.from(about.matchAll(named), ([, number = '']) => number) : [],
    ),
  )
}
