/** A writer of ledgers from whatever answers a prompt. */
import { jsonExtents } from '../scan/json-extents.ts'
import type { AskContext, LedgerWriter } from './model.ts'
import { type AskModel, modelFailure } from './model-answer.ts'
import { material, type Prompt, pieceOf, quotedTerms } from './prompts.ts'

export function ledgerWriterOf(ask: AskModel): LedgerWriter {
  return async (text, context) => {
    const answer = await ask(ledgerPrompt(text, context), {
      maxTokens: context.maxTokens,
      signal: context.signal,
    })
    const last = jsonExtents(answer).findLast(({ start }) => answer[start] === '{')
    if (last === undefined) throw modelFailure('The model answered without a JSON object.')
    return JSON.parse(answer.slice(last.start, last.end))
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

/** The prompt for the prose of a ledger. */
function ledgerPrompt(text: string, { preserveTerms = [] }: Pick<AskContext, 'preserveTerms'>): Prompt {
  const terms =
    preserveTerms.length === 0 ? [] : [`What these words are about matters: ${quotedTerms(preserveTerms)}.`]
  return { system: [...task, ...terms].join('\n'), user: pieceOf('Write the handover of', text, 'assistant') }
}
