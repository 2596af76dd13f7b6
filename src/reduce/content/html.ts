/** HTML pages: what is there to read, without the markup. */
import type { Content } from './content.ts'
import { PageReader } from './html/page-reader.ts'

const maxScanned = 3000
/** XML has tags too, but there they are what it says. */
const pageTag = /<(?:!doctype html|html|head|body|div|p|span|table|ul|ol|h[1-6]|section|article|main|a)[\s>]/i

export const html: Content = {
  name: 'html',
  fits: (text, { kind }) => {
    const look = text.slice(0, maxScanned)
    return (kind === 'html' || /^\s{0,40}<(?:!doctype html|html[\s>])/i.test(look)) && pageTag.test(look)
  },
  pieces: (text, { role }) => new PageReader(text, role).read(),
}
