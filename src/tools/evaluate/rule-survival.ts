/** Whether a view still contains the user's demands word for word. */
import { proseSentences } from '../../scan/prose-sentences.ts'
import { isDemand } from '../../scan/signals/is-demand.ts'
import { typedTexts } from '../../scan/speakers/typed-texts.ts'
import type { Message } from '../../types.ts'

interface Rule {
  /** The sentence as the user wrote it. */
  readonly text: string
  readonly message: number
}

interface RuleSurvival {
  readonly rules: number
  readonly verbatim: number
  readonly lost: readonly Rule[]
}

/** A shorter sentence is an exclamation, a longer one is a pasted document. */
const lengths = { minLength: 12, maxLength: 600 }

/** In order, each sentence once. Text that a program wrote or a person only passed on contains no rules, nor do questions. */
export function rulesOf(messages: readonly Message[]): readonly Rule[] {
  const rules = new Map<string, Rule>()
  for (const [message, { role, blocks }] of messages.entries())
    for (const block of role === 'user' ? blocks.keys() : [])
      for (const text of typedTexts(messages, { message, block }))
        for (const sentence of proseSentences(text, lengths).filter(isDemand))
          if (!rules.has(sentence)) rules.set(sentence, { text: sentence, message })
  return [...rules.values()]
}

export function ruleSurvival(rules: readonly Rule[], view: string): RuleSurvival {
  const lost = rules.filter(({ text }) => !view.includes(text))
  return { rules: rules.length, verbatim: rules.length - lost.length, lost }
}
