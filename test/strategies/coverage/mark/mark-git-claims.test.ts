import { describe, expect, it } from 'vitest'
import type { Message } from '../../../../src/types.ts'
import { say, text } from '../../../formats/neutral-messages.ts'
import { step } from '../../partition/session.ts'
import { offersIn } from '../measured.ts'

const run = (id: string, command: string, output: string): readonly Message[] =>
  step(id, { name: 'Bash', args: { command }, result: output })
const commit = run('a', 'git add a.ts && git commit -m "sort rows"', '[main 1a2b3c4] sort rows')
const push = run('b', 'git push', 'To host:repo.git\n   1a2b3c4..5d6e7f8  main -> main')

/** Which lines of an answer are left out before what follows it. */
function hiddenIn(answer: string, ...after: readonly Message[]): readonly string[] {
  return offersIn([say('user', text('Sort the rows.')), say('assistant', text(answer)), ...after])
    .candidates.filter(({ author, isUninformative }) => author === 'words' && isUninformative)
    .map(({ text: line }) => line.trim())
}

describe('that work is not committed or not pushed', () => {
  it.each([
    '- The changes are still local, uncommitted',
    '- I did not commit.',
    'Working tree has 3 modified files',
  ])('is left out after a commit: %s', claim => {
    const answer = `The reader sorts its rows.\n\n${claim}`
    expect(hiddenIn(answer, ...commit)).toEqual([claim])
    expect(hiddenIn(answer, ...push)).toEqual([])
    expect(hiddenIn(answer)).toEqual([])
  })

  it('is left out after a push', () => {
    const claim = 'So nothing has been pushed yet.'
    const answer = `The reader sorts its rows.\n\n${claim}`
    expect(hiddenIn(answer, ...push)).toEqual([claim])
    expect(hiddenIn(answer, ...commit)).toEqual([])
  })

  it('is shown after a commit that failed, and as a condition', () => {
    const failed = run('c', 'git commit -m "sort rows"', 'Exit code 1\nnothing added to commit')
    expect(hiddenIn('- I did not commit.', ...failed)).toEqual([])
    expect(hiddenIn('A row is skipped if it is not committed.', ...commit)).toEqual([])
  })
})
