import { expect, it } from 'vitest'
import { compressSync } from '../../../../src/compress.ts'
import { longListing, toolStep } from '../tool-step.ts'

const conflict = ['<<<<<<< HEAD', '  join(cart)', '=======', '  split(cart)', '>>>>>>> origin/main']
const program = Array.from({ length: 90 }, (_, at) => `  table.set(${at * 7919}, entry${at})`)
const conflicted = program.toSpliced(40, 0, ...conflict)
const numbered = (lines: readonly string[]): string =>
  lines.map((line, at) => `${at + 1}\t${line}`).join('\n')

function viewOf(...later: readonly (readonly object[])[]): string {
  const { messages } = compressSync(
    [
      { role: 'user', content: 'Merge main.' },
      ...toolStep(
        'a',
        'Bash',
        { command: 'git merge main' },
        'CONFLICT (content): Merge conflict in cart.ts',
      ),
      ...toolStep('b', 'Read', { file_path: '/w/cart.ts' }, numbered(conflicted)),
      ...later.flat(),
      ...toolStep('c', 'Bash', { command: 'cat notes' }, longListing(1)),
      ...toolStep('d', 'Bash', { command: 'cat more' }, longListing(2)),
    ],
    { strategy: 'coverage', budget: '15%', strict: true },
  )
  return JSON.stringify(messages).replaceAll('\\n', '\n')
}

it('shows the lines of a conflict that is not resolved', () => {
  expect(viewOf()).toContain(`41 ${conflict.join('\n')}`)
})

it('shows nothing of a conflict in a file that was changed since', () => {
  const edit = {
    file_path: '/w/cart.ts',
    old_string: conflict.join('\n'),
    new_string: '  join(cart)',
  }
  const view = viewOf(toolStep('e', 'Edit', edit, 'The file was updated.'))
  expect(view).not.toContain('=======')
})

it('shows nothing of a conflict of which git took a side, or that it left', () => {
  const run = (command: string, answer: string) => toolStep('e', 'Bash', { command }, answer)
  const taken = run('git checkout --ours cart.ts', 'Updated 1 path from the index')
  expect(viewOf(taken)).not.toContain('split(cart)')
  expect(viewOf(run('git rebase --continue', 'Successfully rebased'))).not.toContain('split(cart)')
  expect(viewOf(run('git reset --hard', 'HEAD is now at 1a2b3c4'))).not.toContain('split(cart)')
  expect(viewOf(run('git rebase --continue', 'Exit code 1\nedit all conflicts'))).toContain('split(cart)')
  expect(viewOf(run('git stash list', ''))).toContain('split(cart)')
})

it('shows only what the last reading of a file has of its conflicts', () => {
  const again = toolStep('r', 'Read', { file_path: '/w/cart.ts' }, numbered(conflicted))
  expect(viewOf(again).split('split(cart)')).toHaveLength(2)
})
