/** Atoms: names and numbers that an agent cannot guess and must remember. */
import { trimEndOf } from '../../scan/trim-end-of.ts'
import { wordSet } from '../../scan/vocabulary/word-set.ts'

type AtomKind = 'url' | 'path' | 'file' | 'identifier' | 'number' | 'hash' | 'issue'

/** The distinct atoms of a text, with their kind. Linear: every pattern is anchored to the token it reads. */
export function atomsIn(text: string): ReadonlyMap<string, AtomKind> {
  const atoms = new Map<string, AtomKind>()
  for (const { atom, kind } of eachAtom(text)) if (!atoms.has(atom)) atoms.set(atom, kind)
  return atoms
}

interface FoundAtom {
  readonly atom: string
  readonly kind: AtomKind
  readonly at: number
}

/** Characters of paths, addresses, names and numbers. */
const token = /[A-Za-z0-9_./@~#%+:?=&-]+/g

export function* eachAtom(text: string): Generator<FoundAtom> {
  for (const match of text.matchAll(token)) {
    const run = match[0]
    if (run.length < 3 || run.length > maxRunLength) continue
    yield* atomsOfRun(run, match.index)
  }
}

const maxRunLength = 400

function* atomsOfRun(run: string, at: number): Generator<FoundAtom> {
  const address = /https?:\/\/[^#?]{4,}/.exec(run)
  if (address !== null) {
    yield { atom: trimmed(address[0]), kind: 'url', at: at + address.index }
    return
  }
  const issue = /^#\d{1,7}$/.exec(run)
  if (issue !== null) {
    yield { atom: run, kind: 'issue', at }
    return
  }
  // Paths contain no colon or equals sign: `src/a.ts:12`, `--config=a/b.json`.
  for (const part of run.matchAll(/[A-Za-z0-9_./@~+-]+/g)) {
    const name = trimmed(part[0])
    const start = at + part.index
    if (isPath(name)) yield { atom: name, kind: 'path', at: start }
    if (isFile(name)) {
      const from = name.lastIndexOf('/') + 1
      yield { atom: name.slice(from), kind: 'file', at: start + from }
    }
    for (const word of name.matchAll(/[A-Za-z0-9_]+/g)) {
      const kind = wordKind(word[0])
      if (kind !== undefined) yield { atom: word[0], kind, at: start + word.index }
    }
  }
}

function trimmed(run: string): string {
  return trimEndOf(run, '.:/?,-')
}

function isPath(name: string): boolean {
  const slash = name.indexOf('/', 1)
  return slash > 0 && slash < name.length - 1 && /[A-Za-z]{2}/.test(name) && !name.includes('//')
}

const extensions =
  wordSet(`ts tsx js jsx mjs cjs mts cts json jsonl json5 md mdx txt py pyi ipynb go rs java kt kts swift c h cc
  cpp hpp cs rb php sh bash zsh ps1 sql css scss less html htm xml yml yaml toml ini cfg conf env lock log
  csv tsv svg png jpg jpeg gif webp pdf proto graphql gql vue svelte astro dart lua pl r ex exs erl hs
  scala clj zig nix tf gradle mod sum sol wasm snap patch diff traj db sqlite`)

function isFile(name: string): boolean {
  const dot = name.lastIndexOf('.')
  return dot > name.lastIndexOf('/') + 1 && extensions.has(name.slice(dot + 1).toLowerCase())
}

function wordKind(word: string): AtomKind | undefined {
  if (word.length < 3) return undefined
  if (/^\d+$/.test(word)) return word.length <= 20 ? 'number' : 'hash'
  if (
    word.length >= 7 &&
    word.length <= 64 &&
    /^[0-9a-f]+$/.test(word) &&
    /\d/.test(word) &&
    /[a-f]/.test(word)
  )
    return 'hash'
  if (/^\d/.test(word)) return undefined
  const isSnake = /[A-Za-z0-9]_[A-Za-z0-9]/.test(word)
  const isCamel = /[a-z0-9][A-Z]/.test(word) && /[a-z]/.test(word)
  const isPascal = /^[A-Z]+[a-z0-9]+[A-Z]/.test(word)
  return isSnake || isCamel || isPascal ? 'identifier' : undefined
}

/** Whether `text` contains `atom` as a whole: `parse` is not in `parser`, `12` is not in `128`. */
export function holds(text: string, atom: string): boolean {
  return indexOfAtom(text, atom, 0) >= 0
}

export function indexOfAtom(text: string, atom: string, from: number): number {
  if (atom === '') return -1
  for (let at = text.indexOf(atom, from); at >= 0; at = text.indexOf(atom, at + 1))
    if (!isWordCode(text.charCodeAt(at - 1)) && !isWordCode(text.charCodeAt(at + atom.length))) return at
  return -1
}

function isWordCode(code: number): boolean {
  return (
    (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code === 95
  )
}
