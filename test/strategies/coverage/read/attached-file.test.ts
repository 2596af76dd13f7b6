import { describe, expect, it } from 'vitest'
import { attachedFile } from '../../../../src/strategies/coverage/read/read-block.ts'

describe('attachedFile', () => {
  it.each([
    ['<file_content path="src/a.ts">\nlet a\n</file_content>\n', { path: 'src/a.ts', text: 'let a' }],
    ['<file lines="1-2" path="a b.ts" kind="code">let a</file>', { path: 'a b.ts', text: 'let a' }],
    ['<file_content path="a.ts">\nlet a', undefined],
    ['Look: <file_content path="a.ts">\nlet a\n</file_content>', undefined],
    ['<file_content path="a.ts">\nlet a\n</file_content>\nMend it.', undefined],
    ['<environment_details>\npath="a.ts"\n</environment_details>', undefined],
  ])('%j', (text, file) => {
    expect(attachedFile(text)).toEqual(file)
  })
})
