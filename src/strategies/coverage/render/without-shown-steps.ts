/** Announcements of calls that are shown with lines of their own: these lines say what was done. */
import { entities } from '../../../scan/entities.ts'
import type { EntityKind } from '../../../scan/entity.ts'
import { remembered } from '../../../tokens/remembered.ts'
import { saysOnlyStep } from '../facts/step-words.ts'
import type { Candidate, Section } from '../read/candidate.ts'
import type { Candidates } from '../read/candidate-columns.ts'

/** `chosen` without them, in order. An announcement that names what no shown call does stays, and so do the agent's last words. */
export function withoutShownSteps(
  { candidates, sections, demanded }: Pick<Candidates, 'candidates' | 'sections' | 'demanded'>,
  chosen: readonly number[],
): readonly number[] {
  const lastSaid = sections.findLastIndex(({ author }) => author === 'words')
  let shown: ShownCalls | undefined
  const left = chosen.filter(piece => {
    const { section, author, text } = candidates.at(piece) as Candidate
    if (author !== 'words' || section === lastSaid || demanded?.has(piece) === true) return true
    if (!saysOnlyStep(text)) return true
    const calls = announcedCalls(section)
    if (calls.length === 0) return true
    shown ??= shownCalls()
    const { ids, lines } = shown
    return !calls.some(id => ids.has(id)) || namesIn(text).some(name => !lines.includes(name))
  })
  return left.length === chosen.length ? chosen : left

  /** The calls of the same message, or else those of the next one. */
  function announcedCalls(said: number): readonly string[] {
    const calls: string[] = []
    let message = sections[said]?.message
    for (let at = said + 1; at < sections.length; at += 1) {
      const { author, callId, message: own, isThought } = sections[at] as Section
      if (calls.length > 0 && own !== message) break
      if (author === 'user' || author === 'tools' || (author === 'words' && isThought !== true)) break
      if (author !== 'calls' || callId === undefined) continue
      message = own
      calls.push(callId)
    }
    return calls
  }

  /** Calls with a shown line; the title of an edit is only a path. */
  function shownCalls(): ShownCalls {
    const ids = new Set<string>()
    const lines: string[] = []
    for (const piece of chosen) {
      const { section, author, text } = candidates.at(piece) as Candidate
      if (author !== 'calls' && author !== 'tools') continue
      const { callId, firstCandidate, path } = sections[section] as Section
      if (author === 'calls') lines.push(text)
      if (callId !== undefined && (author === 'tools' || path === undefined || piece !== firstCandidate))
        ids.add(callId)
    }
    return { ids, lines: lines.join('\n').toLowerCase() }
  }
}

interface ShownCalls {
  readonly ids: ReadonlySet<string>
  /** The lines of all shown calls, in lower case. */
  readonly lines: string
}

/** Words such as `API` say little alone. */
const unnamed: ReadonlySet<EntityKind> = new Set(['abbreviation', 'term'])

/** In lower case; of a path, its last part. */
const namesIn = remembered(
  (text): readonly string[] =>
    entities(text)
      .filter(({ kind, start }) => !unnamed.has(kind) && (kind !== 'name' || start > 0))
      .map(entity => nameOf(entity.text.toLowerCase())),
  { minLength: 0 },
)

function nameOf(text: string): string {
  const name = text.replace(/^[`"'(]{1,3}|[`"'().,:]{1,4}$/g, '')
  return name.slice(name.lastIndexOf('/', name.length - 2) + 1)
}
