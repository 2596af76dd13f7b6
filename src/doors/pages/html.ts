/** HTML and SVG as strings in which no text can become markup. */

/** Finished markup; every plain string is escaped. */
export interface Markup {
  readonly markup: string
}

export type Child = Markup | string | readonly Child[] | undefined
export type Attributes = Readonly<Record<string, string | number | undefined>>

const withoutEnd = new Set(['meta', 'br', 'circle', 'line', 'path', 'rect', 'polyline'])

export function element(name: string, attributes: Attributes = {}, ...children: readonly Child[]): Markup {
  const opening = `<${name}${attributesText(attributes)}`
  if (children.length > 0 || !withoutEnd.has(name))
    return { markup: `${opening}>${childrenText(children)}</${name}>` }
  return { markup: `${opening}${name === 'meta' || name === 'br' ? '' : '/'}>` }
}

/** Text that the page's own code wrote as markup: a style sheet. */
export function trusted(markup: string): Markup {
  return { markup }
}

function attributesText(attributes: Attributes): string {
  return Object.entries(attributes)
    .map(([name, value]) => {
      if (value === undefined) return ''
      return ` ${name}="${escaped(typeof value === 'number' ? rounded(value) : value)}"`
    })
    .join('')
}

function childrenText(children: readonly Child[]): string {
  return children.map(childText).join('')
}

function childText(child: Child): string {
  if (child === undefined) return ''
  if (typeof child === 'string') return escaped(child)
  return 'markup' in child ? child.markup : childrenText(child)
}

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

/** A hundredth of a pixel is enough. */
export function rounded(value: number): string {
  return String(Math.round(value * 100) / 100)
}
