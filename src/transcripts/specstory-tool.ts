/** One `<tool-use>` of a SpecStory history → the call, as far as the Markdown shows it, and what it printed. */
import type { RawRecord } from '../formats/raw-value.ts'
import { type ToolVerb, toolPurpose } from '../scan/actions/tool-verb.ts'
import { present } from './log-values.ts'

interface ShownTool {
  readonly name: string
  /** Under the names that the logs of the agents use. */
  readonly input: RawRecord
  readonly output: string
  /** `undefined` where the Markdown does not tell. */
  readonly isError: boolean | undefined
  /** What is understood as neither. */
  readonly rest: string
}

export function specStoryTool(text: string): ShownTool {
  const { name, summary, body } = frameOf(text)
  const verb = toolPurpose(name)?.verb
  const { sections, output, isError } = sectionsOf(body.split('\n'), verb)
  const { rest = [], ...input } = inputOf(name, verb, summary, sections)
  const path = verb === 'write' || verb === 'modify' ? changedPath(output ?? '') : undefined
  return {
    name,
    input: { ...present({ file_path: path }), ...input },
    output: output ?? '',
    // Claude Code prints the exit code of a command that failed.
    isError: isError || (name === 'Bash' ? false : undefined),
    rest: rest
      .map(section => (section.fence === undefined ? section.text : fenced(section)))
      .join('\n')
      .trim(),
  }
}

const opening = /^<tool-use[^>\n]{0,400}>\s{0,8}(?:<details>)?\s{0,20}/
const summaryEnd = '</summary>'

/** `<tool-use data-tool-name="Bash"><details>\n<summary>Tool use: **Bash** …</summary>\n…\n</details></tool-use>` */
function frameOf(text: string): { readonly name: string; readonly summary: string; readonly body: string } {
  const open = opening.exec(text)?.[0] ?? ''
  const name = /data-tool-name="([^"]{1,200})"/.exec(open)?.[1] ?? 'unknown'
  const end = without(without(text.trimEnd(), '</tool-use>'), '</details>').length
  const close = text.startsWith('<summary>', open.length) ? text.indexOf(summaryEnd, open.length) : -1
  if (close < 0 || close > end) return { name, summary: '', body: text.slice(open.length, end) }
  return {
    name,
    summary: text
      .slice(open.length + '<summary>'.length, close)
      .replace(/^Tool use: \*\*[^*\n]{1,200}\*\*(?: •)?/, '')
      .trim(),
    body: text.slice(close + summaryEnd.length, end),
  }
}

function without(text: string, end: string): string {
  return text.endsWith(end) ? text.slice(0, -end.length).trimEnd() : text
}

/** Lines above the output: in a fence, or as they are. */
interface Section {
  readonly text: string
  readonly fence?: string
}

interface Sections {
  readonly sections: readonly Section[]
  readonly output?: string
  readonly isError: boolean
}

/** An output is in the last fence, without a language or with `text`. What it quotes is not escaped: it ends with the last one. */
function sectionsOf(lines: readonly string[], verb: ToolVerb | undefined): Sections {
  const sections: Section[] = []
  let plain: string[] = []
  let isError = false
  const addPlain = (): void => {
    const text = plain.join('\n').trim()
    if (text !== '') sections.push({ text })
    plain = []
  }
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] as string
    const [, marks, info = ''] = /^(`{3,})([^`\s]{0,40})$/.exec(line) ?? []
    if (line === '**Error:**' || line === '**Result:**') isError = line === '**Error:**'
    else if (marks === undefined) plain.push(line)
    else {
      const isInput =
        !['', 'text'].includes(info) || isKey(plain) || (verb === 'write' && sections.length === 0)
      addPlain()
      if (!isInput) {
        const end = lines.length - (lines.at(-1) === marks ? 1 : 0)
        return { sections, output: lines.slice(at + 1, end).join('\n'), isError }
      }
      const end = endOfInput(lines, at, marks)
      sections.push({ text: lines.slice(at + 1, end).join('\n'), fence: `${marks}${info}` })
      at = end
    }
  }
  const answer = plain.findIndex(line => line.startsWith('**Answer:** '))
  const answered =
    answer < 0 ? {} : { output: plain.splice(answer).join('\n').slice('**Answer:** '.length).trim() }
  addPlain()
  return { sections, ...answered, isError }
}

/** `- content:` above a fence. */
function isKey(plain: readonly string[]): boolean {
  return /^- \w{1,60}:$/.test(plain.findLast(line => line !== '') ?? '')
}

/** The first line that could close the fence and is above the end, or above a blank line and a heading, a key or a fence. */
function endOfInput(lines: readonly string[], start: number, marks: string): number {
  for (let at = start + 1; at < lines.length; at += 1) {
    if (lines[at] !== marks) continue
    let next = at + 1
    while (next < lines.length && lines[next] === '') next += 1
    if (next === lines.length) return at
    if (next > at + 1 && /^(?:`{3}|\*\*|- \w{1,60}:)/.test(lines[next] as string)) return at
  }
  return lines.length
}

function fenced({ fence = '```', text }: Section): string {
  return `${fence}\n${text}\n${/^`+/.exec(fence)?.[0] ?? fence}`
}

type ShownInput = RawRecord & { readonly rest?: readonly Section[] }

function inputOf(
  name: string,
  verb: ToolVerb | undefined,
  summary: string,
  sections: readonly Section[],
): ShownInput {
  const code = sections.filter(({ fence }) => fence !== undefined)
  const plain = sections.flatMap(({ fence, text }) => (fence === undefined ? text : []))
  if (plain[0]?.startsWith(inputHeading)) return listedInput([{ text: summary }, ...sections])
  const isFile = verb === 'read' || verb === 'modify' || verb === 'write'
  const file = isFile ? /^\w{1,20} file: (\S.*)$/.exec(summary)?.[1] : undefined
  const said = [...(file === undefined ? [summary] : []), ...plain].filter(text => text !== '').join('\n\n')
  const { span, around } = spanIn(said)
  switch (verb) {
    case 'run': {
      const key = name === 'exec_command' ? 'cmd' : 'command'
      const [script, ...rest] = code
      return span === undefined
        ? { ...present({ [key]: script?.text }), ...described(said), rest }
        : { [key]: span, ...described(around), rest: code }
    }
    case 'read':
    case 'modify': {
      const [diff, ...rest] = code
      return file === undefined
        ? { ...present({ file_path: span, diff: diff?.text }), ...described(around), rest }
        : { file_path: file, ...present({ diff: diff?.text }), ...described(said), rest }
    }
    case 'write':
      return {
        ...present({ file_path: file, content: code[0]?.text }),
        ...described(said),
        rest: code.slice(1),
      }
    case 'fetch':
      return { ...present({ url: span }), ...described(around), rest: code }
    case 'search':
      return span === undefined
        ? { ...(labelledSpans(said) ?? described(said)), rest: code }
        : { query: span, ...described(around), rest: code }
    case 'patch':
      return { input: patchOf(sections), ...described(summary) }
    case 'ask':
      return { questions: questionsIn(said), rest: code }
    case 'todo': {
      const items = tasksIn(said)
      // A tool for single tasks does not show what it makes of them.
      if (items === undefined) return { rest: [{ text: said }, ...code] }
      return name === 'update_plan'
        ? { plan: items.map(({ content: step, status }) => ({ step, status })), rest: code }
        : { todos: items, rest: code }
    }
    default:
      return { ...described(said), rest: code }
  }
}

function described(description: string): RawRecord {
  return description === '' ? {} : { description }
}

/** The last line, where it is nothing but a code span, and what is above it: ``Run the tests\n\n`npm test` ``. */
function spanIn(said: string): { readonly span?: string; readonly around: string } {
  const start = said.lastIndexOf('\n') + 1
  const line = said.slice(start).trim()
  return line.length > 2 && line.startsWith('`') && line.endsWith('`')
    ? { span: line.slice(1, -1), around: said.slice(0, start).trim() }
    : { around: said }
}

/** ``path `./src` pattern `TODO` include `*.ts` `` */
function labelledSpans(said: string): RawRecord | undefined {
  const labels = ['path', 'pattern', 'include']
  let at = 0
  const found = labels.flatMap((label, index) => {
    if (!said.startsWith(`${label} \``, at)) return []
    const from = at + label.length + 2
    const ends = labels.slice(index + 1).map(next => said.indexOf(`\` ${next} \``, from))
    const end = ends.find(each => each >= 0) ?? said.length - 1
    at = end + 2
    return [[label, said.slice(from, end)] as const]
  })
  return at === said.length + 1 && said.endsWith('`') ? Object.fromEntries(found) : undefined
}

const inputHeading = '**Input:**'

/** ``- query: `x` ``, or `- content:` above a fence. */
function listedInput(sections: readonly Section[]): ShownInput {
  const input = new Map<string, string>()
  const rest: Section[] = []
  let key: string | undefined
  for (const section of sections) {
    if (section.fence !== undefined) {
      if (key === undefined) rest.push(section)
      else input.set(key, section.text)
      key = undefined
      continue
    }
    for (const line of section.text.split('\n')) {
      const [, name, value] = /^- (\w{1,60}):(?: `(.*)`)?$/.exec(line) ?? []
      key = name !== undefined && !input.has(name) ? name : undefined
      if (key === undefined && line !== inputHeading) rest.push({ text: line })
      if (key !== undefined && value !== undefined) input.set(key, value)
      if (value !== undefined) key = undefined
    }
  }
  return { ...Object.fromEntries(input), rest }
}

/** ``**Update: `src/a.ts`**`` above a fence with the lines. */
function patchOf(sections: readonly Section[]): string {
  const verbs: Readonly<Record<string, string>> = { Modify: 'Update' }
  const lines = sections.map(({ fence, text }) =>
    fence === undefined
      ? text.replace(
          /^\*\*(\w{1,20}): `([^`\n]{1,1000})`\*\*$/gm,
          (_, verb, path) => `*** ${verbs[verb] ?? verb} File: ${path}`,
        )
      : text,
  )
  return ['*** Begin Patch', ...lines, '*** End Patch'].join('\n')
}

/** `**Tabs or spaces?**`, and its options below: `- **Tabs** - one key` */
function questionsIn(said: string): readonly RawRecord[] {
  const questions: { question: string; options: RawRecord[] }[] = []
  for (const line of said.split('\n')) {
    const [, label, description] = /^- \*\*([^\n]{1,400}?)\*\*(?: - (.*))?$/.exec(line) ?? []
    if (label !== undefined) questions.at(-1)?.options.push({ label, ...present({ description }) })
    else if (line.startsWith('**'))
      questions.push({ question: line.replace(/\*\*(?: _\(select multiple\)_)?$/, '').slice(2), options: [] })
    else if (line !== '' && line !== 'Options:') questions.push({ question: line, options: [] })
  }
  return questions
}

const states: ReadonlyMap<string, string> = new Map([
  [' ', 'pending'],
  ['X', 'completed'],
  ['x', 'completed'],
])

/** `- [X] 🔥 Write the tests`: open, done, or under way by any other mark. `undefined` where there are other lines. */
function tasksIn(said: string): readonly { readonly content: string; readonly status: string }[] | undefined {
  const [heading, ...lines] = said.split('\n')
  const tasks = lines.map(line => /^- \[(.{1,2})\] {1,2}(?:(?:🔥|🌡️|❄️) )?(\S.*)$/.exec(line))
  if (heading !== '**Agent task list:**' || tasks.includes(null)) return undefined
  return tasks.map(task => ({
    content: task?.[2] ?? '',
    status: states.get(task?.[1] ?? ' ') ?? 'in_progress',
  }))
}

/** Edits are not shown, but what they changed: `The file src/a.ts has been updated …`. */
function changedPath(output: string): string | undefined {
  const [line = ''] = output.slice(0, 2000).split('\n')
  return /^(?:The file (\S.*?) has been updated|File created successfully at: (\S.*?)(?: \(|$))/
    .exec(line)
    ?.slice(1)
    .find(path => path !== undefined)
}
