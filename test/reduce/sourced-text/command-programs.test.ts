import { describe, expect, it } from 'vitest'
import { readPrograms } from '../../../src/reduce/sourced-text/command-programs.ts'

const names = (command: string): readonly string[] => readPrograms(command).map(({ name }) => name)

describe('readPrograms', () => {
  it.each([
    ['ls -la', ['ls']],
    ['cd app && FOO=1 git -C x log --oneline | head -5', ['cd', 'git log', 'head']],
    ['/usr/bin/grep -rn "a | b && c" src', ['grep']],
    ['find . -name x -print0 | xargs -0 rg -n y', ['find', 'rg']],
    ['timeout 20 git --no-pager diff', ['git diff']],
    ["echo 'it; works'; (ls)", ['echo', 'ls']],
    ["bash -lc 'cd app && git log'", ['cd', 'git log']],
    ["cat <<'EOF' > a.sh\nrm -r b\nEOF\nls", ['cat', 'ls']],
    ['git', ['git']],
    ['', []],
  ])('%s', (command, expected) => {
    expect(names(command)).toEqual(expected)
  })

  it('knows nothing of a command without a name, and ends', () => {
    expect(readPrograms('')).toEqual([])
    for (const part of ['"', "'", '\\', '|', '$(', ' ', 'a='])
      expect(names(part.repeat(100_000)).length).toBeLessThan(2001)
  })
})
