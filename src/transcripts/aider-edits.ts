/** An answer of aider's model → its texts, and the edits in it that aider says it applied or refused. */

export interface EditPart {
  readonly type: 'edit'
  readonly path: string
  /** Absent where the edit is in another form, and still in the text. */
  readonly lines?: { readonly search: string; readonly replace: string }
  /** Whether aider asked to create the file. */
  readonly isNew: boolean
  /** What aider printed about it. */
  readonly outcome: string
  readonly isApplied: boolean
}

export type AnswerPart = { readonly type: 'text'; readonly text: string } | EditPart

interface EditBlock {
  /** Lines of the answer, with the name of the file and the fence. */
  readonly start: number
  readonly end: number
  readonly path: string
  readonly search: string
  readonly replace: string
}

/** `output`: what aider printed after the answer. */
export function aiderEdits(answer: string, output: string): readonly AnswerPart[] {
  const lines = answer.split('\n')
  const applied = new Set(Array.from(output.matchAll(/^Applied edit to (\S.*)$/gm), ([, path = '']) => path))
  const created = createdIn(output)
  const refused = refusedBlocks(output)
  const areOthersApplied = refused.size > 0 && output.includes('applied successfully.')
  const parts: AnswerPart[] = []
  const changed = new Set<string>()
  let from = 0
  const addText = (to: number): void => {
    parts.push({ type: 'text', text: lines.slice(from, to).join('\n') })
    from = to
  }
  for (const { start, end, path, search, replace } of editBlocks(lines)) {
    const isRefused = refused.has(keyOf(path, search.split('\n')))
    const isApplied = !isRefused && (applied.has(path) || areOthersApplied)
    if (!isApplied && !isRefused) continue
    addText(start)
    from = end
    const outcome = `${isRefused ? refusal : 'Applied edit to '}${path}`
    const isNew = search.trim() === '' && !changed.has(path) && created.has(path)
    parts.push({ type: 'edit', path, lines: { search, replace }, isNew, outcome, isApplied })
    if (isApplied) changed.add(path)
  }
  addText(lines.length)
  for (const path of applied)
    if (!changed.has(path))
      parts.push({
        type: 'edit',
        path,
        isNew: created.has(path),
        outcome: `Applied edit to ${path}`,
        isApplied: true,
      })
  return parts
}

const asksFor = 'Allow creation of new file '

/** The files that aider asked to create: `Allow creation of new file a.ts? yes`, or `a.ts` above `Create new file? yes`. */
function createdIn(output: string): ReadonlySet<string> {
  const lines = output.split('\n')
  return new Set(
    lines.flatMap((line, at) => {
      if (line.startsWith(asksFor)) return line.slice(asksFor.length, line.lastIndexOf('?'))
      return line.startsWith('Create new file?') ? (lines[at - 1] ?? []) : []
    }),
  )
}

const refusal = 'This SEARCH block failed to exactly match lines in '

/** The blocks that aider quotes because it did not find their lines. */
function refusedBlocks(output: string): ReadonlySet<string> {
  const refused = new Set<string>()
  let path: string | undefined
  let search: string[] | undefined
  for (const line of output.includes(refusal) ? output.split('\n') : []) {
    const at = line.indexOf(refusal)
    if (at >= 0) path = line.slice(at + refusal.length).trim()
    else if (search === undefined) search = path !== undefined && searchLine.test(line) ? [] : undefined
    else if (!middleLine.test(line)) search.push(line)
    else {
      refused.add(keyOf(path ?? '', search))
      search = undefined
    }
  }
  return refused
}

/** Without spaces at the ends of lines, which aider does not print. */
function keyOf(path: string, search: readonly string[]): string {
  return [path, ...search.map(line => line.trimEnd())].join('\n')
}

const searchLine = /^<{5,9} SEARCH/
const middleLine = /^={5,9}\s{0,8}$/
const replaceLine = /^>{5,9} REPLACE\s{0,8}$/

function editBlocks(lines: readonly string[]): readonly EditBlock[] {
  const blocks: EditBlock[] = []
  let search = -1
  let middle = -1
  for (const [at, line] of lines.entries()) {
    if (searchLine.test(line)) {
      search = at
      middle = -1
    } else if (search >= 0 && middle < 0 && middleLine.test(line)) middle = at
    else if (middle >= 0 && replaceLine.test(line)) {
      blocks.push({
        ...placeOf(lines, search, at, blocks.at(-1)),
        search: lines.slice(search + 1, middle).join('\n'),
        replace: lines.slice(middle + 1, at).join('\n'),
      })
      search = -1
      middle = -1
    }
  }
  return blocks
}

/** The file is named above the fence, or in its first line; the next block in the same fence is of the same file. */
function placeOf(
  lines: readonly string[],
  search: number,
  last: number,
  before: EditBlock | undefined,
): Pick<EditBlock, 'start' | 'end' | 'path'> {
  const isFence = (at: number): boolean => lines[at]?.startsWith('```') ?? false
  const end = last + (isFence(last + 1) ? 2 : 1)
  const named = isFence(search - 1) ? search - 2 : isFence(search - 2) ? search - 1 : undefined
  const path = named === undefined ? '' : pathIn(lines[named] ?? '')
  if (named === undefined || path === '') return { start: search, end, path: before?.path ?? '' }
  return { start: Math.min(named, search - (named === search - 1 ? 2 : 1)), end, path }
}

/** `**src/date.ts**`, `` `src/date.ts`: `` */
function pathIn(line: string): string {
  return line.replace(/^[#*`\s]{1,10}/, '').replace(/[*`:\s]{1,10}$/, '')
}
