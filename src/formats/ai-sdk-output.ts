/** What a tool answered as the AI SDK says it: a text, JSON, a refusal to run it, or a list of parts. */
import type { Block, Path } from '../types.ts'
import { aiSdkKind } from './ai-sdk-parts.ts'
import { locateText } from './located-text.ts'
import { isRecord } from './raw-value.ts'
import { resultHead, resultPart, resultText, wholeResult } from './result-blocks.ts'
import type { Replace } from './write-edits.ts'

/** Text and JSON are edited as a whole output, so that a text can take the place of JSON. */
export function readAiSdkOutput(output: unknown, path: Path, callId: string, name: string): readonly Block[] {
  const { type, value, reason } = isRecord(output) ? output : {}
  const head = resultHead(
    callId,
    name,
    type === 'error-text' || type === 'error-json' || type === 'execution-denied',
  )
  if ((type === 'text' || type === 'error-text') && typeof value === 'string')
    return [resultText(head, { text: value, media: 'text', path })]
  if (type === 'json' || type === 'error-json') return [resultText(head, locateText(output, path))]
  if (type === 'execution-denied')
    return wholeResult(
      head,
      typeof reason === 'string' ? [resultText(head, locateText(reason, [...path, 'reason']))] : [],
    )
  if (type === 'content' && Array.isArray(value))
    return wholeResult(
      head,
      value.map((part, at) =>
        isRecord(part) && part.type === 'text' && typeof part.text === 'string'
          ? resultText(head, locateText(part.text, [...path, 'value', at, 'text']))
          : resultPart(head, aiSdkKind(part), part),
      ),
    )
  return wholeResult(head, [resultPart(head, 'unknown', output)])
}

/** An output of JSON becomes one of text; an error stays an error. */
export const replaceAiSdkOutput: Replace = (output, text) => {
  if (!isRecord(output)) return text
  const failed = output.type === 'error-text' || output.type === 'error-json'
  return { ...output, type: failed ? 'error-text' : 'text', value: text }
}
