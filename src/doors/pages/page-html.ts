/** A page as one self-contained HTML file: its content is embedded as data, and only our script can run in it. */
import { readFileSync } from 'node:fs'
import type { PageData } from './page-data.ts'

interface PageOptions {
  readonly title: string
  /** A served page may send requests to its own server; a file sends none. @default false */
  readonly isServed?: boolean
}

/** In their order in the file. */
const places = ['<!--connect-->', '<!--title-->', '<!--data-->'] as const

export function pageHtml(data: PageData, { title, isServed = false }: PageOptions): string {
  const [policy, head, body, script] = templateParts()
  const connect = isServed ? "; connect-src 'self'" : ''
  return `${policy}${connect}${head}${escaped(title)}${body}${dataText(data)}${script}`
}

/** For a server's header: the policy of the page itself, requests to its own server, and no frames. */
export function pagePolicy(): string {
  const [policy = ''] = templateParts()
  return `${policy.slice(policy.indexOf('default-src'))}; connect-src 'self'; frame-ancestors 'none'`
}

/** No `<` is left that could end the element or begin another. */
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

/** Escapes for text in HTML. */
const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/**
 * Also removes characters that HTML forbids or a reader cannot see: control characters, and those that change the direction of
 * text.
 */
export function escaped(text: string): string {
  return text
    .replace(/[^\P{Cc}\n\t]|\p{Bidi_Control}/gu, ' ')
    .toWellFormed()
    .replace(/[&<>"']/g, character => entities[character] ?? '')
    .replaceAll(' %', '\u00a0%')
}
