import { describe, expect, it } from 'vitest'
import { commandOutput } from '../../../src/scan/actions/command-output.ts'

describe('commandOutput', () => {
  it('is without the line that says where the next command runs', () => {
    expect(commandOutput('5 passed\nShell cwd was reset to /home/me/shop')).toBe('5 passed')
    expect(commandOutput('\nShell cwd was reset to /home/me/shop\n')).toBe('')
    expect(commandOutput('Shell cwd was reset to /home/me/shop\nnot at the end')).toContain('not at the end')
  })
})
