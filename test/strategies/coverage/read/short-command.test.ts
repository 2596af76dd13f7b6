import { describe, expect, it } from 'vitest'
import { shortCommand } from '../../../../src/strategies/coverage/read/short-command.ts'

const made = '[main 1a2b3c4] Fix the parser | 1 file changed'

describe('shortCommand', () => {
  it.each([
    ['Bash npm test 2>&1 | tail -20', '', 'Bash npm test'],
    ['Bash npm test 2>&1', '', 'Bash npm test'],
    ['Bash ls | head -n 5', '', 'Bash ls'],
    ['Bash npm test | grep -c fail', '', 'Bash npm test | grep -c fail'],
    ['Bash git add a.ts && git commit -m "Fix the parser"', made, 'Bash git add a.ts && git commit'],
    ["Bash git commit -q -m \"$(cat <<'EOF' …", made, 'Bash git commit -q'],
    [
      'Bash git commit -m "Fix the parser" && git push',
      made,
      'Bash git commit -m "Fix the parser" && git push',
    ],
    ['Bash git commit -m "Fix the parser"', 'failed', 'Bash git commit -m "Fix the parser"'],
  ])('shows %s with %j as %s', (title, outcome, shown) => {
    expect(shortCommand(title, outcome)).toBe(shown)
  })
})
