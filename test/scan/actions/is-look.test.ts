import { describe, expect, it } from 'vitest'
import { isLook } from '../../../src/scan/actions/is-look.ts'

const run = (command: string) => ({ name: 'Bash', text: JSON.stringify({ command }) })

describe('isLook', () => {
  it.each([
    'ls -la src',
    'cd app && cat a.ts | head -20',
    'rg -n "name" src',
    'git status --short && git log --oneline -3',
    'find . -name "*.ts" | wc -l',
  ])('holds for %s', command => {
    expect(isLook(run(command))).toBe(true)
  })

  it.each([
    'npm test',
    'git commit -m "x"',
    'rm a.ts',
    'echo x > a.ts',
    'git push',
    'cat a.ts && npm run build',
  ])('does not hold for %s', command => {
    expect(isLook(run(command))).toBe(false)
  })

  it('knows tools that read, search and write', () => {
    expect(isLook({ name: 'Read', text: '{"file_path":"a.ts"}' })).toBe(true)
    expect(isLook({ name: 'Grep', text: '{"pattern":"x"}' })).toBe(true)
    expect(isLook({ name: 'Edit', text: '{"file_path":"a.ts","old_string":"a","new_string":"b"}' })).toBe(
      false,
    )
    expect(isLook({ name: 'unknown_tool', text: '{}' })).toBe(false)
  })
})
