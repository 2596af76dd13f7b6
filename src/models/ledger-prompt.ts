/** The prompt for the prose of a ledger. */
import type { AskContext } from './model.ts'
import { material, type Prompt, pieceOf, quotedTerms } from './prompts.ts'

const task: readonly string[] = [
  'You write the handover of a working session of an AI agent: another agent will go on from it without having seen the session.',
  'Say what the session is for, where it stands, what comes next, and what was decided and why.',
  'Name only files, identifiers, commands and numbers that the piece names, exactly as it writes them. Put words between quotation marks only where the piece has these very words.',
  'Say that something is done only where the piece shows that it is. Leave out a field where the piece says nothing of it; no placeholders.',
  material,
  'Answer with one JSON object and nothing else: {"intent": one or two sentences, "state": one to three sentences, "next": [concrete steps, most urgent first], "decisions": [{"decision": one sentence, "why": one sentence}]}',
]

export function ledgerPrompt(
  text: string,
  { preserveTerms = [] }: Pick<AskContext, 'preserveTerms'>,
): Prompt {
  const terms =
    preserveTerms.length === 0 ? [] : [`What these words are about matters: ${quotedTerms(preserveTerms)}.`]
  return { system: [...task, ...terms].join('\n'), user: pieceOf('Write the handover of', text, 'assistant') }
}
