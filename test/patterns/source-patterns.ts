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
  const text = readFileSync(join(root, file), 'utf8')
  const found: SourcePattern[] = []
  const visit = (value: unknown, parents: readonly Node[]): void => {
    if (Array.isArray(value)) for (const item of value) visit(item, parents)
    else if (isNode(value)) {
      if (value.regex !== undefined)
        found.push({
          file,
          line: text.slice(0, value.start).split('\n').length,
          source: value.regex.pattern,
          flags: value.regex.flags,
          use: useOf(value, parents),
        })
      if (value.type === 'CallExpression' && value.callee?.name === 'lazyPattern')
        found.push({
          file,
          line: text.slice(0, value.start).split('\n').length,
          ...lazyPatternOf(value, file),
          use: 'search',
          isLazy: true,
        })
      for (const child of Object.values(value)) visit(child, [value, ...parents])
    }
  }
  visit(parseAst(text, { lang: 'ts' }), [])
  return found
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

function useOf(literal: Node, [parent]: readonly Node[]): SourcePattern['use'] {
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
  const text = readFileSync(join(root, file), 'utf8')
  // Most files make none and need no parsing.
  if (!/\bRegExp\b/.test(text)) return []
  const found: string[] = []
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) visit(item)
    else if (isNode(value)) {
      if (value.type === 'NewExpression' && value.callee?.name === 'RegExp')
        found.push(`${file}:${text.slice(0, value.start).split('\n').length}`)
      for (const child of Object.values(value)) visit(child)
    }
  }
  visit(parseAst(text, { lang: 'ts' }))
  return found
}

/** Those that modules make with `new RegExp` when they are loaded, and those that functions make when they are called. */
export async function composedPatterns(): Promise<readonly ComposedPattern[]> {
  const script = join(import.meta.dirname, 'record-patterns.ts')
  // Programs and threads run when they are imported.
  const modules = sourceFiles
    .filter(file => !/(?:main|store-thread)\.ts$/.test(file))
    .map(file => join(root, file))
  const running = promisify(execFile)(process.execPath, ['--no-warnings', script], { maxBuffer: 1 << 26 })
  running.child.stdin?.end(JSON.stringify(modules))
  const { stdout: printed } = await running
  return (JSON.parse(printed) as ComposedPattern[]).map(pattern => ({
    ...pattern,
    file: relative(root, pattern.file),
    madeAt: { ...pattern.madeAt, file: relative(root, pattern.madeAt.file) },
  }))
}
