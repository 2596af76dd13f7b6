/** Lines of base 64, and armoured keys and certificates. */
import { type Line, runEnd } from '../lines.ts'
import { randomTokens } from '../random-tokens.ts'
import type { Block } from './block.ts'

const armour = /^-----BEGIN [A-Z0-9 ]{1,60}-----/
const armourEnd = /^-----END [A-Z0-9 ]{1,60}-----/
const alphabet = /^[A-Za-z0-9+/=_-]+\s{0,8}$/
/** `Proc-Type: 4,ENCRYPTED` and the empty line after it belong to the armour. */
const armoured = /^(?:[\w-]{1,40}: |[A-Za-z0-9+/=_-]*$)/

/** The narrowest column that encoders wrap at. */
const minLineLength = 40

export const encoded: Block = {
  kind: 'encoded',
  protects: 'base64_content',
  why: 'encoded bytes are whole or worthless',
  mayBegin(line) {
    return (line.text.startsWith('-----') && armour.test(line.text)) || isWrapped(line)
  },
  extent(lines, first) {
    const line = lines[first] as Line
    if (armour.test(line.text)) {
      const end = runEnd(lines, first + 1, ({ text }) => !armourEnd.test(text) && armoured.test(text))
      const isClosed = armourEnd.test(lines[end]?.text ?? '')
      return { end: isClosed ? end + 1 : end, holds: isClosed || end > first + 1 }
    }
    const full = runEnd(lines, first + 1, isWrapped)
    const end = alphabet.test(lines[full]?.text ?? '') ? full + 1 : full
    return { end, holds: full - first >= 2 }
  },
}

function isWrapped({ text }: Line): boolean {
  if (text.length < minLineLength || text.includes(' ')) return false
  const [token, ...rest] = randomTokens(text)
  return token !== undefined && rest.length === 0 && token.start === 0 && token.end === text.length
}
