/** Whether what the user demanded still stands in a view, word for word. */
import { isProgramText, userText } from '../../scan/actions/harness-text.ts'
import { proseSentences } from '../../scan/prose-sentences.ts'
import { isDemand } from '../../scan/signals/demands.ts'
import type { Message } from '../../types.ts'

export interface Rule {
  /** The sentence as the user wrote it. */
  readonly text: string
  readonly message: number
}

export interface RuleSurvival {
  readonly rules: number
  readonly verbatim: number
  readonly lost: readonly Rule[]
}

/** Shorter is an exclamation, longer is a document that somebody pasted. */
const lengths = { shortest: 12, longest: 600 }

/** In order, each sentence once. Code, tables and logs that a user pasted make no rules, nor do questions. */
export function rulesOf(messages: readonly Message[]): readonly Rule[] {
  const rules = new Map<string, Rule>()
  for (const [index, message] of messages.entries())
    for (const text of message.role === 'user' ? bindingTexts(message, messages[index - 1]) : [])
      for (const sentence of proseSentences(text, lengths).filter(isDemand))
        if (!rules.has(sentence)) rules.set(sentence, { text: sentence, message: index })
  return [...rules.values()]
}

/** What a program wrote into the user's message is no demand of the user's. */
function bindingTexts(message: Message, before: Message | undefined): readonly string[] {
  return message.blocks.flatMap(block => {
    if (block.type !== 'text' || isProgramText(message, before, block.text)) return []
    return userText(block.text).binding.map(({ start, end }) => block.text.slice(start, end))
  })
}

export function ruleSurvival(rules: readonly Rule[], view: string): RuleSurvival {
  const lost = rules.filter(({ text }) => !view.includes(text))
  return { rules: rules.length, verbatim: rules.length - lost.length, lost }
}
