import { describe, expect, it } from 'vitest'
import type { CallResult } from '../../../src/scan/actions/action.ts'
import { actionsOf } from '../../../src/scan/actions/actions-of.ts'
import { exitCodeIn, outcomeOf } from '../../../src/scan/actions/outcome-of.ts'
import { bash, call } from './calls.ts'

const codes: readonly (readonly [text: string, code: number | undefined])[] = [
  ['Exit code 1\nnpm error', 1],
  ['Exit code: 0\nWall time: 0 seconds\nOutput:\nfine', 0],
  ['Chunk ID: a1\nWall time: 0.6 seconds\nProcess exited with code 2\nOutput:\n', 2],
  ['<returncode>127</returncode>\n<output>\n</output>', 127],
  ['{"output":"no\\n","metadata":{"exit_code":127,"duration_seconds":0.1}}', 127],
  ['fine\n[The command completed with exit code 0.]', 0],
  ['fine\n[exit code 3]', 3],
  ['fine\n<shellId: 4 completed with exit code 0>', 0],
  ['broken\n\nCommand exited with code 1', 1],
  ['Command: ls\nOutput: a\nExit Code: 2\nSignal: 0', 2],
  ['all is well', undefined],
  [`the log said [exit code 3] and went on${'.'.repeat(500)}`, undefined],
]

describe('exit codes', () => {
  it.each(codes)('%j', (text, code) => {
    expect(exitCodeIn(text)).toBe(code)
  })
})

const endings: readonly (readonly [what: string, result: CallResult | undefined, outcome: string])[] = [
  ['no answer', undefined, 'unknown'],
  ['plain output', { text: 'ok' }, 'finished'],
  ['the word of the host', { text: 'ok', isError: false }, 'ok'],
  ['an exit code of zero', { text: 'Exit code 0' }, 'ok'],
  ['an error flag', { text: 'whatever', isError: true }, 'failed'],
  ['an error flag beside code 0', { text: 'Exit code 0', isError: true }, 'failed'],
  ['exit code 1 without a flag', { text: 'Exit code 1', isError: false }, 'failed'],
  ['a tool error', { text: '<tool_use_error>File does not exist.</tool_use_error>' }, 'failed'],
  ['an edit that found nothing', { text: 'Could not find the exact text in a.ts.' }, 'failed'],
  ['a rejection', { text: "The user doesn't want to proceed with this tool use." }, 'rejected'],
  ['another rejection', { text: 'User rejected the command.', isError: true }, 'rejected'],
  ['a result object', { text: '{"query":"edit:a","success":false}' }, 'failed'],
  ['a file about errors', { text: `Error: a guide\n${'text '.repeat(1000)}` }, 'finished'],
  [
    'a command that still runs',
    { text: 'Chunk ID: a\nProcess running with session ID 7\nOutput:\n' },
    'unknown',
  ],
]

describe('endings', () => {
  it.each(endings)('%s', (_, result, outcome) => {
    expect(outcomeOf(result).outcome).toBe(outcome)
  })
})

describe('what a command did', () => {
  const failed = { text: 'Exit code 1\n' }
  const fine = { text: 'Exit code 0\n' }
  const parts = (command: string, result: CallResult) =>
    actionsOf(bash(command), result).map(({ type, outcome }) => `${type} ${outcome}`)

  it('comes after the run, which has the exit code', () => {
    expect(actionsOf(bash('rm a'), failed)).toEqual([
      { type: 'run', command: 'rm a', outcome: 'failed', exitCode: 1 },
      { type: 'delete', path: 'a', outcome: 'failed' },
    ])
  })

  it('is in doubt where a script of several commands failed', () => {
    expect(parts('rm a && npm test', failed)).toEqual(['run failed', 'delete unknown'])
    expect(parts('cd x && rm a', failed)).toEqual(['run failed', 'delete failed'])
  })

  it('is in doubt on both sides of an alternative', () => {
    expect(parts('rm a || rm b; rm c', fine)).toEqual([
      'run ok',
      'delete unknown',
      'delete unknown',
      'delete ok',
    ])
  })

  it.each([
    ['cat a.txt', 'cat: a.txt: No such file or directory\n'],
    ['type a.txt', 'The system cannot find the file specified.\r\n'],
    [
      'node a.js',
      "'node' is not recognized as an internal or external command,\r\noperable program or batch file.\r\n",
    ],
    ['gc a.txt', "Get-Content: Cannot find path 'C:\\w\\a.txt' because it does not exist.\r\n"],
    [
      'gc a.txt',
      'gc : no\r\nAt line:1 char:1\r\n+ gc a.txt\r\n    + CategoryInfo          : ObjectNotFound\r\n    + FullyQualifiedErrorId : PathNotFound\r\n',
    ],
  ])('failed where that is all that was printed: %s, %j', (command, text) => {
    expect(actionsOf(bash(command), { text })[0]).toMatchObject({ type: 'run', outcome: 'failed' })
  })

  it('is as good as the answer where the tool touches one file', () => {
    expect(actionsOf(call('Edit', { file_path: 'a' }), { text: 'x', isError: true })).toEqual([
      { type: 'modify', path: 'a', outcome: 'failed' },
    ])
  })
})
