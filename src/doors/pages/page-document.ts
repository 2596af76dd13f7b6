/** A whole page that needs nothing else: no script, no network. */
import { type Child, element, trusted } from './html.ts'
import { pageStyle } from './page-style.ts'

const contentPolicy = "default-src 'none'; style-src 'unsafe-inline'"

export function pageDocument(title: string, ...children: readonly Child[]): string {
  const page = element(
    'html',
    { lang: 'en' },
    element(
      'head',
      {},
      element('meta', { charset: 'utf-8' }),
      element('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      element('meta', { 'http-equiv': 'Content-Security-Policy', content: contentPolicy }),
      element('title', {}, title),
      element('style', {}, trusted(pageStyle)),
    ),
    element('body', {}, element('main', {}, children)),
  )
  return `<!doctype html>\n${page.markup}\n`
}
