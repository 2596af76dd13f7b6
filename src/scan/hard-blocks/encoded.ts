/** Lines of base 64, and keys and certificates between `BEGIN` and `END` lines (PEM). */
import { type Line, runEnd } from '../lines.ts'
import { randomTokens } from '../random-tokens.ts'
import type { HardBlock } from './hard-block.ts'

const pemBegin = /^-----BEGIN [A-Z0-9 ]{1,60}-----/
const pemEnd = /^-----END [A-Z0-9 ]{1,60}-----/
const alphabet = /^[A-Za-z0-9+/=_-]+\s{0,8}$/
/** Lines between them: base 64, headers such as `Proc-Type: 4,ENCRYPTED`, and empty lines. */
const pemLine = /^(?:[\w-]{1,40}: |[A-Za-z0-9+/=_-]*$)/

/** Encoders wrap no line at fewer characters. */
const minLineLength = 40

export const encoded: HardBlock = {
  kind: 'encoded',
  protects: 'base64_content',
  mayBegin(line) {
    return (line.text.startsWith('-----') && pemBegin.test(line.text)) || isWrapped(line)
  },
  extent(lines, first) {
    const line = lines[first] as Line
    if (pemBegin.test(line.text)) {
      const end = runEnd(lines, first + 1, ({ text }) => !pemEnd.test(text) && pemLine.test(text))
      const isClosed = pemEnd.test(lines[end]?.text ?? '')
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
