import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ContentSource } from '../../../src/reduce/content/content.ts'
import { html } from '../../../src/reduce/content/html.ts'
import { SourcedText } from '../../../src/reduce/sourced-text/sourced-text.ts'
import { endlessTimeout, obeysPieceLaws, readEndless, textOf } from './text-laws.ts'

const source: ContentSource = { role: 'tool', kind: 'html' }

const page = `<!DOCTYPE html>
<html><head>
<title>Pens &amp; paper</title>
<meta name="description" content="All we sell">
<script>if (a < b) write("</p><h1>no</h1>")</script>
<style>a{color:red}</style>
</head>
<body>
<nav><a href="/x">Home</a></nav>
<!-- <h1>hidden</h1> -->
<h1>Pens</h1>
<p>A pen costs <b>2&nbsp;&euro;</b>, see <a title="a > b" href="https://example.org/pens">the list</a>.
It is not sold alone.</p>
<ul><li>red<li>blue</ul>
<h2>Prices</h2>
<table><tr><th>pen</th><th>price</th></tr>
<tr><td>red</td><td>2</td></tr></table>
<pre><code>shop buy
  --pen red</code></pre>
<svg><path d="M0"/></svg>
</body></html>`

const shown = (text: string): readonly string[] =>
  html.pieces(text, source).map(piece => `${piece.value} ${piece.text}`)

describe('html', () => {
  it('fits pages, and not XML', () => {
    expect(html.fits(new SourcedText(page, source))).toBe(true)
    expect(html.fits(new SourcedText('<!doctype html><p>', { ...source, kind: 'other' }))).toBe(true)
    expect(html.fits(new SourcedText('<?xml version="1.0"?><project><name>a</name></project>', source))).toBe(
      false,
    )
  })

  it('reads a page', () => {
    expect(shown(page)).toEqual([
      'useful Title: Pens & paper',
      'plain Description: All we sell',
      'noise [not shown: script 52 B, style 27 B, nav 32 B]',
      'useful # Pens',
      'useful A pen costs 2 €, see [the list](https://example.org/pens). It is not sold alone.',
      'plain - red',
      'plain - blue',
      'useful ## Prices',
      'useful pen | price',
      'plain red | 2',
      'plain shop buy\n  --pen red',
      'noise [not shown: svg 25 B]',
    ])
  })

  it('puts rows under the head of their table, and all else under its heading', () => {
    const pieces = obeysPieceLaws(html, page, source)
    const headOf = (part: string) => pieces[pieces.find(({ text }) => text.includes(part))?.under ?? -1]?.text
    expect(headOf('red | 2')).toBe('pen | price')
    expect(headOf('A pen costs')).toBe('# Pens')
    expect(headOf('## Prices')).toBe('# Pens')
  })

  it.each([
    '<p>one</p><a href="x',
    '<p>one</p><!-- two',
    '<p>one</p><script>two',
    '<p>one</p><',
    '<p>one</p></',
    '<p>one</p><![CDATA[ two',
  ])('reads what was cut off: %s', text => {
    expect(obeysPieceLaws(html, text, source)[0]?.text).toBe('one')
  })

  it('reads text that only looks like markup', () => {
    expect(shown('<p>a < b && b > c &unknown; &#x41;&#66; &#xd800;</p>')).toEqual([
      'useful a < b && b > c &unknown; AB &#xd800;',
    ])
  })

  it('splits long paragraphs into sentences', () => {
    const text = `<p>${'This is a sentence about pens and about paper. '.repeat(5)}It was decided in 2021.</p>`
    expect(html.pieces(text, source).at(-1)).toMatchObject({
      text: 'It was decided in 2021.',
      value: 'useful',
      lines: 0,
    })
  })

  it('replaces every line of any text', () => {
    fc.assert(
      fc.property(
        textOf([...page.split('\n'), '<div', 'a="', '-->', '</script>', '<table><td>', '<pre>']),
        text => {
          obeysPieceLaws(html, text, source)
        },
      ),
      { numRuns: 100 },
    )
  })

  it('takes no text for ever', { timeout: endlessTimeout }, context =>
    readEndless(text => html.pieces(text, source), context),
  )
})
