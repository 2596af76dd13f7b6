/** What a Gemini function answered: an object that is one text, as in `{ output: '…' }`, or any other JSON object. */
import type { Block, Path } from '../types.ts'
import { type GeminiFunction, geminiKind } from './gemini-fields.ts'
import { type LocatedText, locateText } from './located-text.ts'
import { isRecord } from './raw-value.ts'
import { resultHead, resultPart, resultText, wholeResult } from './result-blocks.ts'
import type { Replace } from './write-edits.ts'

/** One text for the whole response, and the media that are beside it. */
export function readGeminiResponse(
  { name, value }: GeminiFunction,
  path: Path,
  callId: string,
): readonly Block[] {
  const { response, parts } = value
  const failed = isRecord(response) && response.error !== undefined && response.error !== null
  const head = resultHead(callId, name, failed)
  const media = Array.isArray(parts) ? parts.map(part => resultPart(head, geminiKind(part), part)) : []
  return response === undefined || response === null
    ? wholeResult(head, media)
    : [resultText(head, locateResponse(response, [...path, 'response'])), ...media]
}

function locateResponse(response: unknown, path: Path): LocatedText {
  const sole = soleText(response)
  return sole === undefined ? locateText(response, path) : { text: sole.text, media: 'text', path }
}

/** A text takes the place of the one text, or of the whole object under the key that Gemini documents for it. */
export const replaceGeminiResponse: Replace = (response, text) => {
  if (!isRecord(response)) return text
  const key = soleText(response)?.key ?? ('error' in response && !('output' in response) ? 'error' : 'output')
  return { [key]: text }
}

function soleText(response: unknown): { readonly key: string; readonly text: string } | undefined {
  const entries = isRecord(response) ? Object.entries(response) : []
  const [key, text] = entries[0] ?? []
  return entries.length === 1 && key !== undefined && typeof text === 'string' ? { key, text } : undefined
}
