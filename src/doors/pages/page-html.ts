/** A page as one HTML file that needs nothing else: what is shown is data in it, and nothing in it but our script can run. */
import { readFileSync } from 'node:fs'
import type { PageData } from './page-data.ts'

interface PageOptions {
  readonly title: string
  /** A served page may send requests to its own server. A file sends none. @default false */
  readonly isServed?: boolean
}

/** In the order of the file. */
const places = ['<!--connect-->', '<!--title-->', '<!--data-->'] as const

export function pageHtml(data: PageData, { title, isServed = false }: PageOptions): string {
  const [policy, head, body, script] = templateParts()
  const connect = isServed ? "; connect-src 'self'" : ''
  return `${policy}${connect}${head}${escaped(title)}${body}${dataText(data)}${script}`
}

/** For a server's header: what the page itself asks for, its own server, and no frame. */
export function pagePolicy(): string {
  const [policy = ''] = templateParts()
  return `${policy.slice(policy.indexOf('default-src'))}; connect-src 'self'; frame-ancestors 'none'`
}

/** No `<` is left that could end the element, or begin another. */
export function dataText(data: unknown): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c')
}

let known: readonly string[] | undefined

/** `build/pack-page.ts` writes the file from `web/`. */
function templateParts(): readonly string[] {
  known ??= places.reduce<readonly string[]>(
    (parts, place) => [...parts.slice(0, -1), ...splitOnce(parts.at(-1) ?? '', place)],
    [readFileSync(new URL('./page.html', import.meta.url), 'utf8')],
  )
  return known
}

function splitOnce(text: string, at: string): readonly string[] {
  const index = text.indexOf(at)
  return [text.slice(0, index), text.slice(index + at.length)]
}

/** Text in HTML in which it can become no markup. */
const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Also without what HTML forbids or a reader cannot see: control characters, and those that turn the direction of text. */
export function escaped(text: string): string {
  return text
    .replace(/[^\P{Cc}\n\t]|\p{Bidi_Control}/gu, ' ')
    .toWellFormed()
    .replace(/[&<>"']/g, character => entities[character] ?? '')
    .replaceAll(' %', '\u00a0%')
}

/** Headers of every page and its data: kept by no cache, read by no other site. */
export const pageHeaders = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
} as const
