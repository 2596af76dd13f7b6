/** Where an agent's program puts instructions and the environment into a conversation; a new agent is one more row. */
import { remembered } from '../../tokens/remembered.ts'
import type { Span } from '../span.ts'
import { wordGroups, wordSet } from '../vocabulary/word-set.ts'
import { taggedParts } from './tagged-parts.ts'

/**
 * `instructions`: of several versions the latest is in force.
 * `environment`: the first has everything, and the latest has what holds now.
 */
export type CarrierKind = 'instructions' | 'environment'

export interface Carrier extends Span {
  readonly kind: CarrierKind
  /** What it carries: two carriers of one name are versions of the same thing. */
  readonly name: string
}

/** Where a carrier was found: a tool's answer quotes much that only looks like one. */
export type CarrierPlace = 'message' | 'toolResult'

/** Tags that are never used for anything else. */
const tagKinds: ReadonlyMap<string, CarrierKind> = wordGroups({
  // Codex; Gemini CLI; Copilot CLI and VS Code; Cursor; Cline, Roo Code, OpenHands
  instructions: `instructions user_instructions permissions collaboration_mode apps_instructions skills_instructions
    plugins_instructions personality_spec
    project_context extension_context global_context user_memory loaded_context activated_skill
    custom_instruction custom_instructions memories reminderinstructions modeinstructions
    rules user_rules workspace_rules always_applied_workspace_rules agent_skills
    explicit_instructions custom_modes repository_instructions
    skill skill_content available_skills`,
  environment: `environment_context session_context environment_details environment_info workspace_info user_info
    git_status runtime_information repository_info env`,
})

/** pi, opencode, Codex: a skill that was loaded, also in answers of tools. */
const resultTags = wordSet('skill skill_content available_skills')

/** Tags that hold instructions or a passing remark: their content decides. */
const reminderTags = wordSet('system-reminder system_reminder system-notification')

interface HeadRow {
  readonly kind: CarrierKind
  /** At the beginning of a line; what it captures is the name. */
  readonly head: RegExp
  /** The name, where nothing is captured. */
  readonly name: string
}

/** With the words that it begins with: a text without them needs no pattern, which would have to be compiled. */
interface KnownHead extends HeadRow {
  readonly begin: string
}

function known(row: HeadRow): KnownHead {
  return { ...row, begin: /^\^([\w #:']*)/.exec(row.head.source)?.[1] ?? '' }
}

/** How the lines begin by which a reminder is known to carry instructions. Others (todo nudges, changed files) pass. */
const reminderRows: readonly KnownHead[] = (
  [
    // Claude Code: memory files, nested ones too
    { kind: 'instructions', name: 'memory', head: /^Contents of (\S{1,400})/gm },
    // opencode, Kilo Code
    { kind: 'instructions', name: 'memory', head: /^Instructions from: (\S{1,400})/gm },
    {
      kind: 'instructions',
      name: 'context',
      head: /^As you answer the user's questions, you can use the following context/gm,
    },
    { kind: 'instructions', name: 'context', head: /^# (?:claudeMd|userMemory|projectInstructions)\b/gm },
    { kind: 'instructions', name: 'output style', head: /^.{1,80} output style is active/gm },
    // Only the latest text about a mode counts.
    {
      kind: 'instructions',
      name: 'plan mode',
      head: /^(?:## )?(?:Plan mode (?:is|still) active|Exited Plan Mode|Re-entering Plan Mode)/gm,
    },
    { kind: 'instructions', name: 'skills', head: /^The following skills (?:are available|were invoked)/gm },
    { kind: 'instructions', name: 'servers', head: /^# MCP Server Instructions/gm },
    { kind: 'instructions', name: 'agents', head: /^Available agent types /gm },
    { kind: 'instructions', name: 'task', head: /^CRITICAL: /gm },
    // Claude Code, from 2.1.300 on: what was in its system text before
    { kind: 'environment', name: 'environment', head: /^# Environment\b/gm },
    { kind: 'environment', name: 'model', head: /^You are powered by the model named /gm },
    { kind: 'environment', name: 'date', head: /^Today's date is /gm },
    { kind: 'instructions', name: 'tools', head: /^The following deferred tools are /gm },
    { kind: 'instructions', name: 'attribution', head: /^Attribution for git commits /gm },
  ] satisfies readonly HeadRow[]
).map(known)

/** Texts that are a carrier as a whole, known by how they begin. */
const wholeRows: readonly KnownHead[] = (
  [
    // What binds of instructions in a view of ours; each is named by its handle too.
    {
      kind: 'instructions',
      name: 'view',
      head: /^\[(Instructions in force: \d{1,7} of \d{1,7} lines[^\]\n]{0,500} (?:stored: db_[0-9a-f]{12,64}|[0-9a-f]{8}))\](?:\n|$)/g,
    },
    // Claude Code, Copilot CLI: a skill that was loaded
    { kind: 'instructions', name: 'skill', head: /^Base directory for this skill: (.{1,400})/g },
    { kind: 'instructions', name: 'memory', head: /^Instructions from: (\S{1,400})/g },
    {
      kind: 'instructions',
      name: 'memory',
      head: /^Contents of (\S{1,400}) \((?:project|user|local|managed|auto)/g,
    },
    {
      kind: 'environment',
      name: 'session',
      head: /^This is the (?:Gemini CLI|Qwen Code)\. We are setting up the context/g,
    },
  ] satisfies readonly HeadRow[]
).map(known)

/** `# AGENTS.md instructions for /repo`, on a line of its own before the tag. */
const headingLine = /# (\S{1,80}) instructions(?: for (\S{1,400}))?[ \r]{0,4}\n\s{0,8}$/

/** Gemini CLI puts a file between two lines, also at the end of a tool's answer. */
const fileLine = /^--- (End of )?Context from: (.{1,400}) ---[ \r]{0,4}$/gm

/** In order, without overlaps. Linear. */
export function carriersIn(text: string, place: CarrierPlace = 'message'): readonly Carrier[] {
  return place === 'message' ? carriersInMessage(text) : carriersInResult(text)
}

/** Whether a message says nothing else. */
export function isOnlyCarriers(text: string): boolean {
  let from = 0
  let isAll = true
  for (const { start, end } of [...carriersIn(text), { start: text.length, end: text.length }]) {
    isAll &&= text.slice(from, start).trim() === ''
    from = end
  }
  return isAll
}

const carriersInMessage = remembered(text => readCarriers(text, 'message'))
const carriersInResult = remembered(text => readCarriers(text, 'toolResult'))

function readCarriers(text: string, place: CarrierPlace): readonly Carrier[] {
  const whole = place === 'message' ? wholeCarrier(text) : undefined
  if (whole !== undefined) return [whole]
  const found = [...taggedCarriers(text, place), ...fileCarriers(text)]
  const carriers: Carrier[] = []
  for (const carrier of found.sort((one, other) => one.start - other.start))
    if (carrier.start >= (carriers.at(-1)?.end ?? 0)) carriers.push(carrier)
  return carriers
}

function wholeCarrier(text: string): Carrier | undefined {
  const start = text.search(/\S/)
  const begin = text.slice(Math.max(0, start), start + 600)
  const row = rowIn(begin, wholeRows)
  return row === undefined ? undefined : { ...row, start: 0, end: text.length }
}

function taggedCarriers(text: string, place: CarrierPlace): readonly Carrier[] {
  if (!text.includes('</')) return []
  const isKnown = (tag: string): boolean =>
    reminderTags.has(tag) || (place === 'message' ? tagKinds.has(tag) : resultTags.has(tag))
  return taggedParts(text, isKnown).flatMap((part): readonly Carrier[] => {
    const { name: tag, start, end, body } = part
    // In an answer of a tool: between other text, as in a file that was read, it is a quotation.
    if (place === 'toolResult' && start > 0 && text[start - 1] !== '\n') return []
    const said = text.slice(body.start, body.end)
    if (reminderTags.has(tag)) {
      const row = rowIn(said, reminderRows)
      return row === undefined ? [] : [{ ...row, start, end }]
    }
    const kind = tagKinds.get(tag) as CarrierKind
    const heading = headingLine.exec(text.slice(Math.max(0, start - 600), start))
    const head = heading === null ? start : start - heading[0].length
    const attributes = text.slice(start, body.start)
    const name = heading === null ? attributes : `${heading[1]} ${heading[2] ?? ''}`
    return [{ kind, name, start: head, end }]
  })
}

/** The first row of which a line of the text begins with the head. */
function rowIn(text: string, rows: readonly KnownHead[]): Pick<Carrier, 'kind' | 'name'> | undefined {
  for (const row of rows) {
    const name = namesIn(text, row)
    if (name !== undefined) return { kind: row.kind, name }
  }
  return undefined
}

/** All that the head captures in a text; `undefined` where no line begins so. */
function namesIn(text: string, { head, begin, name }: KnownHead): string | undefined {
  if (!text.includes(begin)) return undefined
  head.lastIndex = 0
  if (!head.test(text)) return undefined
  // A search for all begins where the last one ended.
  head.lastIndex = 0
  const found = Array.from(text.matchAll(head), match => match[1] ?? name)
  return [...new Set(found)].join(' ')
}

function fileCarriers(text: string): readonly Carrier[] {
  if (!text.includes('--- Context from: ')) return []
  const open = new Map<string, number>()
  return Array.from(text.matchAll(fileLine)).flatMap((found): readonly Carrier[] => {
    const [line, isEnd, name = ''] = found
    const start = open.get(name)
    if (isEnd === undefined) open.set(name, start ?? found.index)
    if (isEnd === undefined || start === undefined) return []
    open.delete(name)
    return [{ kind: 'instructions', name, start, end: found.index + line.length }]
  })
}

/** The text of a file as a carrier that names it; `undefined` where it would not be read as one. */
export function textOfFile(path: string, text: string): string | undefined {
  const named = `--- Context from: ${path} ---\n${text}\n--- End of Context from: ${path} ---`
  const [carrier, ...others] = carriersIn(named)
  const isWhole = carrier?.start === 0 && carrier.end === named.length && carrier.name === path
  return isWhole && others.length === 0 ? named : undefined
}

const instructionFiles: ReadonlySet<string> =
  wordSet(`claude.md claude.local.md agents.md agents.override.md agent.md gemini.md qwen.md
  copilot-instructions.md .cursorrules .clinerules .windsurfrules skill.md`)

/** Whether a file holds instructions for agents, by its path. */
export function isInstructionFile(path: string): boolean {
  return instructionFiles.has(lastName(path))
}

/** Whether it is followed for one piece of work, and not in all of them. */
export function isSkillFile(path: string): boolean {
  return lastName(path) === 'skill.md'
}

function lastName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1).toLowerCase()
}

const namedFile = /[^\s"'<>]{1,400}\.mdc?(?![\w.])/g
const skillDirectory = /[/\\]skills[/\\][^\s/\\]{1,100}$/

/** The one file that the name of a carrier names; `undefined` where it names none or several. */
export function fileOfCarrier(name: string): string | undefined {
  if (skillDirectory.test(name)) return `${name}/SKILL.md`
  const [file, ...others] = name.match(namedFile) ?? []
  return others.length === 0 ? file : undefined
}
