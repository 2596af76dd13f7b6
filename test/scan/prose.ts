/** Prose of any length that says nothing hard, for texts that are to be mostly prose. */

const sentence =
  'The migration moved every order into the new table during the night, and nobody noticed until the morning shift began. '

export function prose(length: number): string {
  return sentence.repeat(Math.ceil(length / sentence.length)).slice(0, length)
}

/** What one passing mention of a hard thing looks like. None of them freezes the prose around it. */
export const passingMentions: readonly string[] = [
  ' A → B.',
  'It costs $5 or $10.',
  ' 3×4',
  ' it is a boolean flag',
  ' status: 404',
  ' Permission denied happened once.',
  'From: bob\nTo: al\n',
  '\n    a\n    b\n',
  'First, x. Second, y. In summary, z.',
  'ThisIsAVeryLongCamelCaseIdentifierNameForATestClass',
  ' Select a colour from the list, then update it.',
  '\nselect bread, butter and jam from the menu\n',
  '\nupdate the table and set the date = today\n',
  '\ncreate table layouts that fit on one page\n',
  '\ndelete from memory whatever you do not need\n',
  '\nmerge into main using a squash commit\n',
  '\ngrant everyone access on weekends to the office\n',
  '\nwith luck as (good) company\n',
  'The key is $PATH and $HOME.',
  '\n- [ ] first\n- [x] second\n',
  '\nName: Ada\nCity: London\n',
]
