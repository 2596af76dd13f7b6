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
    ['echo "=== tests ===" && npm test', 'npm test'],
    ['cd /app && echo --- && \\\n  npm test', 'cd /app && npm test'],
    ['cd /app; set -e; npm test', 'cd /app; npm test'],
    ['echo "$HOME" && npm test', 'echo "$HOME" && npm test'],
    ['echo done', 'echo done'],
    ['echo a > b.txt && npm test', 'echo a > b.txt && npm test'],
  ])('of %j is %j', (command, start) => {
    expect(commandStart(command)).toBe(start)
  })
})
