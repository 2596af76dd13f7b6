/** Facts from what the agent did: files, commands, failures, its list, its questions. */
import { askedActions } from '../../scan/actions/actions-in.ts'
import type { Message } from '../../types.ts'
import type { FactBook } from './fact-book.ts'
import { addFileFacts } from './file-facts.ts'
import { addItemFacts, addQuestionFacts } from './list-facts.ts'
import { addRefusal } from './refusal-facts.ts'
import { addRunFacts } from './run-facts.ts'
import { addReplies } from './talk-facts.ts'

export function addActionFacts(book: FactBook, messages: readonly Message[]): void {
  addReplies(book, messages)
  for (const actions of askedActions(messages)) {
    const [first] = actions
    if (first === undefined) continue
    const isRefused = first.answer !== undefined && addRefusal(book, first.answer)
    addRunFacts(book, actions, isRefused)
    addFileFacts(book, actions, messages[first.message]?.blocks[first.block], isRefused)
    for (const located of actions) {
      addItemFacts(book, located)
      if (!isRefused) addQuestionFacts(book, located)
    }
  }
}
