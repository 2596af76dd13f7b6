/** How well a view predicts what the agent does next, measured with a compressor, without a model. */
import { brotliCompressSync, constants } from 'node:zlib'
import { agentText } from '../../scan/spoken-text.ts'
import { toBytes } from '../../tokens/bytes.ts'
import type { Message } from '../../types.ts'

/** Characters of the agent's next actions that are predicted. */
const maxNextLength = 20_000

export function nextActions(future: readonly Message[]): string {
  let next = ''
  for (const message of future) {
    if (next.length >= maxNextLength) break
    const text = agentText(message)
    if (text !== '') next += `${text}\n`
  }
  return next.slice(0, maxNextLength)
}

/** The bytes that knowing `view` saves, as a share of those that knowing `history` saves. */
export function predictiveInformation(next: string, view: string, history: string): number {
  return informationMeter(next, history)(view)
}

/** The same for many views of one history, which is compressed once. */
export function informationMeter(next: string, history: string): (view: string) => number {
  const alone = sizeKnowing(next, '')
  const maxGain = alone - sizeKnowing(next, history)
  return view => (maxGain <= 0 ? 0 : (alone - sizeKnowing(next, view)) / maxGain)
}

function sizeKnowing(text: string, known: string): number {
  return size(known + text) - size(known)
}

function size(text: string): number {
  const bytes = toBytes(text)
  return brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 9,
      [constants.BROTLI_PARAM_LGWIN]: 24,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  }).length
}
