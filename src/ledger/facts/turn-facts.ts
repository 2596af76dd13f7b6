/** Facts about turns: the agent's last words before each message that the user typed, and all it said since the last. */
import { locatedBlocks } from '../../scan/located-blocks.ts'
import { saysNoResponse } from '../../scan/says-no-response.ts'
import type { Message } from '../../types.ts'
import { isAnnouncement, isLookAnnouncement, maxSteps, mayAnnounce } from './announcement.ts'
import type { SentencesOf } from './assistant-facts.ts'
import type { FactCollector } from './fact-collector.ts'

interface Text {
  readonly message: number
  readonly block: number
  readonly text: string
}

/** `typed`: the messages with which a turn begins: the user typed something, or sent a prompt. */
export function addTurnFacts(
  collector: FactCollector,
  messages: readonly Message[],
  typed: ReadonlySet<number>,
  sentencesOf: SentencesOf,
): void {
  let said: Text[] = []
  for (const { message, block, role, type, own } of locatedBlocks(messages)) {
    if (said.length > 0 && typed.has(message)) {
      addConclusion(collector, said.at(-1))
      said = []
    }
    if (role !== 'assistant' || type !== 'text') continue
    const text = own.text.trim()
    if (text !== '' && !saysNoResponse(text)) said.push({ message, block, text })
  }
  addConclusion(collector, said.at(-1))
  for (const { text, ...place } of said)
    collector.add(place, { section: 'doing', kind: 'said', about: text, by: 'assistant' })
  addSteps(collector, said, sentencesOf)
}

/** From the last text back, no more steps than are shown. */
function addSteps(collector: FactCollector, said: readonly Text[], sentencesOf: SentencesOf): void {
  const steps = new Set<string>()
  for (let at = said.length - 1; at >= 0 && steps.size < maxSteps; at -= 1) {
    const { text, ...place } = said[at] as Text
    for (const about of mayAnnounce(text) ? sentencesOf(text) : [])
      if (isAnnouncement(about) && !isLookAnnouncement(about)) {
        steps.add(`${place.message} ${about}`)
        collector.add(place, { section: 'doing', kind: 'announced', about, by: 'assistant' })
      }
  }
}

function addConclusion(collector: FactCollector, last: Text | undefined): void {
  if (last === undefined) return
  const { text, ...place } = last
  collector.add(place, { section: 'turns', kind: 'concluded', about: text, by: 'assistant' })
}
