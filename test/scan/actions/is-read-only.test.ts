import { describe, expect, it } from 'vitest'
import { isReadOnly } from '../../../src/scan/actions/is-read-only.ts'

const run = (command: string) => ({ name: 'Bash', text: JSON.stringify({ command }) })

describe('isReadOnly', () => {
  it.each([
    'ls -la src',
    'cd app && cat a.ts | head -20',
    'rg -n "name" src',
    'git status --short && git log --oneline -3',
    'find . -name "*.ts" | wc -l',
    'command -v npm || which npm',
    'Set-Location app; Get-Content a.ts | Select-Object -First 20; Test-Path b.ts',
  ])('holds for %s', command => {
    expect(isReadOnly(run(command))).toBe(true)
  })

  it.each([
    'npm test',
    'git commit -m "x"',
    'rm a.ts',
    'Set-Content a.ts "x"',
    'Start-Process app.exe',
    'format-code',
    'cd app && test-all | tail -3',
    'echo x > a.ts',
    'git push',
    'cat a.ts && npm run build',
  ])('does not hold for %s', command => {
    expect(isReadOnly(run(command))).toBe(false)
  })

  it('knows tools that read, search and write', () => {
    expect(isReadOnly({ name: 'Read', text: '{"file_path":"a.ts"}' })).toBe(true)
    expect(isReadOnly({ name: 'Grep', text: '{"pattern":"x"}' })).toBe(true)
    expect(isReadOnly({ name: 'Edit', text: '{"file_path":"a.ts","old_string":"a","new_string":"b"}' })).toBe(
      false,
    )
    expect(isReadOnly({ name: 'unknown_tool', text: '{}' })).toBe(false)
  })
})
