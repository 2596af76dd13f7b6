/** Signatures by tree-sitter: what our scanner is held against. */
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type * as TreeSitter from '@vscode/tree-sitter-wasm'
import type { Language, Node, Parser } from '@vscode/tree-sitter-wasm'
import type { Signature, SignatureKind } from '../../../../src/reduce/content/code/language.ts'
import { type Grammar, grammarOf } from './signature-grammars.ts'

type SignatureReader = (text: string) => readonly Signature[]
type Runtime = Pick<typeof TreeSitter, 'Language' | 'Parser'>

/** A reader for the language, or for the file of that name; `undefined` where the package or the grammar is missing. */
export async function treeSitterSignatures(languageOrPath: string): Promise<SignatureReader | undefined> {
  const grammar = grammarOf(languageOrPath)
  if (grammar === undefined) return undefined
  const runtime = await treeSitter()
  if (runtime === undefined) return undefined
  const language = await languageOf(runtime, grammar)
  const parser = new runtime.Parser()
  parser.setLanguage(language)
  return text => signaturesIn(parser, grammar, text)
}

let loading: Promise<Runtime | undefined> | undefined

/** Loaded once, by whoever asks first. */
function treeSitter(): Promise<Runtime | undefined> {
  loading ??= loadRuntime()
  return loading
}

async function loadRuntime(): Promise<Runtime | undefined> {
  let runtime: Runtime
  try {
    runtime = (await import('@vscode/tree-sitter-wasm')).default
  } catch {
    return undefined
  }
  await runtime.Parser.init()
  return runtime
}

const loaded = new Map<string, Promise<Language>>()

function languageOf(runtime: Runtime, { file }: Grammar): Promise<Language> {
  const known = loaded.get(file)
  if (known !== undefined) return known
  const folder = dirname(createRequire(import.meta.url).resolve('@vscode/tree-sitter-wasm'))
  const language = runtime.Language.load(join(folder, `tree-sitter-${file}.wasm`))
  loaded.set(file, language)
  return language
}

function signaturesIn(parser: Parser, grammar: Grammar, text: string): readonly Signature[] {
  const tree = parser.parse(text)
  if (tree === null) return []
  try {
    const found: Signature[] = []
    let last = -1
    for (const node of tree.rootNode.descendantsOfType(grammar.types)) {
      const kind = node === null ? undefined : grammar.kindOf(node)
      if (node === null || kind === undefined) continue
      const signature = signatureOf(node, kind)
      if (signature.first <= last) continue
      last = signature.first
      found.push(signature)
    }
    return found
  } finally {
    tree.delete()
  }
}

/** Longer heads are cut off, as the plain scanner does. */
const maxHeadLength = 16

function signatureOf(node: Node, kind: SignatureKind): Signature {
  // Attributes are before the name, and in the same node.
  const name = kind === 'import' ? null : node.childForFieldName('name')
  const first = (name ?? node).startPosition.row
  return { first, end: Math.min(headEnd(node, kind, first), first + maxHeadLength), kind }
}

/** Before the line where the body begins, unless the head ends in it. */
function headEnd(node: Node, kind: SignatureKind, first: number): number {
  const body = bodyOf(node) ?? bodyOf(node.namedChild(0)?.childForFieldName('value')) ?? braceOf(node, kind)
  const { row: last, column } = node.endPosition
  if (body === null) return kind === 'type' || kind === 'value' ? first + 1 : column === 0 ? last : last + 1
  const before = body.previousSibling
  const row = body.startPosition.row
  return Math.max(first + 1, before === null || before.endPosition.row < row ? row : row + 1)
}

function bodyOf(node: Node | null | undefined): Node | null {
  return node?.childForFieldName('body') ?? null
}

/** Some grammars call no part of a definition its body. */
function braceOf(node: Node, kind: SignatureKind): Node | null {
  return kind === 'import' ? null : (node.children.find(child => child?.type === '{') ?? null)
}
