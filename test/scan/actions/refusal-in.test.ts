import { describe, expect, it } from 'vitest'
import { refusalIn } from '../../../src/scan/actions/refusal-in.ts'

describe('refusalIn', () => {
  it.each<[string, string, string | undefined]>([
    [
      'the file with the edit and as it is',
      'Your proposed edit has introduced new syntax error(s).\n\nERRORS:\n- E999\n\nThis is how your edit would have looked if applied\n---\n1:a ]\n---\n\nThis is the original code before your edit\n---\n1:a\n---\nYour changes have NOT been applied. Try again.\nYou need to give lines.',
      'Your proposed edit has introduced new syntax error(s).\n\nERRORS:\n- E999\n\nYour changes have NOT been applied. Try again.',
    ],
    [
      'what was not found',
      'No replacement was performed, old_str `a\n  b` did not appear verbatim in /a.c.',
      'No replacement was performed, old_str `\n` did not appear verbatim in /a.c.',
    ],
    [
      'a string',
      '<tool_use_error>String to replace not found in file.\nString: a\nb</tool_use_error>',
      '<tool_use_error>String to replace not found in file.\n</tool_use_error>',
    ],
    [
      'a string that occurs several times',
      '<tool_use_error>Found 2 matches of the string to replace, but replace_all is false.\nString: a</tool_use_error>',
      '<tool_use_error>Found 2 matches of the string to replace, but replace_all is false.\n</tool_use_error>',
    ],
    [
      'expected lines',
      'apply_patch verification failed: Failed to find expected lines in /a.ts:\na\nb',
      'apply_patch verification failed: Failed to find expected lines in /a.ts:\n',
    ],
    ['nothing', 'File updated.\n1:a', undefined],
  ])('leaves out %s', (_, answer, refusal) => {
    expect(refusalIn(answer)).toBe(refusal)
  })
})
