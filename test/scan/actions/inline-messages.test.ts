import { expect, it } from 'vitest'
import { describeCall } from '../../../src/scan/actions/describe-call.ts'
import { inlineMessages } from '../../../src/scan/actions/inline-messages.ts'

it.each([
  ['npm test', 'npm test'],
  ['echo a\necho b', 'echo a\necho b'],
  [
    `git add a.ts && git commit -m "$(cat <<'EOF'\nMend it\n\nIt was broken.\nEOF\n)" && git push`,
    'git add a.ts && git commit -m "Mend it" && git push\nIt was broken.',
  ],
  ['git commit -m "$(cat <<MSG\n  Mend "it"\nMSG\n)"', `git commit -m 'Mend "it"'`],
  [`git commit -m "$(cat <<'EOF'\nMend it`, `git commit -m "$(cat <<'EOF'\nMend it`],
  [
    'git commit -m "Mend it\n\nIt was broken." && git push',
    'git commit -m "Mend it" && git push\nIt was broken.',
  ],
  ['cat > a.md <<EOF\n# A\nEOF', 'cat > a.md <<EOF\n# A\nEOF'],
])('cuts the texts of %j to their first line', (command, shown) => {
  expect(inlineMessages(command)).toBe(shown)
})

it('a commit is described with its subject', () => {
  const command = `git commit -m "$(cat <<'EOF'\nMend it\nEOF\n)" && git push`
  const call = { name: 'Bash', text: JSON.stringify({ command }) }
  expect(describeCall(call)).toBe('Bash git commit -m "Mend it" && git push')
})
