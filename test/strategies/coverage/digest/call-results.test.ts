import { describe, expect, it } from 'vitest'
import { callResults, settledTasks } from '../../../../src/strategies/coverage/digest/call-results.ts'
import type { Message } from '../../../../src/types.ts'
import { answered } from '../../../tools/evaluate/messages.ts'

function made(number: number, subject: string): readonly Message[] {
  return answered(
    'TaskCreate',
    { subject, description: 'In detail.' },
    `Task #${number} created successfully: ${subject}`,
  )
}

function updated(number: number, status: string): readonly Message[] {
  return answered('TaskUpdate', { taskId: String(number), status }, `Updated task #${number} status`)
}

/** Subjects of the tasks that are settled. */
function subjects(...steps: readonly (readonly Message[])[]): readonly string[] {
  const messages = steps.flat()
  const settled = settledTasks(messages, callResults(messages))
  return messages.flatMap(({ blocks }) =>
    blocks.flatMap(block =>
      block.type === 'toolCall' && settled.has(block.callId) ? [JSON.parse(block.text).subject] : [],
    ),
  )
}

describe('settledTasks', () => {
  const tasks = [...made(1, 'Read it'), ...made(2, 'Write it')]

  it('are those that were done or dropped later', () => {
    expect(subjects(tasks)).toEqual([])
    expect(subjects(tasks, updated(1, 'in_progress'))).toEqual([])
    expect(subjects(tasks, updated(1, 'completed'))).toEqual(['Read it'])
    expect(subjects(tasks, updated(2, 'deleted'))).toEqual(['Write it'])
  })

  it('are not those that were taken up again', () => {
    expect(subjects(tasks, updated(1, 'completed'), updated(1, 'in_progress'))).toEqual([])
  })
})
