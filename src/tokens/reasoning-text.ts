/** The readable text of reasoning, under any provider's name; empty where all of it is encrypted. */
import type { OpaqueBlock } from '../types.ts'
import { visitLeaves } from './json-value.ts'

const sealedKey = /^(?:encrypted_|redactedcontent$|.*signature$|.*encryptedcontent$)/i
const spokenKey = /^(?:text|thinking|reasoning|reasoning_content|content|summary|refusal)$/

interface ReasoningText {
  /** The readable text. */
  readonly spoken: string
  /** Characters of the encrypted text, which may be bytes instead of base64. */
  readonly sealed: number
}

export function reasoningText({ value }: Pick<OpaqueBlock, 'value'>): ReasoningText {
  const spoken: string[] = []
  let sealed = 0
  visitLeaves(value, (leaf, key, owner) => {
    if (isSealed(key) || (key === 'data' && owner.type === 'redacted_thinking')) sealed += sealedLength(leaf)
    else if (typeof leaf === 'string' && (key === '' || spokenKey.test(key))) spoken.push(leaf)
  })
  return { spoken: spoken.join('\n'), sealed }
}

/** Of bytes: the length of their base64. */
export function sealedLength(leaf: string | Uint8Array): number {
  return typeof leaf === 'string' ? leaf.length : Math.ceil(leaf.byteLength / 3) * 4
}

export function isSealed(key: string): boolean {
  return sealedKey.test(key)
}
