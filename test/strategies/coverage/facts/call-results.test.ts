import { describe, expect, it } from 'vitest'
import { callResults, settledTasks } from '../../../../src/strategies/coverage/facts/call-results.ts'
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
      block.type === 'toolCall' && block.name === 'TaskCreate' && settled.has(block.callId)
        ? [JSON.parse(block.text).subject]
        : [],
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

  it('have all calls that changed them', () => {
    const messages = [...tasks, ...updated(1, 'in_progress'), ...updated(1, 'completed')]
    expect(settledTasks(messages, callResults(messages)).size).toBe(3)
  })

  it('are not those that were taken up again', () => {
    expect(subjects(tasks, updated(1, 'completed'), updated(1, 'in_progress'))).toEqual([])
  })
})

describe('callResults', () => {
  const started = answered('exec_command', { cmd: 'npm test' }, 'Process running with session ID 7\nOutput:')
  const [call] = started[0]?.blocks ?? []

  it('of a command that ran on are what was said when it had ended', () => {
    const asked = answered('write_stdin', { session_id: 7 }, 'Process exited with code 0\nOutput:\n3 passed')
    const idOf = call?.type === 'toolCall' ? call.callId : ''
    expect(callResults(started).get(idOf)?.text).toContain('session ID 7')
    expect(callResults([...started, ...asked]).get(idOf)?.text).toContain('3 passed')
  })
})
