/** Which texts of a conversation are instructions that apply now: each once, in its latest version. */
import type { Instructions, Measured } from '../reduce/plan.ts'
import { actionsOf } from '../scan/actions/actions-of.ts'
import {
  type Carrier,
  carriersIn,
  fileOfCarrier,
  isInstructionFile,
  isSkillFile,
  textOfFile,
} from '../scan/actions/instruction-carriers.ts'
import { isSamePath } from '../scan/actions/path-resolver.ts'
import { sourceOf } from '../scan/actions/source-of.ts'
import { isPassing } from '../scan/speakers/marked-parts.ts'
import { type Spoken, whoSpoke } from '../scan/speakers/who-spoke.ts'
import { hashText } from '../tokens/hash.ts'
import type { Block, Message, OpaqueBlock, ToolCallBlock } from '../types.ts'
import { withFacts } from './measure.ts'

type Speaking = Exclude<Block, OpaqueBlock>

interface Found extends Carrier {
  readonly measured: Measured
  readonly text: string
  readonly hash: string
}

export function withInstructions(
  messages: readonly Message[],
  blocks: readonly Measured[],
): readonly Measured[] {
  const files = instructionReadings(messages)
  const spoken = whoSpoke(messages)
  const found = blocks.flatMap(measured => {
    const block = messages[measured.message]?.blocks[measured.block] as Block
    return block.type === 'opaque' ? [] : carriersOf(block, measured, files, spoken)
  })
  const carriersBy = Map.groupBy(inForce(found), of => of.measured)
  return blocks.map(measured => {
    const carriers = carriersBy.get(measured)
    if (carriers === undefined) return measured
    const block = messages[measured.message]?.blocks[measured.block] as Speaking
    const file = block.type === 'toolResult' ? files.get(block.callId) : undefined
    const found = instructionsOf(block.text, carriers, file)
    const path = file === undefined || textOfFile(file, block.text) === undefined ? {} : { path: file }
    const instructions = file === undefined ? found : { ...found, isRead: true as const, ...path }
    return withFacts(measured, { instructions })
  })
}

function carriersOf(
  block: Speaking,
  measured: Measured,
  files: ReadonlyMap<string, string>,
  spoken: Spoken,
): readonly Found[] {
  // The agent's own words are not instructions, and neither is a call.
  if (block.type === 'toolCall' || measured.role === 'assistant') return []
  const { text } = block
  const file = block.type === 'toolResult' && block.isError !== true ? files.get(block.callId) : undefined
  // A skill applies until the next request.
  if (file !== undefined && isSkillFile(file) && !spoken.isOpen(measured.message)) return []
  const carriers: readonly Carrier[] =
    file === undefined
      ? carriersAt(block, measured, spoken)
      : [{ kind: 'instructions', name: `file ${file}`, start: 0, end: text.length }]
  return carriers.map(carrier => {
    const own = text.slice(carrier.start, carrier.end)
    return { ...carrier, measured, text: own, hash: hashText(own) }
  })
}

/** Prompts of commands and skills apply only while their turn lasts. */
function carriersAt(block: Speaking, measured: Measured, { speechAt, isOpen }: Spoken): readonly Carrier[] {
  if (block.type === 'text' && measured.role === 'user')
    return speechAt(measured).flatMap(part =>
      part.kind === 'instructions' && part.isInForce
        ? [{ kind: part.carrier, name: part.name, start: part.start, end: part.end }]
        : [],
    )
  const place = block.type === 'toolResult' ? 'toolResult' : 'message'
  return carriersIn(block.text, place).filter(({ name }) => !isPassing(name) || isOpen(measured.message))
}

/** Calls that only show an instruction file, with its path. A skill file that the agent edits is its work, not an instruction. */
function instructionReadings(messages: readonly Message[]): ReadonlyMap<string, string> {
  const calls = messages.flatMap(({ blocks }) => blocks.filter(block => block.type === 'toolCall'))
  const readings = calls.flatMap(call => {
    const path = shownFile(call)
    return path !== undefined && isInstructionFile(path) ? [[call.callId, path] as const] : []
  })
  if (!readings.some(([, path]) => isSkillFile(path))) return new Map(readings)
  const changed = calls.flatMap(changedSkills)
  return new Map(readings.filter(([, path]) => !changed.some(one => isSamePath(one, path))))
}

function changedSkills(call: ToolCallBlock): readonly string[] {
  if (!/skill\.md/i.test(call.text)) return []
  return actionsOf(call).flatMap(action =>
    (action.type === 'modify' || action.type === 'create') && isSkillFile(action.path) ? [action.path] : [],
  )
}

function shownFile(call: ToolCallBlock): string | undefined {
  if (!/\.md|rules/i.test(call.text)) return undefined
  const { path } = sourceOf(call)
  return path !== undefined && actionsOf(call).every(({ type }) => type === 'read' || type === 'run')
    ? path
    : undefined
}

/** Of equal texts the first one, so that sent messages need not change; of several versions the latest. */
function inForce(found: readonly Found[]): readonly Found[] {
  const versions = new Map<string, Map<string, Found>>()
  for (const carrier of found) {
    const key = `${carrier.kind} ${carrier.name}`
    const known = versions.get(key) ?? new Map<string, Found>()
    versions.set(key, known)
    if (!known.has(carrier.hash)) known.set(carrier.hash, carrier)
  }
  const latest = new Map(found.map(({ kind, name, hash }) => [`${kind} ${name}`, hash]))
  return [...versions].flatMap(([key, known]) => {
    const current = known.get(latest.get(key) as string) as Found
    const [first] = known.values()
    const isCovered = first === undefined || first === current || saysAllOf(current, first)
    return current.kind === 'environment' && !isCovered ? [first, current] : [current]
  })
}

/** Whether an environment has every field and heading of another one; some hosts later send what changed. */
function saysAllOf({ text }: Found, { text: other }: Found): boolean {
  const named = new Set(fieldsIn(text))
  const fields = fieldsIn(other)
  // The first one is what the environment is in.
  return fields.length > 1 && fields.every(field => named.has(field))
}

/** `<cwd>`, `# Current Time`, `Platform:` at the beginning of a line. */
function fieldsIn(text: string): readonly string[] {
  return Array.from(
    text.matchAll(/^[ \t]{0,8}(<[\w-]{1,40}|#{1,6} .{1,80}|[A-Z][\w ]{0,40}:)/gm),
    ([, field = '']) => field,
  )
}

/** `read`: the file that the agent opened. */
function instructionsOf(text: string, carriers: readonly Found[], read: string | undefined): Instructions {
  const stretches = carriers
    .map(({ start, end, name }) => {
      const file = read ?? fileOfCarrier(name)
      const prompt = isPassing(name) ? { isPrompt: true as const } : {}
      return { start, end, ...prompt, ...(file === undefined ? {} : { file }) }
    })
    .sort((one, other) => one.start - other.start)
  let from = 0
  let isAll = true
  for (const { start, end } of [...stretches, { start: text.length, end: text.length }]) {
    isAll &&= text.slice(from, start).trim() === ''
    from = end
  }
  return { stretches, isAll }
}
