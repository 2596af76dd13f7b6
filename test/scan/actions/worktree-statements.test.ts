import { describe, expect, it } from 'vitest'
import { gitCalls } from '../../../src/scan/actions/git-calls.ts'
import { shellCommands } from '../../../src/scan/actions/shell/shell-commands.ts'
import { worktreeStatements } from '../../../src/scan/actions/worktree-statements.ts'

describe('worktreeStatements', () => {
  const [call] = gitCalls(shellCommands('git worktree list'))
  const treesIn = (...lines: string[]): readonly string[] =>
    call === undefined
      ? []
      : worktreeStatements(call, lines).flatMap(({ about, text }) => (about === 'worktree' ? [text] : []))

  it('are those of a list behind the repository itself, which may be bare', () => {
    const fix = '/w/app-fix  5d6e7f8 [fix/tax]'
    expect(treesIn('/w/app  1a2b3c4 [main]', fix)).toEqual(['/w/app-fix'])
    expect(treesIn('/w/app.git  (bare)', fix)).toEqual(['/w/app-fix'])
  })
})
