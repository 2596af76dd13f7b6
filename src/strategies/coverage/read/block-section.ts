/** The section of a block: its title, and facts about all its lines. */
import { counted } from '../../../reduce/pieces/counted.ts'
import { isCutOutput } from '../../../scan/actions/is-cut-output.ts'
import { markedParts } from '../../../scan/speakers/marked-parts.ts'
import type { Block, Message, OpaqueKind } from '../../../types.ts'
import { namesRoot, titleBelowRoot } from '../facts/common-root.ts'
import type { ConversationFacts } from '../facts/conversation-facts.ts'
import { isProgramFile, isTestFile } from '../facts/program-file.ts'
import { writerOf } from '../facts/split-by-author.ts'
import type { BlockPart } from './block-parts.ts'
import type { Section } from './candidate.ts'
import { awaitedBy, nameOf } from './known-call.ts'
import { printedLimit } from './printed-limit.ts'
import type { ReadBlock } from './read-block.ts'

export function blockSection(
  { measured, first, block, isThought, call, path, parts }: ReadBlock,
  facts: ConversationFacts,
): Section {
  const { messages, root, turns, shared, history } = facts
  const { message, block: index, age } = measured
  const said = messages[message] as Message
  const attachments = attachmentsOf(said, index)
  const isOfFile = block.type === 'toolResult' && path !== undefined && call?.isEdit === false
  return {
    message,
    block: index,
    author: writerOf(said, block),
    age,
    turnsAgo: turns.after(message),
    title: titleOf(),
    ...(block.type === 'text' ? {} : { callId: block.callId }),
    ...(block.type === 'toolResult' && call !== undefined && { origin: call.origin }),
    ...(block.type === 'toolCall' && path !== undefined && { path }),
    ...(isOfFile && history.lastChange(path) > message && { isChanged: true as const }),
    ...(call !== undefined && namesRoot(call, root) && { isRooted: true as const }),
    lines: linesOf(parts),
    ...(isOfFile && startOf(block.text)),
    firstCandidate: first,
    isTest: isTestFile(path),
    ...(turns.isTakenUp(message) && { isTakenUp: true as const }),
    ...(isOfFile && isProgramFile(path) && { isProgram: true as const }),
    ...(block.type === 'toolResult' && isCutOutput(block.text) && { isCut: true as const }),
    ...(block.type === 'toolResult' && limitOf(call?.source.command, block.text)),
    ...(block.type === 'toolResult' &&
      call?.search !== undefined && { isSearch: true as const, alternatives: call.search.alternatives }),
    ...(isThought && { isThought: true as const }),
    ...(isInserted(block, parts) && { isInserted: true as const }),
    ...(isSummary(said, block) && { isSummary: true as const }),
    ...(attachments !== '' && { attachments }),
  }

  function titleOf(): string {
    if (call === undefined || block.type === 'text') return ''
    if (block.type === 'toolCall') return call.title
    return nameOf(call, shared, root) + titleBelowRoot(awaitedBy(block, facts), root)
  }
}

const numbered = /^ {0,8}(\d{1,7})[→\t]/

function startOf(text: string): Pick<Section, 'start'> {
  const start = Number(numbered.exec(text)?.[1] ?? 1)
  return start > 1 ? { start } : {}
}

function limitOf(command: string | undefined, text: string): Pick<Section, 'limit'> {
  const limit = command === undefined ? '' : printedLimit(command, text)
  return limit === '' ? {} : { limit }
}

/** Without blank lines at the end, which a host adds. */
function linesOf(parts: readonly BlockPart[]): number {
  let sum = 0
  let isAtEnd = true
  for (const { pieces } of parts.toReversed())
    for (let at = pieces.length - 1; at >= 0; at -= 1) {
      const { text, lines } = pieces[at] as BlockPart['pieces'][number]
      isAtEnd &&= text.trim() === ''
      if (!isAtEnd) sum += lines
    }
  return sum
}

/** Whether nothing in a user's text comes from a person, or from an agent that it quotes. */
function isInserted({ type }: Block, parts: readonly BlockPart[]): boolean {
  return type === 'text' && parts.length > 0 && parts.every(({ author }) => author === 'tools')
}

/** Whether all of a user's text is a summary of earlier messages. */
function isSummary({ role }: Message, block: Block): boolean {
  if (role !== 'user' || block.type !== 'text') return false
  const [first, ...rest] = markedParts(block.text)
  return first?.kind === 'summary' && rest.length === 0 && first.end >= block.text.trimEnd().length
}

const media: Readonly<Partial<Record<OpaqueKind, string>>> = {
  image: 'image',
  document: 'document',
  audio: 'recording',
  video: 'video',
}

/** `2 images`, for the first text of a user's message that has them. */
function attachmentsOf({ role, blocks }: Message, index: number): string {
  if (role !== 'user' || blocks.length === 1 || blocks.findIndex(({ type }) => type === 'text') !== index)
    return ''
  const names = blocks.flatMap(block => (block.type === 'opaque' ? (media[block.kind] ?? []) : []))
  const groups = Map.groupBy(names, name => name)
  return Array.from(groups, ([name, own]) => counted(own.length, name)).join(', ')
}
