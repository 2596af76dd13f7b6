/** HTML pages: their readable content, without the markup. */
import { graphemeCut } from '../../scan/grapheme-cut.ts'
import { tagLine } from '../../scan/kind/content-lines.ts'
import { both, minShare } from '../../scan/kind/kind-tests.ts'
import { wordSet } from '../../scan/vocabulary/word-set.ts'
import type { Role } from '../../types.ts'
import { sizeName } from '../pieces/byte-size.ts'
import { sentenceCuts } from '../pieces/paragraphs.ts'
import { maxLineLength, shortStretches } from '../pieces/parts.ts'
import type { Content, Piece, PieceValue } from './content.ts'
import { decodeEntities } from './html/decode-entities.ts'
import { attributeOf, type TagToken, tagTokens } from './html/tag-tokens.ts'

const maxScanned = 3000
/** XML has tags too, but there they are the content. */
const pageTag = /<(?:!doctype html|html|head|body|div|p|span|table|ul|ol|h[1-6]|section|article|main|a)[\s>]/i

export const html: Content = {
  name: 'html',
  // Begins with a tag, like most of its lines.
  detect: both(({ lines }) => lines[0]?.startsWith('<') === true, minShare(0.6, tagLine)),
  fits: ({ text, source: { kind } }) => {
    const look = text.slice(0, maxScanned)
    return (kind === 'html' || /^\s{0,40}<(?:!doctype html|html[\s>])/i.test(look)) && pageTag.test(look)
  },
  pieces: (text, { role }) => new PageReader(text, role).read(),
}

/** Elements that are left out with their content. */
const skipped: ReadonlySet<string> = wordSet(
  'script style svg nav noscript template iframe canvas footer select',
)
/** Elements that end a piece. */
const blocks: ReadonlySet<string> =
  wordSet(`address article aside blockquote body br button caption dd details dialog div dl dt fieldset figcaption figure footer
  form h1 h2 h3 h4 h5 h6 head header hr html label legend li link main meta nav ol option p pre section summary table tbody
  tfoot thead title tr ul`)
const maxPreLines = 12
const maxAddressLength = 160
const maxSaidLength = 2000

interface Level {
  readonly level: number
  readonly piece: number
}

/** Reads a page as its title, headings, paragraphs, links, tables and code; other elements are counted in one line. */
class PageReader {
  readonly #text: string
  readonly #role: Role
  readonly #pieces: Piece[] = []
  readonly #headings: Level[] = []
  /** Elements left out since the last piece, by name. */
  readonly #noise = new Map<string, { count: number; size: number }>()
  #noiseLines = 0
  /** The start of the lines that no piece covers yet. */
  #from = 0
  #said = ''
  #heading = 0
  #isTitle = false
  #isItem = false
  #isPre = false
  #cells: number | undefined
  #tableHead: number | undefined
  #address: string | undefined
  #linkStart = 0

  constructor(text: string, role: Role) {
    this.#text = text
    this.#role = role
  }

  read(): readonly Piece[] {
    const tokens = tagTokens(this.#text)
    for (let at = 0; at < tokens.length; at += 1) {
      const token = tokens[at] as TagToken
      if (token.type === 'text') this.#read(token)
      else if (token.type === 'open' && skipped.has(token.name) && !token.isVoid) at = this.#skip(tokens, at)
      else if (token.type === 'open') this.#open(token)
      else if (token.type === 'close') this.#close(token)
    }
    this.#flush(this.#text.length)
    this.#sayNoise(true)
    return this.#pieces
  }

  #read({ start, end }: TagToken): void {
    const text = decodeEntities(this.#text.slice(start, end))
    this.#said += this.#isPre ? text : foldSpace(text)
  }

  /** The position after the element that closes what was opened at `first`. */
  #skip(tokens: readonly TagToken[], first: number): number {
    const { name, start } = tokens[first] as TagToken
    this.#flush(start)
    let depth = 0
    let last = first
    for (let at = first; at < tokens.length; at += 1) {
      const token = tokens[at] as TagToken
      last = at
      if (token.name !== name || token.isVoid) continue
      depth += token.type === 'open' ? 1 : -1
      if (depth === 0) break
    }
    const end = (tokens[last] as TagToken).end
    const noise = this.#noise.get(name) ?? { count: 0, size: 0 }
    this.#noise.set(name, {
      count: noise.count + 1,
      size: noise.size + Buffer.byteLength(this.#text.slice(start, end)),
    })
    this.#noiseLines += this.#linesTo(end)
    return last
  }

  #open(token: TagToken): void {
    const { name, start, end } = token
    // A paragraph without an end becomes several pieces.
    if (blocks.has(name) || this.#said.length > maxSaidLength) this.#flush(start)
    const tag = (): string => this.#text.slice(start, end)
    if (name === 'a') {
      this.#address = attributeOf(tag(), 'href')
      this.#linkStart = this.#said.length
    } else if (name === 'img') {
      const description = attributeOf(tag(), 'alt')
      if (description !== undefined && description.trim() !== '')
        this.#said += `[image: ${decodeEntities(foldSpace(description))}]`
    } else if (name === 'meta') this.#meta(tag())
    else if (name === 'td' || name === 'th') {
      if (this.#cells !== undefined && this.#cells > 0) this.#said += ' | '
      this.#cells = (this.#cells ?? 0) + 1
    } else if (name === 'tr') this.#cells = 0
    else if (name === 'table') this.#tableHead = undefined
    else if (name === 'li') this.#isItem = true
    else if (name === 'pre') this.#isPre = true
    else if (name === 'title') this.#isTitle = true
    else if (isHeading(name)) this.#heading = Number(name.charAt(1))
  }

  #close({ name, end }: TagToken): void {
    if (name === 'a') this.#endLink()
    if (blocks.has(name)) this.#flush(end)
    if (name === 'pre') this.#isPre = false
    else if (name === 'table') this.#tableHead = undefined
  }

  #endLink(): void {
    const address = this.#address
    this.#address = undefined
    if (address === undefined || /^(?:#|javascript:|$)/i.test(address)) return
    const words = this.#said.slice(this.#linkStart).trim()
    if (words === '' || words === address) return
    const shown = address.length > maxAddressLength ? `${graphemeCut(address, maxAddressLength)}…` : address
    this.#said = `${this.#said.slice(0, this.#linkStart)}[${words}](${shown})`
  }

  #meta(tag: string): void {
    if (!/^(?:og:)?description$/i.test(attributeOf(tag, 'name') ?? attributeOf(tag, 'property') ?? '')) return
    const content = decodeEntities(foldSpace(attributeOf(tag, 'content') ?? '')).trim()
    if (content !== '') this.#said += `Description: ${content}`
  }

  /** The text so far becomes a piece, for all lines that begin before `end`. */
  #flush(end: number): void {
    const said = this.#isPre ? this.#said.replace(/^\n/, '').trimEnd() : this.#said.trim()
    this.#said = ''
    const level = this.#heading
    const isTitle = this.#isTitle
    const isItem = this.#isItem
    const cells = this.#cells
    if (said === '' || (cells !== undefined && !/[^\s|]/.test(said))) return
    this.#heading = 0
    this.#isTitle = false
    this.#isItem = false
    this.#cells = undefined
    this.#sayNoise(false)
    const lines = this.#linesTo(end)
    if (this.#isPre) this.#pre(said, lines)
    else if (isTitle) this.#push(`Title: ${said}`, lines, 'useful')
    else if (level > 0) this.#pushHeading(said, lines, level)
    else if (cells !== undefined && cells > 0) this.#row(said, lines)
    else this.#paragraph(isItem ? `- ${said}` : said, lines)
  }

  #pushHeading(said: string, lines: number, level: number): void {
    while ((this.#headings.at(-1)?.level ?? 0) >= level) this.#headings.pop()
    this.#push(`${'#'.repeat(level)} ${said}`, lines, 'useful')
    this.#headings.push({ level, piece: this.#pieces.length - 1 })
  }

  #row(said: string, lines: number): void {
    const head = this.#tableHead
    this.#push(said, lines, head === undefined ? 'useful' : 'plain', head)
    this.#tableHead ??= this.#pieces.length - 1
  }

  #paragraph(said: string, lines: number): void {
    sentenceCuts(said, this.#role).forEach(({ text, value }, index) => {
      this.#push(text.trimEnd(), index === 0 ? lines : 0, value)
    })
  }

  #pre(said: string, lines: number): void {
    const code = said.split('\n')
    for (let at = 0; at < code.length; at += maxPreLines)
      this.#push(code.slice(at, at + maxPreLines).join('\n'), at === 0 ? lines : 0, 'plain')
  }

  #push(text: string, lines: number, value: PieceValue, under = this.#headings.at(-1)?.piece): void {
    const stretches = text.length > maxLineLength * 2 ? shortStretches(text) : [text]
    stretches.forEach((stretch, index) => {
      this.#pieces.push({
        text: stretch,
        lines: index === 0 ? lines : 0,
        value,
        isStatement: true,
        ...(under !== undefined && { under }),
      })
    })
  }

  /** Lines that begin before `end` and that no piece covers yet. */
  #linesTo(end: number): number {
    const text = this.#text
    let lines = this.#from === 0 && end > 0 ? 1 : 0
    const from = Math.max(this.#from, 0)
    for (let at = text.indexOf('\n', from); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) lines += 1
    this.#from = Math.max(this.#from, end)
    return lines
  }

  #sayNoise(isEnd: boolean): void {
    const rest = isEnd ? this.#noiseLines + this.#rest() : this.#noiseLines
    this.#noiseLines = 0
    if (this.#noise.size === 0) {
      if (rest > 0)
        this.#pieces.push({ text: '[markup without text]', lines: rest, value: 'noise', isStatement: true })
      return
    }
    const names = [...this.#noise].map(
      ([name, { count, size }]) => `${count === 1 ? name : `${count} × ${name}`} ${sizeName(size)}`,
    )
    this.#noise.clear()
    this.#pieces.push({
      text: `[not shown: ${names.join(', ')}]`,
      lines: rest,
      value: 'noise',
      isStatement: true,
    })
  }

  /** Lines after the last piece. */
  #rest(): number {
    return this.#linesTo(this.#text.length + 1)
  }
}

function isHeading(name: string): boolean {
  return name.length === 2 && name.startsWith('h') && name >= 'h1' && name <= 'h6'
}

function foldSpace(text: string): string {
  return text.replace(/[\s\u200b]+/g, ' ')
}
