/** Every regular expression of the sources: literals by a parser, those put together at run time by a process that records them. */
import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { parseAst } from 'vite'

export interface SourcePattern {
  readonly file: string
  readonly line: number
  readonly source: string
  readonly flags: string
  /** How the literal is applied. Parts are put into another pattern, which is listed too. */
  readonly use: 'search' | 'split' | 'part'
  /** It is given to `lazyPattern`. */
  readonly isLazy?: boolean
}

const root = join(import.meta.dirname, '../..')

export const sourceFiles: readonly string[] = readdirSync(join(root, 'src'), {
  recursive: true,
  withFileTypes: true,
})
  .filter(entry => entry.isFile() && entry.name.endsWith('.ts'))
  .map(entry => relative(root, join(entry.parentPath, entry.name)))
  .toSorted()

/** Functions that take literals apart and put their sources into one sticky pattern. */
const joining = new Set(['lineOf', 'anyOf', 'rule'])

export function literalPatterns(file: string): readonly SourcePattern[] {
  return nodesOf(file).flatMap(({ node, parent, line }): readonly SourcePattern[] => {
    if (isLazy(node)) return [{ file, line, ...lazyPatternOf(node, file), use: 'search', isLazy: true }]
    if (node.regex === undefined) return []
    const { pattern: source, flags } = node.regex
    return [{ file, line, source, flags, use: useOf(node, parent) }]
  })
}

interface FoundNode {
  readonly node: Node
  readonly parent: Node | undefined
  readonly line: number
}

/** The literals and the constructions of patterns in a file. */
function nodesOf(file: string): readonly FoundNode[] {
  const known = nodesByFile.get(file)
  if (known !== undefined) return known
  const text = readFileSync(join(root, file), 'utf8')
  const found: FoundNode[] = []
  const visit = (value: unknown, parent: Node | undefined): void => {
    if (Array.isArray(value)) for (const item of value) visit(item, parent)
    else if (isNode(value)) {
      if (value.regex !== undefined || isConstruction(value) || isLazy(value))
        found.push({ node: value, parent, line: text.slice(0, value.start).split('\n').length })
      for (const key in value) visit(value[key as keyof Node], value)
    }
  }
  // Most files have none and need no parsing.
  if (mayHavePattern(text)) visit(parseAst(text, { lang: 'ts' }), undefined)
  nodesByFile.set(file, found)
  return found
}

const nodesByFile = new Map<string, readonly FoundNode[]>()

/** Whether there is a slash outside of comments that have their lines to themselves, and of paths of imports. */
function mayHavePattern(text: string): boolean {
  return text
    .split('\n')
    .some(
      line =>
        /\b(?:RegExp|lazyPattern)\b/.test(line) ||
        (line.includes('/') &&
          !/^\s*(?:\/\*\*[^*]*(?:\*\/)?$|\*|\/\/|(?:import|export|\}) .*from '[^']*'$)/.test(line)),
    )
}

function isLazy({ type, callee }: Node): boolean {
  return type === 'CallExpression' && callee?.name === 'lazyPattern'
}

function isConstruction({ type, callee }: Node): boolean {
  return type === 'NewExpression' && callee?.name === 'RegExp'
}

interface Node {
  readonly type: string
  readonly start: number
  readonly regex?: { readonly pattern: string; readonly flags: string }
  readonly callee?: {
    readonly name?: string
    readonly property?: { readonly name?: string }
  }
  readonly arguments?: readonly {
    readonly value?: string
    readonly quasi?: { readonly quasis: readonly { readonly value: { readonly raw: string } }[] }
  }[]
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value
}

/** The source and the flags as they are written: what is put together at run time would be missed. */
function lazyPatternOf(
  { arguments: [source, flags] = [] }: Node,
  file: string,
): Pick<SourcePattern, 'source' | 'flags'> {
  const written = source?.value ?? source?.quasi?.quasis[0]?.value.raw
  if (written === undefined || (source?.quasi?.quasis.length ?? 1) > 1 || flags?.value === undefined)
    throw new Error(`${file}: lazyPattern takes String.raw without parts, or a string, and flags.`)
  return { source: written, flags: flags.value }
}

function useOf(literal: Node, parent: Node | undefined): SourcePattern['use'] {
  if (parent?.type === 'MemberExpression' && 'property' in parent)
    return (parent.property as { name?: string }).name === 'source' ? 'part' : 'search'
  if (parent?.type !== 'CallExpression' || parent.callee === literal) return 'search'
  const name = parent.callee?.property?.name ?? parent.callee?.name ?? ''
  return joining.has(name) ? 'part' : name === 'split' ? 'split' : 'search'
}

export interface ComposedPattern extends SourcePattern {
  /** Where `new RegExp` is written. */
  readonly madeAt: { readonly file: string; readonly line: number }
}

/** Where a file makes patterns with `new RegExp`. */
export function constructions(file: string): readonly string[] {
  return nodesOf(file).flatMap(({ node, line }) => (isConstruction(node) ? [`${file}:${line}`] : []))
}

/** Those that modules make with `new RegExp` when they are loaded, and those that functions make when they are called. */
export async function composedPatterns(): Promise<readonly ComposedPattern[]> {
  const script = join(import.meta.dirname, 'record-patterns.ts')
  // Programs and threads run when they are imported.
  const modules = sourceFiles
    .map(file => join(root, file))
    .filter(
      file =>
        !/main\.ts$/.test(file) && !/\b(?:parentPort|workerData)\b.* from /.test(readFileSync(file, 'utf8')),
    )
  const running = promisify(execFile)(process.execPath, ['--no-warnings', script], { maxBuffer: 1 << 26 })
  running.child.stdin?.end(JSON.stringify(modules))
  const { stdout: printed } = await running
  return (JSON.parse(printed) as ComposedPattern[]).map(pattern => ({
    ...pattern,
    file: relative(root, pattern.file),
    madeAt: { ...pattern.madeAt, file: relative(root, pattern.madeAt.file) },
  }))
}
