/** The instructions in a text as a view shows them: to the letter, or what binds of them. */
import { withFacts } from '../measure/measure.ts'
import { bindingLines } from '../reduce/binding-lines.ts'
import type { Instructions, Measured } from '../reduce/plan.ts'
import { commandOutput } from '../scan/actions/command-output.ts'
import { withoutHostReminder } from '../scan/actions/host-reminder.ts'
import { carriersIn, textOfFile } from '../scan/actions/instruction-carriers.ts'
import { latestWork } from '../scan/speakers/latest-work.ts'
import { handleOf } from '../tokens/handle.ts'
import { hashText } from '../tokens/hash.ts'
import type { Message, Note } from '../types.ts'
import type { Conversation } from './conversation.ts'

export interface InstructionText {
  readonly text: string
  /** What it is short for; absent where it is all of it. */
  readonly original?: string
}

export function instructionTexts(
  measured: Measured,
  { unmasked: messages, counters }: Pick<Conversation, 'unmasked' | 'counters'>,
  isNamed: boolean,
): readonly InstructionText[] {
  const { instructions, message, block } = measured
  const said = (messages[message] as Message).blocks[block]
  if (instructions === undefined || said === undefined || said.type === 'opaque') return []
  return instructions.stretches.flatMap(({ start, end, file, isPrompt }): readonly InstructionText[] => {
    const text = said.text.slice(start, end)
    const { path, isRead } = instructions
    const own = isRead === true ? ownText(text) : text
    if (instructions.maxTokens === undefined)
      return [{ text: path === undefined ? text : (textOfFile(path, own) ?? text) }]
    // A few digits of the hash distinguish it from others that read the same.
    const handle = isNamed ? handleOf(hashText(text)) : hashText(text).slice(0, 8)
    const { counter } = counters
    const input = {
      text: own,
      role: measured.role,
      kind: 'markdown',
      tokens: 0,
      handle,
      counter,
      merged: 1,
      work: latestWork(messages),
      ...(isPrompt && { isPrompt }),
      ...(file !== undefined && { source: { path: file, ...(isRead === true && { tool: 'read' }) } }),
    } as const
    const short = bindingLines.read(input)(instructions.maxTokens)
    if (short === undefined) return [{ text }]
    // Without a line and a file there is nothing to say: the digest names the message.
    const says = short.text.includes('\n') || file !== undefined
    return says ? [{ text: short.text, original: text }] : []
  })
}

/** A reminder that comes with every file is not part of its instructions, and neither is what a host writes around an output. */
function ownText(text: string): string {
  const own = withoutHostReminder(text)
  return carriersIn(text.slice(own.length)).length === 0 ? commandOutput(own) : text
}

/** That a budget left no room for instructions. */
export function shortInstructionsNote(conversation: Conversation, budget: number): Note {
  const held = conversation.blocks.filter(({ instructions }) => instructions !== undefined)
  const places = [...new Set(held.map(({ message }) => message))].join(', ')
  return {
    code: 'instructions-shortened',
    message: `${budget} tokens leave no room for the instructions in message ${places}: the lines that bind stay, the rest is behind their handles.`,
  }
}

/** Tokens of the blocks that hold instructions to the letter. */
export function instructionTokens({ blocks }: Pick<Conversation, 'blocks'>): number {
  return blocks.reduce(
    (sum, { instructions, tokens }) =>
      instructions !== undefined && instructions.maxTokens === undefined ? sum + tokens : sum,
    0,
  )
}

/** Whether anything could be shortened. */
export function hasInstructions({ blocks }: Pick<Conversation, 'blocks'>): boolean {
  return blocks.some(({ instructions }) => instructions !== undefined && instructions.maxTokens === undefined)
}

/** What instructions may take of a budget that has no room for all of them: more with a prompt, which says what to do now. */
const shortShare = 0.15
const promptShare = 0.3
/** A prompt gets this many times the room of other instructions. */
const promptWeight = 2

/** The conversation with instructions reduced to their rules. A short text has more rules for its size than a long one. */
export function withShortInstructions(
  conversation: Conversation,
  budget: number,
  isMeant: (instructions: Instructions) => boolean = () => true,
  share: number = conversation.blocks.some(holdsPrompt) ? promptShare : shortShare,
): Conversation {
  const isShortened = ({ instructions }: Measured): boolean =>
    instructions !== undefined && isMeant(instructions)
  const weightOf = (block: Measured): number =>
    Math.sqrt(block.tokens) * (holdsPrompt(block) ? promptWeight : 1)
  const all = conversation.blocks.reduce(
    (sum, block) => (isShortened(block) ? sum + weightOf(block) : sum),
    0,
  )
  return {
    ...conversation,
    blocks: conversation.blocks.map(block =>
      block.instructions !== undefined && isShortened(block)
        ? withFacts(block, {
            instructions: {
              ...block.instructions,
              maxTokens: Math.floor((budget * share * weightOf(block)) / all),
            },
          })
        : block,
    ),
  }
}

function holdsPrompt({ instructions }: Measured): boolean {
  return instructions?.stretches.some(({ isPrompt }) => isPrompt) === true
}

/** The share of a budget for instruction files that the agent opened itself; above it only their binding lines stay. */
const readShare = 0.15

const shortReadShare = 0.05

/** The conversation within the budget: files that the agent loaded do not crowd out the rest. */
export function withReadingsWithin(conversation: Conversation, budget: number): Conversation {
  const read = conversation.blocks.reduce(
    (sum, { instructions, tokens }) => (instructions?.isRead === true ? sum + tokens : sum),
    0,
  )
  return read <= budget * readShare
    ? conversation
    : withShortInstructions(conversation, budget, ({ isRead }) => isRead === true, shortReadShare)
}
