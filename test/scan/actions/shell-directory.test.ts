import { expect, it } from 'vitest'
import { shellCommands } from '../../../src/scan/actions/shell/shell-commands.ts'

it('a directory that no file system takes is unknown', () => {
  const commands = shellCommands(`${'cd abc && '.repeat(5000)}ls`)
  const lengths = commands.map(({ directory = '' }) => directory.length)
  expect(commands).toHaveLength(5001)
  expect(Math.max(...lengths)).toBeGreaterThan(4000)
  expect(Math.max(...lengths)).toBeLessThanOrEqual(4096)
})
