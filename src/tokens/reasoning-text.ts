/** The readable text of reasoning, under any provider's name; empty where all of it is encrypted. */
import type { OpaqueBlock } from '../types.ts'
import { visitStrings } from './json-value.ts'

const sealedKey = /^(?:encrypted_|redactedcontent$|.*signature$|.*encryptedcontent$)/i
const spokenKey = /^(?:text|thinking|reasoning|reasoning_content|content|summary|refusal)$/

interface ReasoningText {
  /** The readable text. */
  readonly spoken: string
  /** Characters of the encrypted text. */
  readonly sealed: number
}

export function reasoningText({ value }: Pick<OpaqueBlock, 'value'>): ReasoningText {
  const spoken: string[] = []
  let sealed = 0
  visitStrings(value, (text, key, owner) => {
    if (isSealed(key) || (key === 'data' && owner.type === 'redacted_thinking')) sealed += text.length
    else if (key === '' || spokenKey.test(key)) spoken.push(text)
  })
  return { spoken: spoken.join('\n'), sealed }
}

export function isSealed(key: string): boolean {
  return sealedKey.test(key)
}
