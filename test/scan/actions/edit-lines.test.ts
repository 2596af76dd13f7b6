import { describe, expect, it } from 'vitest'
import { editLines } from '../../../src/scan/actions/edit-lines.ts'

const linesOf = (args: unknown): readonly string[] | undefined =>
  editLines({ text: JSON.stringify(args) })?.map(({ sign, text }) => sign + text)

describe('editLines', () => {
  it('shows what an edit takes out and puts in, without what it leaves', () => {
    const edit = {
      file_path: 'a.ts',
      old_string: 'const a = 1\nuse(a)\n',
      new_string: 'const a = 2\nuse(a)\n',
    }
    expect(linesOf(edit)).toEqual(['-const a = 1', '+const a = 2'])
  })

  it('shows what stays where a fragment that is put in is part of it', () => {
    const before = 'function load() {\n  read({\n    path: root,\n  })\n}'
    const added = (line: string): readonly string[] | undefined =>
      linesOf({ old_string: before, new_string: before.replace('    path', `    ${line}\n    path`) })
    expect(added('limit: 12,')).toEqual(['   read({', '+    limit: 12,'])
    expect(added('const limit = 12')).toEqual(['+    const limit = 12'])
    const input =
      '*** Begin Patch\n*** Update File: a.py\n@@\n def load(path):\n-    return 1\n+    return 2\n*** End Patch'
    expect(linesOf({ input })).toEqual([' def load(path):', '-    return 1', '+    return 2'])
  })

  it('treats a line that is only re-indented as the same', () => {
    const edit = { old_string: 'save()\nend()', new_string: 'if (ready) {\n  save()\n}\nend()' }
    expect(linesOf(edit)).toEqual(['+if (ready) {', '+}'])
  })

  it('treats a line in other columns as the same, unless nothing but columns changes', () => {
    const before = 'Row{\n  ID:     7,\n  Name:   "a",\n}'
    const after = 'Row{\n  ID:       7,\n  Name:     "a",\n  Address:  "b",\n}'
    expect(linesOf({ old_string: before, new_string: after })).toEqual([' Row{', '+  Address:  "b",'])
    const input = [
      '*** Begin Patch',
      '*** Update File: a.go',
      '@@',
      '-  ID:     7,',
      '+  ID:       7,',
      '+  Address:  "b",',
      '*** End Patch',
    ].join('\n')
    expect(linesOf({ input })).toEqual(['+  Address:  "b",'])
    expect(linesOf({ old_string: 'say("a  b")', new_string: 'say("a b")' })).toEqual([
      '-say("a  b")',
      '+say("a b")',
    ])
  })

  it('keeps a line that is there once more than before', () => {
    expect(linesOf({ old_string: 'x', new_string: 'x\nx' })).toEqual(['+x'])
  })

  it('reads several edits of one call', () => {
    const edits = [
      { oldText: 'a', newText: 'b' },
      { oldText: 'c', newText: '' },
    ]
    expect(linesOf({ path: 'a.ts', edits })).toEqual(['-a', '+b', '-c', '+'])
  })

  it('reads a patch by its marks, not the names of its files', () => {
    const input = '*** Begin Patch\n*** Update File: a.ts\n@@\n-old\n+new\n same\n*** End Patch'
    expect(linesOf({ input })).toEqual(['-old', '+new'])
    expect(linesOf({ diff: '--- a/x\n+++ b/x\n@@ -1 +1 @@\n-one\n+two' })).toEqual(['-one', '+two'])
  })

  it('names each further file of a patch, and what becomes of it, before its lines', () => {
    const patch = (first: string, ...files: readonly string[]): readonly string[] | undefined =>
      linesOf({ input: ['*** Begin Patch', first, '@@', '-a', '+b', ...files, '*** End Patch'].join('\n') })
    expect(
      patch(
        '*** Update File: src/io/read.ts',
        '*** Add File: src/io/write.ts\n+c',
        '*** Delete File: src/old.ts',
        '*** Update File: test/io.test.ts\n*** Move to: test/read.test.ts\n@@\n-d',
        '*** Update File: src/io/read.ts\n@@\n+e',
      ),
    ).toEqual([
      ...['-a', '+b', 'write.ts (added):', '+c', 'src/old.ts (deleted):'],
      ...['test/io.test.ts → test/read.test.ts:', '-d', 'read.ts:', '+e'],
    ])
    expect(
      patch('*** Update File: /w/p/src/a.ts', '*** Update File: /w/p/test/a.ts', '*** Update File: /v/a.ts'),
    ).toEqual(['-a', '+b', '…/test/a.ts:', '/v/a.ts:'])
    const diff = '--- a/x\n+++ b/x\n@@ -1 +1 @@\n-one\n+two\n--- a/y\n+++ /dev/null\n@@ -1 +0,0 @@\n-three'
    expect(linesOf({ diff })).toEqual(['-one', '+two', 'y (deleted):', '-three'])
  })

  it.each([[{ file_path: 'a.ts', content: 'all of it' }], [{ command: 'ls' }], [{}]])(
    'has nothing to say of a call that replaces nothing: %j',
    args => {
      expect(linesOf(args)).toBeUndefined()
    },
  )

  it('of a hunk are without those that it only repeats', () => {
    const patch = [
      '*** Begin Patch',
      '*** Update File: docs/setup.md',
      '@@',
      '-QUEUE=codex',
      '-TTL=30',
      '-````',
      '+QUEUE=codex',
      '+TTL=30',
      '+```',
      ' after',
      '*** End Patch',
    ].join('\n')
    expect(linesOf({ input: patch })).toEqual(['-````', '+```'])
  })
})
