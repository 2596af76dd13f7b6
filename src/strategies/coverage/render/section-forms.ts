/** Sections of a digest that would be shown nearly whole: shown whole, if a lossless form takes fewer tokens. */
import { losslessForm } from '../../../reduce/lossless-form.ts'
import type { Measured } from '../../../reduce/plan.ts'
import type { Shortened } from '../../../reduce/reducer.ts'
import { sourceOf } from '../../../scan/actions/source-of.ts'
import type { ToolCallBlock } from '../../../types.ts'
import { type Conversation, textAt } from '../../../view/conversation.ts'
import type { Section } from '../read/candidate.ts'
import type { Candidates } from '../read/candidate-columns.ts'
import type { WholeForm } from './section-text.ts'

/** Each section is encoded once, on first use; sections of fewer tokens never. */
export function sectionForms(
  { messages, blocks, counters }: Conversation,
  { sections }: Candidates,
  minTokens: number,
): WholeForm {
  const { counter } = counters
  const known = new Map<number, Shortened | undefined>()
  let measuredAt: ReadonlyMap<string, Measured> | undefined
  let calls: ReadonlyMap<string, ToolCallBlock> | undefined
  const formOf = ({ message, block, callId }: Section): Shortened | undefined => {
    measuredAt ??= new Map(blocks.map(each => [`${each.message} ${each.block}`, each]))
    calls ??= new Map(
      messages.flatMap(({ blocks: said }) =>
        said.flatMap(each => (each.type === 'toolCall' ? [[each.callId, each] as const] : [])),
      ),
    )
    const measured = measuredAt.get(`${message} ${block}`)
    const call = calls.get(callId ?? '')
    if (measured === undefined || measured.tokens < minTokens || call === undefined) return undefined
    const { role, kind, tokens } = measured
    const text = textAt(messages, measured)
    const input = { text, role, kind, tokens, handle: '', counter, merged: 1, source: sourceOf(call) }
    return losslessForm.read(input)(tokens)
  }
  return (section, text) => {
    if (!known.has(section)) known.set(section, formOf(sections[section] as Section))
    const form = known.get(section)
    return form !== undefined && form.tokens < counter.count(text) ? form.text : undefined
  }
}
