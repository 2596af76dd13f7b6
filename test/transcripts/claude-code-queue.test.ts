import { describe, expect, it } from 'vitest'
import { ClaudeCodeQueue } from '../../src/transcripts/claude-code.ts'

const enqueue = (content: string) => ({ operation: 'enqueue', content })
const remove = (more = {}) => ({ operation: 'remove', ...more })

function queueOf(...texts: readonly string[]): ClaudeCodeQueue {
  const queue = new ClaudeCodeQueue()
  for (const text of texts) expect(queue.operate(enqueue(text))).toBeUndefined()
  return queue
}

describe('ClaudeCodeQueue', () => {
  it('hands over what is removed: the text it names, else the one that waited longest', () => {
    const queue = queueOf('one', 'two', 'three')
    expect(queue.operate(remove())).toBe('one')
    expect(queue.operate(remove({ content: 'three', reason: 'absorbed_mid_turn' }))).toBe('three')
    expect(queue.operate(remove())).toBe('two')
    expect(queue.operate(remove())).toBeUndefined()
  })

  it('hands over nothing that was removed for another reason', () => {
    expect(queueOf('one').operate(remove({ reason: 'cancelled' }))).toBeUndefined()
  })

  it.each([
    ['dequeue', (queue: ClaudeCodeQueue) => queue.operate({ operation: 'dequeue' })],
    ['a user line with the text', (queue: ClaudeCodeQueue) => queue.forget('one')],
    ['popAll', (queue: ClaudeCodeQueue) => queue.operate({ operation: 'popAll' })],
  ])('drops what %s takes away', (_, take) => {
    const queue = queueOf('one')
    take(queue)
    expect(queue.operate(remove())).toBeUndefined()
  })

  it('knows an attachment that repeats a text, once', () => {
    const queue = queueOf('one')
    queue.operate(remove())
    expect([queue.repeats('one'), queue.repeats('one'), queue.repeats('two')]).toEqual([true, false, false])
  })

  it('lets operations pass that it does not know', () => {
    const queue = queueOf('one')
    queue.operate({ operation: 'reorder' })
    expect(queue.operate(remove())).toBe('one')
  })
})
