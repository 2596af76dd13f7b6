import { describe, expect, it } from 'vitest'
import { latestWork } from '../../../src/scan/speakers/latest-work.ts'
import { answered, said } from '../../tools/evaluate/messages.ts'

describe('latestWork', () => {
  it('is the last requests, and what the agent said and did since the last of them', () => {
    const messages = [
      said('user', 'Write the parser.'),
      said('assistant', 'It is written.'),
      said('user', 'Now mend the queue?'),
      said('assistant', 'It loses jobs.'),
      said('user', 'yes, do it'),
      said('user', '<system-reminder>\nYour list is empty.\n</system-reminder>'),
      said('assistant', 'Each job gets a lock.'),
      ...answered('Read', { file_path: '/repo/queue.ts' }, 'export class Queue {}'),
    ]
    const work = latestWork(messages)
    for (const word of ['mend the queue', 'yes, do it', 'a lock', 'queue.ts']) expect(work).toContain(word)
    for (const word of ['parser', 'loses', 'list', 'export']) expect(work).not.toContain(word)
  })

  it('has the request, however much was done since', () => {
    const done = Array.from({ length: 50 }, () => said('assistant', 'word '.repeat(2000)))
    expect(latestWork([said('user', 'Mend the queue.'), ...done])).toContain('Mend the queue.')
  })

  it('is bounded', () => {
    const messages = Array.from({ length: 50 }, () => said('assistant', 'word '.repeat(2000)))
    expect(latestWork(messages).length).toBeLessThan(25_000)
  })
})
