/** A classifier from any function that answers a prompt. */
import type { AskContext, Classification, Classifier } from './model.ts'
import { type AskModel, objectIn } from './model-answer.ts'
import { material, type Prompt, pieceOf, termsRule } from './prompts.ts'

/** Enough for the answer. */
const maxTokens = 100

export function classifierOf(ask: AskModel): Classifier {
  return async (text, context) =>
    objectIn<Classification>(
      await ask(classificationPrompt(text, context), { maxTokens, signal: context.signal }),
    )
}

const task: readonly string[] = [
  'You decide about one piece of the working history of an AI agent: whether it stays word for word, or whether the agent can go on from a short summary of it.',
  'Say "preserve" where the exact words will be needed again: demands, prohibitions and agreements, decisions with their reasons, specifications, wording to be used as it is, figures and names that stand nowhere else.',
  'Say "compress" where the gist is enough: talk, progress reports, explanations, what was said before, output that has been dealt with.',
  material,
  'Answer with one JSON object and nothing else: {"decision": "preserve" or "compress", "confidence": how sure you are, from 0 to 1, "reason": ten words at most}',
]

export function classificationPrompt(text: string, { role, preserveTerms = [] }: AskContext): Prompt {
  const system = [...task, ...termsRule(preserveTerms)].join('\n')
  return { system, user: pieceOf('Decide about', text, role) }
}
