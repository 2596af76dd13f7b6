import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { leftAlone } from '../../../../src/doors/hooks/wrap/command-wrapper.ts'
import { shellQuoted } from '../../../../src/scan/actions/shell/shell-quoted.ts'

const why = (command: string, keepsDirectory = true) =>
  leftAlone({ command, directory: '/home/ada/shop', keepsDirectory })

describe('commands that stay as they are', () => {
  it.each([
    ['', 'no command'],
    ['echo a\0b', 'no command'],
    ['x'.repeat(100_001), 'too long'],
    ['fovea expand db_3f9a2c71d04b', 'a call of Fovea'],
    ['npm start &', 'background'],
    ['npm start & sleep 1', 'background'],
    ['vim a.ts', 'a person'],
    ['git log | less', 'a person'],
    ['python3', 'waits for lines'],
    ['cd web && npm test', 'directory'],
    ['cd "$DIR" && npm test', 'directory'],
    ['cd', 'directory'],
    ['npm test; pushd web', 'directory'],
  ])('%j', (command, reason) => {
    expect(why(command)).toContain(reason)
  })

  it.each([
    'npm test',
    'npm test && echo ok || echo failed',
    'npm test 2>&1 | tail -50',
    'ls /home/ada/fovea',
    'cd /home/ada/shop && npm test',
    'cd . && npm test',
    'python3 script.py',
    "python3 <<'EOF'\nprint(1)\nEOF",
    'echo "a & b"',
    'make > log 2>&1',
  ])('but not %j', command => {
    expect(why(command)).toBeUndefined()
  })

  it('may move where the host does not follow', () => {
    expect(why('cd web && npm test', false)).toBeUndefined()
  })
})

describe.skipIf(process.platform === 'win32')('quoting for a shell', () => {
  it('passes any text through as it is', () => {
    const text = fc.string({ unit: fc.constantFrom(...'ab \'"\\$`!*?~\n\t;|&<>(){}[]#=é漢😀-') })
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 20 }), texts => {
        const printed = execFileSync('/bin/sh', [
          '-c',
          `printf '%s\\001' ${texts.map(shellQuoted).join(' ')}`,
        ])
        expect(printed.toString()).toBe(texts.map(each => `${each}\u0001`).join(''))
      }),
      { numRuns: 20 },
    )
  })
})
