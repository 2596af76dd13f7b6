/** The view of a case with a model's note, where the note is written by hand: first its prompt, then its answer. */
import { compress } from '../../src/compress.ts'
import type { NoteWriter } from '../../src/models/model.ts'
import { notePrompt } from '../../src/models/note-prompt.ts'
import type { Prompt } from '../../src/models/prompts.ts'
import type { Receipt } from '../../src/receipt.ts'
import { foveaView } from '../../src/tools/evaluate/methods/fovea.ts'
import { viewOf } from '../../src/tools/evaluate/methods/text-view.ts'
import type { Message } from '../../src/types.ts'
import type { ExamCase } from './exam-case.ts'

export interface WrittenView {
  readonly messages: readonly Message[]
  readonly receipt: Receipt
  /** Of its text. */
  readonly tokens: number
}

/** What the writer of a case would be asked; `undefined` where there is no room for a note. */
export async function writerPrompt(examCase: ExamCase): Promise<Prompt | undefined> {
  let asked: Prompt | undefined
  await writtenView(examCase, (view, context) => {
    asked ??= notePrompt(view, context)
    return ''
  })
  return asked
}

/** The budget of a case is of text: it is raised by what the view without a note takes for framing. */
export async function writtenView({ history, budget }: ExamCase, writer: NoteWriter): Promise<WrittenView> {
  const { framing = 0 } = foveaView(history, budget)
  const raised = await viewWithin(budget + framing)
  return raised.tokens <= budget ? raised : viewWithin(budget)

  async function viewWithin(tokens: number): Promise<WrittenView> {
    const { format, raw, counters } = history
    const { messages, receipt } = await compress(raw, {
      format: format.name,
      strategy: 'coverage',
      budget: tokens,
      model: { writer },
      strict: true,
    })
    const read = format.read(messages)
    return { messages: read, receipt, tokens: counters.counter.count(viewOf(read).text) }
  }
}
