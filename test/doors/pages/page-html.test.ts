import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { packedPage } from '../../../build/pack-page.ts'
import { dataText, pageHtml } from '../../../src/doors/pages/page-html.ts'

const file = join(import.meta.dirname, '../../../src/doors/pages/page.html')

describe('a page as HTML', () => {
  it('is made from the file that web/ makes', async () => {
    expect(readFileSync(file, 'utf8') === (await packedPage()), 'run "npm run web"').toBe(true)
  })

  it('allows its own script and style by their hashes, and a file no address at all', () => {
    const html = pageHtml({ page: 'document', headline: '' } as never, { title: 'a' })
    expect(html).toMatch(
      /content="default-src 'none'; script-src 'sha256-[^' ]+'; style-src 'sha256-[^' ]+'; base-uri 'none'; form-action 'none'">/,
    )
    const served = pageHtml({ page: 'document', headline: '' } as never, { title: 'a', isServed: true })
    expect(served).toContain("; connect-src 'self'\">")
  })

  it('carries data that cannot end its element, and is read back as it was', () => {
    const data = { text: '</script><!-- $& $1 \u2028 \ud800' }
    expect(dataText(data)).not.toContain('<')
    expect(JSON.parse(dataText(data))).toEqual(data)
    const html = pageHtml({ page: 'document', headline: '$& <b>' } as never, { title: '$& </title>' })
    expect(html).toContain('<title>$&amp; &lt;/title&gt;</title>')
    expect(html).toContain('{"page":"document","headline":"$& \\u003cb>"}')
  })
})
