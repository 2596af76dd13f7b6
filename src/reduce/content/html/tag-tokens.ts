/** The tags of a page and the text between them: one pass, in linear time, over pages that may be cut off anywhere. */
import { wordSet } from '../../../scan/vocabulary/word-set.ts'

export interface TagToken {
  readonly type: 'text' | 'open' | 'close' | 'other'
  readonly start: number
  readonly end: number
  /** In lower case; empty for text, comments and declarations. */
  readonly name: string
  /** `<br/>`, `<img …>`: nothing closes it. */
  readonly isVoid: boolean
}

const voidElements: ReadonlySet<string> = wordSet(
  'area base br col embed hr img input link meta param source track wbr',
)
/** The content of these is not markup. */
const rawElements: ReadonlySet<string> = wordSet('script style textarea title xmp iframe noembed noframes')

const tagName = /<(\/?)([A-Za-z][\w:.-]{0,60})/y

export function tagTokens(text: string): readonly TagToken[] {
  const tokens: TagToken[] = []
  const find = finder(text)
  const push = (type: TagToken['type'], start: number, end: number, name = '', isVoid = false): number => {
    if (end > start) tokens.push({ type, start, end, name, isVoid })
    return end
  }
  for (let at = 0; at < text.length; ) {
    const open = find('<', at)
    at = push('text', at, open)
    if (at === text.length) break
    const special = specialEnd(text, at, find)
    if (special > 0) {
      at = push('other', at, special)
      continue
    }
    tagName.lastIndex = at
    const found = tagName.exec(text)
    if (found === null) {
      // `a < b`
      const next = find('<', at + 1)
      at = push('text', at, next)
      continue
    }
    const name = (found[2] as string).toLowerCase()
    const isClosing = found[1] === '/'
    const end = tagEnd(text, tagName.lastIndex, find)
    const isVoid = !isClosing && (voidElements.has(name) || text.charCodeAt(end - 2) === 0x2f)
    at = push(isClosing ? 'close' : 'open', at, end, name, isVoid)
    if (!isClosing && !isVoid && rawElements.has(name)) at = push('text', at, rawEnd(text, at, name))
  }
  return tokens
}

type Find = (what: string, from: number) => number

/** Like `indexOf`, but returns the end of the text if nothing is found, and never searches twice for a missing text. */
function finder(text: string): Find {
  const missing = new Set<string>()
  return (what, from) => {
    if (missing.has(what)) return text.length
    const at = text.indexOf(what, from)
    if (at >= 0) return at
    missing.add(what)
    return text.length
  }
}

/** The position after a comment, a declaration or a CDATA section that begins at `at`; 0 if none does. */
function specialEnd(text: string, at: number, find: Find): number {
  const next = text.charAt(at + 1)
  if (next !== '!' && next !== '?') return 0
  const close = text.startsWith('<!--', at) ? '-->' : text.startsWith('<![CDATA[', at) ? ']]>' : '>'
  return Math.min(text.length, find(close, at + 2) + close.length)
}

/** The position after the `>` of a tag; a quote counts only where a value may begin. */
function tagEnd(text: string, from: number, find: Find): number {
  for (let at = from; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    if (unit === 0x3e) return at + 1
    if (unit !== 0x3d) continue
    let value = at + 1
    while (value < text.length && text.charCodeAt(value) <= 0x20) value += 1
    const quote = text.charAt(value)
    const close = quote === '"' || quote === "'" ? find(quote, value + 1) : text.length
    if (close < text.length) at = close
  }
  return text.length
}

/** The start of the closing tag of a raw element, in any case. */
function rawEnd(text: string, from: number, name: string): number {
  const close = new RegExp(`</${name}\\b`, 'ig')
  close.lastIndex = from
  return close.exec(text)?.index ?? text.length
}

type Attribute = 'href' | 'alt' | 'name' | 'property' | 'content'

const attributePatterns: Readonly<Record<Attribute, RegExp>> = {
  href: attributePattern('href'),
  alt: attributePattern('alt'),
  name: attributePattern('name'),
  property: attributePattern('property'),
  content: attributePattern('content'),
}

function attributePattern(name: string): RegExp {
  return new RegExp(`\\s${name}\\s?=\\s?(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i')
}

/** The value of an attribute of an opening tag; `undefined` if it has none. */
export function attributeOf(tag: string, name: Attribute): string | undefined {
  const found = attributePatterns[name].exec(tag)
  return found?.[1] ?? found?.[2] ?? found?.[3]
}
