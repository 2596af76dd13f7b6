/** Facts from what the agent did: files, commands, failures, its list, its questions. */
import { askedCalls } from '../../scan/actions/actions-in.ts'
import { isRejection } from '../../scan/actions/rejection.ts'
import type { Message } from '../../types.ts'
import { addSpokenLists } from './checklist-facts.ts'
import type { FactBook } from './fact-book.ts'
import { addFileFacts } from './file-facts.ts'
import { addLastEdit, editOf, type LastEdit } from './last-edit.ts'
import { addItemFacts, addQuestionFacts } from './list-facts.ts'
import { addRunFacts } from './run-facts.ts'
import { addDelegateFacts, addReportFacts } from './subagent-facts.ts'
import { addReplies } from './talk-facts.ts'

export function addActionFacts(book: FactBook, messages: readonly Message[]): void {
  addReplies(book, messages)
  addReportFacts(book, messages)
  addSpokenLists(book, messages)
  let edit: LastEdit | undefined
  for (const { actions } of askedCalls(messages)) {
    const [first] = actions
    if (first === undefined) continue
    const { answer, action } = first
    const hasEndedBadly = action.outcome === 'failed' || action.outcome === 'rejected'
    const isRefused = answer !== undefined && hasEndedBadly && isRejection(answer.text)
    addRunFacts(book, actions, { messages, isRefused })
    const call = messages[first.message]?.blocks[first.block]
    addFileFacts(book, actions, call, isRefused)
    if (!isRefused) addQuestionFacts(book, actions, call)
    edit = editOf(actions, call) ?? edit
    for (const located of actions) {
      addItemFacts(book, located)
      addDelegateFacts(book, located, isRefused)
    }
  }
  addLastEdit(book, edit)
}
