/** HTML pages: what is there to read, without the markup. */
import { tagLine } from '../../scan/kind/content-lines.ts'
import { both, most } from '../../scan/kind/kind-tests.ts'
import type { Content } from './content.ts'
import { PageReader } from './html/page-reader.ts'

const maxScanned = 3000
/** XML has tags too, but there they are what it says. */
const pageTag = /<(?:!doctype html|html|head|body|div|p|span|table|ul|ol|h[1-6]|section|article|main|a)[\s>]/i

export const html: Content = {
  name: 'html',
  detectors: [
    {
      rank: 160,
      why: 'begins with a tag, as do most lines',
      test: both(({ lines }) => lines[0]?.startsWith('<') === true, most(0.6, tagLine)),
    },
  ],
  fits: ({ text, source: { kind } }) => {
    const look = text.slice(0, maxScanned)
    return (kind === 'html' || /^\s{0,40}<(?:!doctype html|html[\s>])/i.test(look)) && pageTag.test(look)
  },
  pieces: (text, { role }) => new PageReader(text, role).read(),
}
