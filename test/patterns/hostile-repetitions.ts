/** Texts on which a pattern would be slow if it can be: repetitions of what its own parts match, between what it needs and what it refuses. */
import { type AST, RegExpParser } from '@eslint-community/regexpp'

/** A text of any length. */
export type Repetition = (length: number) => string

/** Bounds from here on are as bad as none. */
const nearlyUnbounded = 1000

export function isUnbounded(source: string, flags: string): boolean {
  let found = false
  visit(parsed(source, flags), node => {
    if (isRepetition(node)) found = true
  })
  return found
}

/** Whether a repetition holds a choice or another repetition: only then can a pattern take exponential time. */
export function isNested(source: string, flags: string): boolean {
  let found = false
  visit(parsed(source, flags), node => {
    if (isRepetition(node))
      for (const child of childrenOf(node))
        visit(child, inner => {
          if (inner.type === 'Quantifier' || ('alternatives' in inner && inner.alternatives.length > 1))
            found = true
        })
  })
  return found
}

export function repetitionsFor(source: string, flags: string): readonly Repetition[] {
  const { heads, pumps, characters } = partsOf(parsed(source, flags), flags)
  const made = new Map<string, Repetition>()
  const add = (head: string, pump: string, tail: string): void => {
    if (pump === '') return
    made.set(JSON.stringify([head, pump, tail]), length => {
      const times = Math.max(1, Math.ceil(length / pump.length))
      return head + pump.repeat(times) + tail
    })
  }
  for (const pump of pumps) for (const head of heads) for (const tail of tails) add(head, pump, tail)
  for (const one of characters)
    for (const other of characters) if (one !== other) add('', one + other, refused)
  return [...made.values()]
}

/** In no class that is not negated. */
const refused = '\u0001'
const tails = ['', refused, `\n${refused}`]

/** Tried in this order for what a class can match. */
const samples = [...'a0 /-_.A\n"\'`:,;=+*#@$%&|!?~^\\()[]{}<>\té中あ한α😀✓│━'].concat(
  '\r',
  '\u2028',
  '\u00a0',
)
const maxSamples = 7
const maxPumps = 24
const maxHeads = 8

interface Parts {
  /** What has to be before an unbounded repetition. */
  readonly heads: readonly string[]
  readonly pumps: readonly string[]
  /** Of one class or one letter each. */
  readonly characters: readonly string[]
}

function partsOf(pattern: AST.Pattern, flags: string): Parts {
  const heads = new Set([''])
  const pumps = new Set<string>()
  const characters = new Set<string>()
  const read = (node: AST.Node, before: string): void => {
    if (node.type === 'Alternative') {
      let head = before
      let between = ''
      for (const element of node.elements) {
        read(element, head)
        const example = exampleOf(element, flags)
        head += example
        // What is between two repetitions may be taken by either.
        between = isRepetition(element) ? '' : between + example
        pumps.add(between)
      }
      return
    }
    if (node.type === 'Quantifier') {
      if (isRepetition(node)) {
        heads.add(before)
        pumps.add(before + exampleOf(node.element, flags))
        pumps.add(before)
        for (const example of examplesOf(node.element, flags)) {
          pumps.add(example)
          if (example.length < 3) characters.add(example)
        }
      }
      read(node.element, before)
      return
    }
    for (const child of childrenOf(node)) read(child, before)
  }
  read(pattern, '')
  for (const { elements } of pattern.alternatives)
    pumps.add(elements.map(element => exampleOf(element, flags)).join(''))
  // What follows a repetition is what it gives characters back for.
  visit(pattern, node => {
    if (node.type === 'Character') characters.add(String.fromCodePoint(node.value))
  })
  return {
    heads: [...heads].slice(0, maxHeads),
    pumps: [...pumps, ...characters].slice(0, maxPumps),
    characters: [...characters].slice(0, 10),
  }
}

function isRepetition(node: AST.Node): boolean {
  return node.type === 'Quantifier' && node.max >= nearlyUnbounded
}

/** The shortest text that fits, as far as lookarounds do not matter. */
function exampleOf(node: AST.Node, flags: string): string {
  switch (node.type) {
    case 'Character':
      return String.fromCodePoint(node.value)
    case 'CharacterClass':
    case 'CharacterSet':
    case 'ExpressionCharacterClass':
      return membersOf(node, flags)[0] ?? ''
    case 'Quantifier':
      return exampleOf(node.element, flags).repeat(Math.min(node.min, 300))
    case 'Group':
    case 'CapturingGroup':
      return shortest(node.alternatives.map(alternative => exampleOf(alternative, flags)))
    case 'Alternative':
      return node.elements.map(element => exampleOf(element, flags)).join('')
    default:
      return ''
  }
}

function examplesOf(node: AST.Node, flags: string): readonly string[] {
  if (node.type === 'Group' || node.type === 'CapturingGroup')
    return node.alternatives.map(alternative => exampleOf(alternative, flags))
  if (node.type === 'CharacterClass' || node.type === 'CharacterSet') return membersOf(node, flags)
  return [exampleOf(node, flags)]
}

function membersOf({ raw }: AST.Node, flags: string): readonly string[] {
  const known = members.get(flags + raw)
  if (known !== undefined) return known
  const fits = new RegExp(`^(?:${raw})$`, flags.replace(/[gy]/g, ''))
  const literal = [...raw].filter(character => fits.test(character))
  const found = [...new Set([...samples.filter(sample => fits.test(sample)), ...literal])]
  members.set(flags + raw, found.slice(0, maxSamples))
  return found.slice(0, maxSamples)
}

const members = new Map<string, readonly string[]>()

function shortest(texts: readonly string[]): string {
  return texts.reduce((best, text) => (text.length < best.length ? text : best))
}

const parser = new RegExpParser()

function parsed(source: string, flags: string): AST.Pattern {
  const unicode = flags.includes('u')
  return parser.parsePattern(source, 0, source.length, { unicode, unicodeSets: flags.includes('v') })
}

function childrenOf(node: AST.Node): readonly AST.Node[] {
  if ('alternatives' in node) return node.alternatives
  if (node.type === 'Alternative') return node.elements
  return node.type === 'Quantifier' ? [node.element] : []
}

function visit(node: AST.Node, see: (node: AST.Node) => void): void {
  see(node)
  for (const child of childrenOf(node)) visit(child, see)
}
