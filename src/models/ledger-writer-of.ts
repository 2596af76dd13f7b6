/** A ledger writer from any function that answers a prompt. */
import type { AskContext, LedgerWriter } from './model.ts'
import { type AskModel, objectIn } from './model-answer.ts'
import { material, type Prompt, pieceOf, termsRule } from './prompts.ts'

export function ledgerWriterOf(ask: AskModel): LedgerWriter {
  return async (text, context) => {
    const { maxTokens, signal } = context
    return objectIn(await ask(ledgerPrompt(text, context), { maxTokens, signal }))
  }
}

const task: readonly string[] = [
  'You write the handover of a working session of an AI agent: another agent will go on from it without having seen the session.',
  'Say what the session is for, where it stands, what comes next, and what was decided and why.',
  'Name only files, identifiers, commands and numbers that the piece names, exactly as it writes them. Put words between quotation marks only where the piece has these very words.',
  'Say that something is done only where the piece shows that it is. Leave out a field where the piece says nothing of it; no placeholders.',
  material,
  'Answer with one JSON object and nothing else: {"intent": one or two sentences, "state": one to three sentences, "next": [concrete steps, most urgent first], "decisions": [{"decision": one sentence, "why": one sentence}]}',
]

function ledgerPrompt(text: string, { preserveTerms = [] }: Pick<AskContext, 'preserveTerms'>): Prompt {
  const system = [...task, ...termsRule(preserveTerms)].join('\n')
  return { system, user: pieceOf('Write the handover of', text, 'assistant') }
}
