import { describe, expect, it } from 'vitest'
import { commandStart } from '../../src/scan/actions/describe-call.ts'

describe('the start of a command', () => {
  it.each([
    ['npm test', 'npm test'],
    ['\n  npm test', 'npm test'],
    ['\\\nNODE_ENV=test \\\nnpm test', 'NODE_ENV=test \\\nnpm test'],
    [' \\\r\n\t\\\n ls', 'ls'],
    ['\\ls -la', '\\ls -la'],
    ['\\', '\\'],
    ['', ''],
  ])('of %j is %j', (command, start) => {
    expect(commandStart(command)).toBe(start)
  })
})
