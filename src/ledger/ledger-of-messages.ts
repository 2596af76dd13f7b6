/** Reads the ledger of a conversation: deterministic, linear, every quote a true stretch of what its role said. */
import { optionError } from '../errors.ts'
import { locatedBlocks } from '../scan/located-blocks.ts'
import { proseSentences } from '../scan/prose-sentences.ts'
import type { Block, Message, Role } from '../types.ts'
import { addActionFacts } from './facts/action-facts.ts'
import { addAssistantFacts, agentSentences } from './facts/assistant-facts.ts'
import { FactCollector } from './facts/fact-collector.ts'
import { addEnvironmentFacts } from './facts/git-facts.ts'
import { addTurnFacts } from './facts/turn-facts.ts'
import { addRules, addUserFacts } from './facts/user-facts.ts'
import { type Ledger, sectionTitles } from './ledger.ts'
import { buildLedger } from './settle/build-ledger.ts'

/** A section of the caller's: the sentences that it wants, word for word. */
export interface CustomSection {
  readonly title: string
  matches(sentence: string, role: Role): boolean
}

export interface MessageLedgerOptions {
  /** Number of the first message, where earlier ones are in another ledger. @default 0 */
  readonly from?: number | undefined
  /** Roles whose demands are constraints; those of other roles are not. @default ['user'], as system messages stay in view */
  readonly rulesOf?: readonly ('user' | 'system' | 'developer')[] | undefined
  /** The text with its secrets hidden; the same text where it holds none. @default nothing is hidden */
  readonly mask?: ((text: string) => string) | undefined
  /** Sections in addition to those that every ledger has. @default [] */
  readonly sections?: readonly CustomSection[] | undefined
}

export function ledgerOfMessages(messages: readonly Message[], options: MessageLedgerOptions = {}): Ledger {
  const { from = 0, rulesOf = ['user'], mask, sections = [] } = options
  for (const { title } of sections) checkTitle(title)
  const shown = mask === undefined ? messages : messages.map(message => masked(message, mask))
  const collector = new FactCollector(messages)
  addActionFacts(collector, shown)
  addEnvironmentFacts(collector, shown)
  addUserFacts(collector, shown, { binds: rulesOf.includes('user'), isStart: from === 0 })
  addRules(
    collector,
    shown,
    rulesOf.filter(role => role !== 'user'),
  )
  addCustomFacts(collector, shown, sections)
  const typed = collector.messagesWith('talk', 'typed')
  const sentencesOf = agentSentences()
  addTurnFacts(collector, shown, typed.union(collector.messagesWith('intent', 'prompted')), sentencesOf)
  addAssistantFacts(collector, shown, typed, sentencesOf)
  return buildLedger(collector.facts(from), {
    turns: from + messages.length,
    custom: sections.map(({ title }) => title),
    omitted: {},
  })
}

const ownNames = new Set(Object.entries(sectionTitles).flat())

function checkTitle(title: string): void {
  if (/^\S[^\n\r]{0,100}$/.test(title) && !ownNames.has(title)) return
  throw optionError(
    `A section cannot be called ${JSON.stringify(title.slice(0, 120))}: a title is one line that no other section has.`,
  )
}

const customLengths = { minLength: 4, maxLength: 600 }

function addCustomFacts(
  collector: FactCollector,
  messages: readonly Message[],
  sections: readonly CustomSection[],
): void {
  if (sections.length === 0) return
  for (const place of locatedBlocks(messages)) {
    const { type, own, role } = place
    if (type !== 'text') continue
    for (const about of proseSentences(own.text, customLengths))
      for (const { title, matches } of sections)
        if (matches(about, role)) collector.add(place, { section: title, kind: 'said', about, by: role })
  }
}

function masked(message: Message, mask: (text: string) => string): Message {
  const blocks = message.blocks.map((block): Block => {
    if (block.type === 'opaque') return block
    const text = mask(block.text)
    return text === block.text ? block : { ...block, text }
  })
  return blocks.every((block, index) => block === message.blocks[index]) ? message : { ...message, blocks }
}
