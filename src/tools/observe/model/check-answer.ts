/** Whether a model's answer may be an observation: every fact is an exact part of the session, every file occurred in it. */
import { FoveaError } from '../../../errors.ts'
import { pathResolver } from '../../../scan/actions/path-resolver.ts'
import { maskSecrets } from '../../../scan/secrets/secrets.ts'
import type { Message, Role } from '../../../types.ts'
import type { Observation, ObservedFact } from '../observation.ts'
import { parseXml } from '../written/parse-xml.ts'
import { promptText } from './observation-prompt.ts'

type CheckedAnswer =
  | { readonly accepted: true; readonly observation: Observation }
  | { readonly accepted: false; readonly why: string }

const maxLength = { title: 160, fact: 1000, narrative: 3000, answer: 200_000 }
const maxFacts = 60

/** `messages`: those of the piece, with their secrets masked. `known`: the observation made without a model. */
export function checkAnswer(
  answer: unknown,
  messages: readonly Message[],
  known: Observation,
): CheckedAnswer {
  if (typeof answer !== 'string') return rejected(`the answer is of type ${typeof answer}`)
  if (answer.length > maxLength.answer) return rejected(`the answer has ${answer.length} characters`)
  const parsed = observationIn(answer)
  if (typeof parsed === 'string') return rejected(parsed)
  const title = parsed.title.trim()
  const narrative = parsed.narrative?.trim() ?? ''
  if (title === '' || title.length > maxLength.title || title.includes('\n'))
    return rejected('its title is not one short line')
  if (narrative === '' || narrative.length > maxLength.narrative)
    return rejected('its narrative is empty or too long')
  const stranger = strangeFile(parsed, known)
  if (stranger !== undefined) return rejected(`the file ${quote(stranger)} does not occur`)
  const facts = located(parsed.facts, messages, known.messages?.[0] ?? 0)
  if (typeof facts === 'string') return rejected(facts)
  const kept = known.facts.filter(({ verb }) => verb !== 'found')
  const own = facts.filter(({ text }) => !kept.some(fact => fact.text.includes(text)))
  return {
    accepted: true,
    observation: {
      ...known,
      type: parsed.type,
      title: maskSecrets(title),
      facts: [...kept, ...own].sort((one, other) => (one.message ?? 0) - (other.message ?? 0)),
      narrative: maskSecrets(narrative),
    },
  }
}

function observationIn(answer: string): Observation | string {
  try {
    const found = parseXml(answer).flatMap(({ observations }) => observations)
    return found.length === 1
      ? (found[0] as Observation)
      : `it has ${found.length} observations instead of one`
  } catch (error) {
    return FoveaError.isInstance(error) ? error.message : String(error)
  }
}

function strangeFile(parsed: Observation, known: Observation): string | undefined {
  const resolver = pathResolver(known.files.map(({ path }) => path))
  return parsed.files.find(({ path }) => typeof resolver.resolve(path) !== 'object')?.path
}

/** Each fact with its speaker and its message, or the reason for a rejection. */
function located(
  facts: readonly ObservedFact[],
  messages: readonly Message[],
  first: number,
): readonly ObservedFact[] | string {
  if (facts.length === 0) return 'it has no facts'
  if (facts.length > maxFacts) return `it has ${facts.length} facts`
  const sources = messages.flatMap(({ role, blocks }, at) =>
    blocks.map(block => ({
      by: block.type === 'toolResult' ? ('tool' as Role) : role,
      message: first + at,
      text: promptText(block),
    })),
  )
  const found: ObservedFact[] = []
  for (const { text: words } of facts) {
    const text = words.trim()
    if (text === '' || text.length > maxLength.fact) return 'a fact is empty or too long'
    const source = sources.find(each => each.text.includes(text))
    if (source === undefined) return `the session does not say ${quote(text)}`
    found.push({
      verb: source.by === 'tool' ? 'printed' : 'found',
      by: source.by,
      message: source.message,
      text,
    })
  }
  return found
}

function quote(text: string): string {
  return JSON.stringify(maskSecrets(text).slice(0, 80).toWellFormed())
}

function rejected(why: string): CheckedAnswer {
  return { accepted: false, why }
}
