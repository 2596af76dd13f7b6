/** Answers of an upstream that are read here, and not only passed on. */
import type { IncomingMessage } from 'node:http'
import { isRecord, type RawRecord } from '../../formats/raw-value.ts'

export function isStream({ headers }: IncomingMessage): boolean {
  return (headers['content-type'] ?? '').includes('text/event-stream') && !isEncoded(headers)
}

export function isJson({ headers }: IncomingMessage): boolean {
  return (headers['content-type'] ?? '').includes('json') && !isEncoded(headers)
}

/** Although it was asked not to. */
function isEncoded(headers: IncomingMessage['headers']): boolean {
  return (headers['content-encoding'] ?? 'identity') !== 'identity'
}

export async function bytesOf(answer: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of answer) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

export function parsedObject(bytes: Buffer): RawRecord | undefined {
  try {
    const value: unknown = JSON.parse(bytes.toString())
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** What an answer says went wrong. */
export async function failureText(answer: IncomingMessage): Promise<string> {
  const { error } = parsedObject(await bytesOf(answer)) ?? {}
  return isRecord(error) && typeof error.message === 'string'
    ? error.message
    : `The upstream answered ${answer.statusCode} in the midst of a turn.`
}
