/** A fact as an item of a list: whose words, what became of them, where they are, and the words themselves. */
import { quoted, unquoted } from '../../../ledger/markdown/line-text.ts'
import type { Role } from '../../../types.ts'
import { type FactVerb, factVerbs, type ObservedFact } from '../observation.ts'

/** `[tool failed #7 at \`npm test\`, resolved] TypeError: x is not a function` */
export function factLine(fact: ObservedFact): string {
  const { verb, text, by, message, about, state, isCut } = fact
  const head = [
    by === undefined ? verb : `${by} ${verb}`,
    message === undefined ? '' : ` #${message}`,
    about === undefined ? '' : ` at ${quoted(about, false)}`,
    state === undefined ? '' : `, ${state}`,
    isCut === undefined ? '' : ', cut',
  ].join('')
  return head === 'noted' && !text.startsWith('[') ? text : `[${head}] ${text}`
}

const roles = 'system|developer|user|assistant|tool'
const opening = new RegExp(`^\\[(?:(${roles}) )?(${factVerbs.join('|')})(?: #(\\d{1,15}))?( at )?`)
const closing = /^(?:, (open|resolved))?(, cut)?\] /

/** Words without a head are a fact of which nothing else is known. */
export function parseFact(line: string): ObservedFact {
  const noted: ObservedFact = { verb: 'noted', text: line }
  const head = opening.exec(line)
  if (head === null) return noted
  const [whole, by, verb, message, at] = head
  const subject = at === undefined ? undefined : unquoted(line.slice(whole.length))
  if (at !== undefined && subject === undefined) return noted
  const rest = line.slice(whole.length + (subject?.end ?? 0))
  const end = closing.exec(rest)
  if (end === null) return noted
  const [behind, state, cut] = end
  return {
    verb: verb as FactVerb,
    text: rest.slice(behind.length),
    ...(by === undefined ? {} : { by: by as Role }),
    ...(message === undefined ? {} : { message: Number(message) }),
    ...(subject === undefined ? {} : { about: subject.name }),
    ...(state === undefined ? {} : { state: state as 'open' | 'resolved' }),
    ...(cut === undefined ? {} : { isCut: true }),
  }
}
