/** The API reference: every name that an entry of the package exports, with its declaration and its comment, from the built types. */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseAst } from 'vite'

const root = join(import.meta.dirname, '..')

/** The page as markdown. */
export function apiReference(): string {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    readonly exports: Readonly<Record<string, string | { readonly types: string }>>
  }
  const entries = Object.entries(exports).flatMap(([path, entry]) =>
    typeof entry === 'string' ? [] : [{ name: `fovea${path.slice(1)}`, file: join(root, entry.types) }],
  )
  const shownIn = new Map<string, string>()
  return [
    '# API reference',
    '',
    'Every name that can be imported, by entry. `npm run docs` writes this page from the types; the other pages say how to use',
    'what is listed here.',
    '',
    ...entries.map(({ name }) => `- [\`${name}\`](#${anchorOf(name)})`),
    ...entries.flatMap(({ name, file }) => ['', `## ${name}`, '', ...entryText(name, file, shownIn)]),
  ]
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trimEnd()
    .concat('\n')
}

function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\w -]/g, '')
    .replaceAll(' ', '-')
}

/** A declaration that several entries export is shown under the first. */
function entryText(entry: string, file: string, shownIn: Map<string, string>): readonly string[] {
  const all = exportsOf(file).toSorted((one, other) => (one.name < other.name ? -1 : 1))
  const own = all.filter(({ place }) => !shownIn.has(place))
  for (const { place } of own) shownIn.set(place, entry)
  const others = all.filter(({ place }) => shownIn.get(place) !== entry)
  return [
    aboutModule(file),
    '',
    ...own.filter(({ isType }) => !isType).flatMap(shown),
    ...own.filter(({ isType }) => isType).flatMap(shown),
    ...(others.length === 0
      ? []
      : [
          `Also here: ${others
            .map(({ name, place }) => {
              const first = shownIn.get(place) ?? entry
              return `\`${name}\` ([${first}](#${anchorOf(first)}))`
            })
            .join(', ')}.`,
        ]),
  ]
}

interface Exported {
  readonly name: string
  readonly isType: boolean
  readonly comment: string
  readonly declaration: string
  /** The file and the name by which it is declared. */
  readonly place: string
}

function shown({ name, comment, declaration }: Exported): readonly string[] {
  return [`### ${name}`, '', ...(comment === '' ? [] : [comment, '']), '```ts', declaration, '```', '']
}

interface Statement {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly declaration?: {
    readonly type: string
    readonly id?: { readonly name: string }
    readonly declarations?: readonly { readonly id: { readonly name: string } }[]
  }
  readonly specifiers?: readonly {
    readonly local: { readonly name: string }
    readonly exported: { readonly name: string }
  }[]
  readonly source?: { readonly value: string }
}

function exportsOf(file: string): readonly Exported[] {
  const text = readFileSync(file, 'utf8')
  const statements = parseAst(text, { lang: 'ts' }).body as unknown as readonly Statement[]
  return statements.flatMap((statement): readonly Exported[] => {
    if (statement.type === 'ExportAllDeclaration') return exportsOf(target(file, statement))
    if (statement.type !== 'ExportNamedDeclaration') return []
    if (statement.declaration !== undefined && statement.declaration !== null)
      return [declared(file, text, statement, statement.declaration)]
    return (statement.specifiers ?? []).flatMap(({ local, exported }) => {
      const found = exportsOf(statement.source ? target(file, statement) : file).filter(
        ({ name }) => name === local.name,
      )
      if (found.length === 0) throw new Error(`${file} exports ${local.name}, which was not found`)
      return found.map(each => ({ ...each, name: exported.name }))
    })
  })
}

function target(file: string, { source }: Statement): string {
  return join(dirname(file), (source?.value ?? '').replace(/\.ts$/, '.d.ts'))
}

function declared(
  file: string,
  text: string,
  { start, end }: Statement,
  { type, id, declarations }: NonNullable<Statement['declaration']>,
): Exported {
  const name = id?.name ?? declarations?.[0]?.id.name ?? ''
  return {
    name,
    isType: type === 'TSInterfaceDeclaration' || type === 'TSTypeAliasDeclaration',
    comment: commentBefore(text, start),
    declaration: text
      .slice(start, end)
      .replace(/^export (?:declare )?/, '')
      .replace(/;$/gm, ''),
    place: `${file}#${name}`,
  }
}

/** As a paragraph. */
function commentBefore(text: string, at: number): string {
  const before = text.slice(0, at).trimEnd()
  if (!before.endsWith('*/')) return ''
  const start = before.lastIndexOf('/**')
  // The first comment of a file is about the file.
  return start <= 0 ? '' : paragraph(before.slice(start))
}

function aboutModule(file: string): string {
  const text = readFileSync(file, 'utf8')
  return text.startsWith('/**') ? paragraph(text.slice(0, text.indexOf('*/') + 2)) : ''
}

function paragraph(comment: string): string {
  return comment
    .slice(3, -2)
    .split('\n')
    .map(line => line.replace(/^\s*\* ?/, '').trim())
    .join('\n')
    .trim()
    .replace(/^@/gm, '\n@')
}
