/** Whether one statement of a note is true for the session and may be shown. */
import { nameChecker } from './name-checker.ts'
import { quotesIn, speechChecker } from './quotes.ts'

/** The facts that a note is checked against. */
export interface NoteFacts {
  /** Everything that a note may refer to, with secrets masked. */
  readonly source: string
  /** The words of the user, and those of the agent. */
  readonly userWords: string
  readonly agentWords: string
  /** Whether a message with this number exists, and whether the user says something in it. */
  readonly hasMessage: (number: number) => boolean
  readonly isOfUser: (number: number) => boolean
}

export const citation: RegExp = /\[#[#\d,\s–-]{1,200}\]/g

export const oneNumber: RegExp = /#(\d{1,7})/g

export type FaultFinder = (statement: string) => string | undefined

export function faultFinder(facts: NoteFacts, hide: (text: string) => string): FaultFinder {
  const { source, userWords, agentWords, hasMessage, isOfUser } = facts
  const inventedName = nameChecker(source)
  const untrueQuote = speechChecker(source)
  const untrueOfUser = speechChecker(userWords)
  const untrueOfAgent = speechChecker(agentWords)
  const spokenByUser = userWords.replace(/\s+/g, ' ')
  return statement => {
    const said = statement.replace(citation, '')
    const shown = shownPart(hide(statement))
    if (hide(statement) !== statement) return `${shown} holds a secret`
    if (handle.test(statement)) return `${shown} names a handle`
    const untrue = untrueQuote(said)
    if (untrue !== undefined) return `no message says ${shownPart(untrue)}`
    // `added at #60` names a message.
    const named = said.replace(oneNumber, (found, number: string) =>
      hasMessage(Number(number)) ? '' : found,
    )
    const invented = inventedName(named)
    if (invented !== undefined) return `${shownPart(invented)} occurs nowhere in the session`
    const bare = withoutQuotes(said)
    if (order.test(bare)) return `${shown} speaks to its reader`
    return isMisattributed(statement, said, bare) ? `${shown} puts words into the wrong mouth` : undefined
  }

  function isMisattributed(statement: string, said: string, bare: string): boolean {
    const [ofUser, ofAgent] = [userSays.test(bare), agentSays.test(bare)]
    if (ofUser && ofAgent) return untrueOfUser(said) !== undefined && untrueOfAgent(said) !== undefined
    if (ofAgent) return untrueOfAgent(said) !== undefined
    if (!ofUser) return false
    const cited = Array.from(statement.matchAll(oneNumber), match => Number(match[1]))
    if (untrueOfUser(said) !== undefined) return true
    return cited.length > 0 ? !cited.some(isOfUser) : !quotesUser(said)
  }

  function quotesUser(said: string): boolean {
    return quotesIn(said).some(quote => quote.trim() !== '' && spokenByUser.includes(quote.trim()))
  }
}

const sayings =
  'said|says|asked|asks|wants|wanted|told|approved|approves|agreed|confirmed|decided|chose|picked|rejected|rejects|declined|denied|prefers|preferred|requires|required|requested|demanded|insisted|insists|forbade|forbids|allowed|allows|wrote|answered|replied|ruled'
const userSays = new RegExp(`^\\W{0,12}user\\s?:|\\buser\\b[^.;,]{0,40}\\b(?:${sayings})\\b`, 'i')
const agentSays = new RegExp(
  `^\\W{0,12}assistant\\s?:|\\b(?:agent|assistant)\\b[^.;]{0,40}\\b(?:${sayings}|proposed|suggested|concluded|reported|announced)\\b`,
  'i',
)

const handle = /\bdb_[0-9a-f]{12}/

const order =
  /\byou (?:must|should|shall|have to|need to|are (?:now|to)|will|can|may)(?!\w)|^\W{0,4}(?:please )?(?:ignore|disregard|forget) (?:(?:the|this|that|all|any|everything) )?(?:view|notes?|above|everything|all|previous|earlier|conversation|session|messages?)\b/i

/** Quoted words belong to another speaker. */
export function withoutQuotes(text: string): string {
  return text.split('\n').map(withoutQuotesIn).join('\n')
}

const closingQuotes: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ['“', '”'],
  ['`', '`'],
])
const maxQuoted = 2000

/** Linear: each search for a closing quote begins where the previous one ended. */
function withoutQuotesIn(line: string): string {
  const ends = new Map<string, number>()
  const endFrom = (closing: string, from: number): number => {
    const known = ends.get(closing) ?? 0
    if (known < 0 || known >= from) return known
    const end = line.indexOf(closing, from)
    ends.set(closing, end)
    return end
  }
  let kept = ''
  let from = 0
  for (let at = 0; at < line.length; at += 1) {
    const closing = closingQuotes.get(line[at] as string)
    const end = closing === undefined ? -1 : endFrom(closing, at + 1)
    if (end < 0 || end - at - 1 > maxQuoted) continue
    kept += `${line.slice(from, at)}""`
    from = end + 1
    at = end
  }
  return kept + line.slice(from)
}

export function shownPart(text: string): string {
  return JSON.stringify(text.replace(/\s+/g, ' ').trim().slice(0, 60).toWellFormed())
}
