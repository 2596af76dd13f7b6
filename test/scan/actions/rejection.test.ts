import { describe, expect, it } from 'vitest'
import { isRejection, rejectionIn } from '../../../src/scan/actions/rejection.ts'

describe('a rejection', () => {
  it.each([
    [
      'Claude Code',
      "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. …). To tell you how to proceed, the user said:\nuse a map\nplease",
      'use a map\nplease',
    ],
    ['Claude Code', "The user doesn't want to proceed with this tool use. STOP what you are doing.", ''],
    ['Claude Code', "The user doesn't want to take this action right now. STOP.", ''],
    ['Codex', 'exec command rejected by user', ''],
    ['Codex', 'patch rejected by user', ''],
    ['Gemini CLI', '{"error":"[Operation Cancelled] Reason: User did not allow tool call"}', ''],
    ['opencode', 'Error: The user rejected permission to use this specific tool call.', ''],
    [
      'opencode',
      'The user rejected permission to use this specific tool call with the following feedback: not there',
      'not there',
    ],
    ['Cline', 'The user denied this operation.', ''],
    [
      'Roo Code',
      "[apply_diff for 'a.py'] Result:\nThe user denied this operation and provided the following feedback:\n<feedback>\nnot this file\n</feedback>",
      'not this file',
    ],
    [
      'Copilot CLI',
      'The user rejected this tool call. User feedback: use the other branch',
      'use the other branch',
    ],
    ['OpenHands', 'Action rejected: too risky', 'too risky'],
  ])('of %s is known, with its words', (_, text, words) => {
    expect(rejectionIn(text)).toEqual({ words })
    expect(isRejection(text)).toBe(true)
  })

  it('is not a failure, nor an output that speaks of one', () => {
    for (const text of [
      ' ! [rejected] main -> main (non-fast-forward)',
      'Exit code 1\nThe user rejected this tool call.',
      '1\tconst no = "The user doesn\'t want to proceed with this tool use"',
      'aborted by user after 3.2s',
      'Users: rejected by the server',
    ])
      expect(isRejection(text)).toBe(false)
  })
})
