import { describe, expect, it } from 'vitest'
import type { Row } from '../../src/ledger/ledger.ts'
import { ledgerOfMessages } from '../../src/ledger/ledger-of-messages.ts'
import { parseLedger } from '../../src/ledger/markdown/parse-ledger.ts'
import { renderLedger } from '../../src/ledger/markdown/render-ledger.ts'
import { mergeLedgers } from '../../src/ledger/merge-ledgers.ts'
import type { Message } from '../../src/types.ts'
import { answered } from '../tools/evaluate/messages.ts'

const fileRow = (messages: readonly Message[]): Row | undefined =>
  ledgerOfMessages(messages).rows.find(({ section }) => section === 'files')
const edit = (old_string: string, new_string: string, path = '/r/a.ts') =>
  answered('Edit', { file_path: path, old_string, new_string }, 'The file has been updated.')
const shown = (messages: readonly Message[]): readonly string[] =>
  fileRow(messages)?.changes?.map(({ how, signature }) => `${how} ${signature}`) ?? []

describe('an edit', () => {
  it('says what it adds, changes and removes, by the new side', () => {
    const row = fileRow(
      edit(
        'function load(path: string) {\n  return read(path)\n}\nfunction old() {}',
        'function load(path: string, limit = 10) {\n  return read(path, limit)\n}\nexport function save(): void {}',
      ),
    )
    expect(row?.changes).toEqual([
      { how: 'changed', name: 'load', signature: 'function load(path: string, limit = 10)' },
      { how: 'added', name: 'save', signature: 'export function save(): void {}' },
      { how: 'removed', name: 'old', signature: 'function old() {}' },
    ])
    expect(row?.lines).toEqual([
      '+function load(path: string, limit = 10) {',
      '+  return read(path, limit)',
      '+export function save(): void {}',
      '-function load(path: string) {',
      '-  return read(path)',
      '-function old() {}',
    ])
    expect(row?.value).toBe('load, save, removed old')
  })

  it('does not change a method by the bracket that closes what is around it', () => {
    const method = '  load() {\n    return read()\n  }'
    const row = fileRow(edit(`class Store {\n${method}\n}`, `class Store {\n${method}\n  save() {}\n}`))
    expect(row?.changes?.map(({ how, name }) => `${how} ${name}`)).toEqual(['added save'])
  })

  it('is not named by methods of other things that it calls', () => {
    expect(fileRow(edit('one()', 'one()\n  tree.Tree("0")\n  t.Error("no")'))?.value).toBe('')
    expect(fileRow(edit('one()', 'one()\n  rebuild()'))?.value).toBe('rebuild')
  })

  it('names a method with the type that it is of, so that two types can have one of that name', () => {
    const stores = ['(s *Store)', '(Log)', '(c Cache[Key])'].map(
      type => `func ${type} Read() error {\n\treturn nil\n}`,
    )
    expect(fileRow(edit('x', stores.join('\n'), '/r/a.go'))?.value).toBe('Store.Read, Log.Read, Cache.Read')
  })

  it('that only puts a comma or a semicolon behind a line changes nothing in it', () => {
    const json = edit(
      '  "color": true,\n  "paths": {\n    "log": "a"\n  }',
      '  "color": true,\n  "level": 2',
      '/r/a.json',
    )
    expect(shown(json)).toEqual(['added "level": 2', 'removed "paths":'])
    expect(shown(edit('  "color": true', '  "color": true,\n  "level": 2', '/r/a.json'))).toEqual([
      'added "level": 2',
    ])
    expect(shown(edit('const size = 1', 'const size = 1;'))).toEqual([])
    expect(shown(edit('const size = 1', 'const size = 2;'))).toEqual(['changed const size = 2;'])
  })

  it('that only moves a file says where to', () => {
    const moved = ledgerOfMessages(answered('Bash', { command: 'mv src/a.ts src/core/a.ts' }, '')).rows
    expect(moved.find(({ key }) => key.endsWith('src/a.ts'))?.value).toBe('moved to src/core/a.ts')
  })

  it('of a file is listed where the file is after its directory was moved', () => {
    const { rows } = ledgerOfMessages([
      ...answered('Edit', { file_path: 'src/old/a.ts', old_string: 'a', new_string: 'b' }, 'Updated.'),
      ...answered('Bash', { command: 'mv src/old src/new && mv src/new src/last' }, ''),
      ...answered('Write', { file_path: 'src/old/c.ts', content: 'c' }, 'Created.'),
    ])
    const files = rows.filter(({ section }) => section === 'files').map(({ key }) => key)
    expect(files).toContain('src/last/a.ts')
    expect(files).toContain('src/old/c.ts')
    expect(files).not.toContain('src/old/a.ts')
  })

  it.each([
    ['mv src/old lib', 'lib/old/a.ts'],
    ['mv src/old src/new && mv src/new src/old', 'src/old/a.ts'],
  ])('of a file is listed where `%s` puts it', (command, path) => {
    const { rows } = ledgerOfMessages([
      ...answered('Read', { file_path: 'lib/x.ts' }, '1\tx'),
      ...answered('Edit', { file_path: 'src/old/a.ts', old_string: 'a', new_string: 'b' }, 'Updated.'),
      ...answered('Bash', { command }, ''),
    ])
    expect(rows.find(({ key }) => key.endsWith('a.ts'))?.key).toBe(path)
  })

  it('of a file is listed where it was while a move of its directory has no answer', () => {
    const [move] = answered('Bash', { command: 'mv src/old src/new' }, '')
    const edited = answered(
      'Edit',
      { file_path: 'src/old/a.ts', old_string: 'a', new_string: 'b' },
      'Updated.',
    )
    expect(fileRow([...edited, move])?.key).toBe('src/old/a.ts')
  })

  it.each([
    [
      'a.go',
      'func (r *Reader) Next(n int) error {\n\treturn nil\n}',
      'added func (r *Reader) Next(n int) error',
    ],
    ['a.py', 'class Reader(Base):\n    pass', 'added class Reader(Base):'],
    [
      'a.rs',
      'pub fn parse(input: &str) -> Result<Ast> {\n}',
      'added pub fn parse(input: &str) -> Result<Ast>',
    ],
    ['a.yaml', 'timeout: 30', 'added timeout: 30'],
    ['a.md', '## Setup\ntext', 'added ## Setup'],
  ])('is read in the language of %s', (path, text, change) => {
    expect(shown(edit('x', text, path))).toEqual([change])
  })

  it('of the same place takes the place of an earlier one', () => {
    const row = fileRow([
      ...edit('limit = 5', 'const limit = 10'),
      ...edit('const limit = 10', 'const limit = 20'),
      ...edit('const name = 1', 'const name = 2'),
      ...edit('const name = 2', 'const name = 1'),
    ])
    expect(row?.lines).toEqual(['+const limit = 20', '-limit = 5'])
  })

  it('that brings what a later one takes away leaves nothing of it', () => {
    const messages = [...edit('x', 'x\nfunction helper() {}'), ...edit('function helper() {}', '')]
    expect(shown(messages)).toEqual([])
    expect(fileRow(messages)?.lines).toBeUndefined()
  })

  it('that was refused or not allowed is no change', () => {
    const call = { file_path: '/r/a.ts', old_string: 'x', new_string: 'function helper() {}' }
    expect(
      fileRow(answered('Edit', call, '<tool_use_error>String to replace not found</tool_use_error>', true)),
    ).toBeUndefined()
    expect(
      fileRow(
        answered(
          'Edit',
          call,
          "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file).",
          true,
        ),
      ),
    ).toBeUndefined()
  })

  it('by a patch is shown file by file, however the patch is handed over', () => {
    const patch = `*** Begin Patch
*** Update File: src/a.ts
@@ class Reader {
-  next() {
+  next(limit: number) {
     return 1
*** Add File: src/b.ts
+export const size = 3
*** End Patch`
    const expected = [
      ['src/a.ts', ['+  next(limit: number) {', '-  next() {']],
      ['src/b.ts', ['+export const size = 3']],
    ]
    const rows = (messages: readonly Message[]) =>
      ledgerOfMessages(messages)
        .rows.filter(({ section }) => section === 'files')
        .map(({ key, lines }) => [key, lines])
    expect(rows(answered('apply_patch', { input: patch }, 'Success. Updated the following files'))).toEqual(
      expected,
    )
    expect(
      rows(
        answered(
          'shell',
          { command: ['bash', '-lc', `apply_patch <<'EOF'\n${patch}\nEOF`] },
          'Exit code: 0\nOutput:\nSuccess',
        ),
      ),
    ).toEqual(expected)
  })
})

describe('a name that is replaced everywhere', () => {
  const rename = (old_string: string, new_string: string, path = '/r/a.ts') =>
    answered(
      'Edit',
      { file_path: path, old_string, new_string, replace_all: true },
      'All occurrences were replaced.',
    )
  const made = edit('x', 'function loadRows(path: string) {}\nfunction other() {}')

  it('is the new one where sed replaces it in the file, and says so plainly', () => {
    const sed = (command: string) => answered('Bash', { command }, '')
    const named = (command: string) =>
      fileRow([...made, ...sed(command)])
        ?.changes?.map(({ name }) => name)
        .join()
    expect(named("sed -i 's/loadRows/readRows/g' /r/a.ts")).toBe('readRows,other')
    expect(named("cd /r && sed -i '' -e 's|loadRows|readRows|' a.ts && npm test")).toBe('readRows,other')
    expect(named("sed -i 's/load.*/readRows/g' /r/a.ts")).toBe('loadRows,other')
    expect(named("sed -i 's/loadRows/readRows/g' /r/b.ts")).toBe('loadRows,other')
    expect(named("sed 's/loadRows/readRows/g' /r/a.ts > /r/c.ts")).toBe('loadRows,other')
  })

  it('is the new one of what was changed before, and of nothing that was removed or comes later', () => {
    const gone = edit('function loadRowsOld() {}', '')
    const later = edit('y', 'const loadRowsLater = 1')
    const messages = [...made, ...gone, ...rename('loadRows', 'readRows'), ...later]
    expect(shown(messages)).toEqual([
      'added function readRows(path: string) {}',
      'added function other() {}',
      'removed function loadRowsOld() {}',
      'added const loadRowsLater = 1',
    ])
    expect(fileRow(messages)?.changes?.map(({ name }) => name)).toEqual([
      'readRows',
      'other',
      'loadRowsOld',
      'loadRowsLater',
    ])
    expect(fileRow(messages)?.value).toBe('other, removed loadRowsOld, readRows, loadRowsLater')
  })

  it('is that of a receiver too, which names its methods', () => {
    const method = answered(
      'Write',
      { file_path: '/r/env.go', content: 'package e\n\nfunc (e *OldEnv) Read(path string) string {\n}\n' },
      'File created.',
    )
    const messages = [...method, ...rename('func (e *OldEnv)', 'func (e *NewEnv)', '/r/env.go')]
    expect(fileRow(messages)?.changes?.map(({ name }) => name)).toEqual(['NewEnv.Read'])
  })

  it('stays in other files, and where one place is edited', () => {
    const names = (messages: readonly Message[]) => fileRow(messages)?.changes?.map(({ name }) => name)
    expect(names([...made, ...rename('loadRows', 'readRows', '/r/b.ts')])).toEqual(['loadRows', 'other'])
    expect(names([...made, ...edit('loadRows', 'readRows')])).toEqual(['loadRows', 'other'])
  })

  it('goes where it is removed by its new name', () => {
    const gone = edit('function readRows(path: string) {}', '')
    expect(shown([...made, ...rename('loadRows', 'readRows'), ...gone])).toEqual([
      'added function other() {}',
    ])
  })

  it('does not grow beyond what is shown', () => {
    const grown = Array.from({ length: 40 }, () => rename('o', 'o'.repeat(100))).flat()
    const row = fileRow([...made, ...grown])
    for (const { name, signature } of row?.changes ?? [])
      expect(Math.max(name.length, signature.length)).toBeLessThanOrEqual(200)
  })
})

describe('edits that are taken back', () => {
  const check = '  // Skip it where there is no repository.\n  if (!hasRepository()) return'
  const head = (name: string) => `function ${name}() {`
  const add = (name: string) => edit(head(name), `${head(name)}\n${check}`)
  const takeOut = (name: string) => edit(`${head(name)}\n${check}\n`, `${head(name)}\n`)

  it('leave a file as it was', () => {
    const messages = [...add('load'), ...add('save'), ...takeOut('load'), ...takeOut('save')]
    expect(fileRow(messages)).toMatchObject({ state: 'modified', value: 'changed back' })
    expect(shown(messages)).toEqual([])
  })

  it('leave the names of the others, also where all have the same lines', () => {
    const messages = [
      ...add('load'),
      ...add('save'),
      ...add('close'),
      ...takeOut('load'),
      ...takeOut('close'),
    ]
    expect(shown(messages)).toEqual(['changed function save()'])
    expect(fileRow(messages)?.value).toBe('save')
  })

  it('may be changed in between', () => {
    const first = edit('const limitOfRows = 1', 'const limitOfRows = 2')
    const second = edit('const limitOfRows = 2', 'const limitOfRows = 3')
    const back = edit('const limitOfRows = 3', 'const limitOfRows = 1')
    expect(fileRow([...first, ...second, ...back])?.value).toBe('changed back')
    expect(fileRow([...first, ...second])?.value).toBe('limitOfRows')
  })

  it.each<[string, readonly Message[], readonly Message[]]>([
    [
      'a line that is put in elsewhere',
      edit('begin\nreadAllRowsOf(sheet)', 'begin'),
      edit('end', 'end\nreadAllRowsOf(sheet)'),
    ],
    ['a short line of another place', edit('begin', 'begin\nreturn 1'), edit('end\nreturn 1', 'end')],
    [
      'a command that changes the file',
      add('load'),
      [...takeOut('load'), ...answered('Bash', { command: 'sed -i s/a/b/ /r/a.ts' }, '')],
    ],
    ['an edit that nobody answered', add('load'), [...takeOut('load'), ...add('save').slice(0, 1)]],
    [
      'a file that was written whole',
      answered('Write', { file_path: '/r/a.ts', content: '// rows\nconst limitOfRows = 1' }, 'File created'),
      edit('const limitOfRows = 1', ''),
    ],
  ])('are not %s', (_, first, second) => {
    expect(fileRow([...first, ...second])?.value).not.toBe('changed back')
  })

  it('are named no more where the file is changed again', () => {
    const messages = [...add('load'), ...takeOut('load')]
    const read = parseLedger(renderLedger(ledgerOfMessages(messages)).text)
    const later = ledgerOfMessages(add('save'), { from: 4 })
    expect(read.rows[0]?.value).toBe('changed back')
    expect(mergeLedgers(read, later).rows.find(({ section }) => section === 'files')?.value).toBe('save')
  })
})

describe('a patch', () => {
  const lines = (patch: string) =>
    ledgerOfMessages(answered('apply_patch', { input: patch }, 'Success. Updated the following files'))
      .rows.filter(({ section }) => section === 'files')
      .map(row => [row.key, row.lines])

  it('of two files with one name gives each its own lines', () => {
    const patch =
      '*** Begin Patch\n*** Update File: web/index.ts\n@@\n-const port = 1\n+const port = 2\n*** Update File: api/index.ts\n@@\n-const host = "a"\n+const host = "b"\n*** End Patch'
    expect(lines(patch)).toEqual([
      ['web/index.ts', ['+const port = 2', '-const port = 1']],
      ['api/index.ts', ['+const host = "b"', '-const host = "a"']],
    ])
  })

  it('that takes out a comment of two dashes goes on with the same file', () => {
    const patch =
      '*** Begin Patch\n*** Update File: db/schema.sql\n@@\n--- keys of the old table\n+create index keys on orders (id);\n*** End Patch'
    expect(lines(patch)).toEqual([
      ['db/schema.sql', ['+create index keys on orders (id);', '--- keys of the old table']],
    ])
  })
})

describe('a file that was deleted', () => {
  it('is there where it was changed after that', () => {
    const gone = answered('Bash', { command: 'rm /r/a.ts' }, 'Exit code: 0')
    expect(fileRow([...edit('a', 'b'), ...gone])?.state).toBe('modified, deleted')
    expect(fileRow([...edit('a', 'b'), ...gone, ...edit('b', 'c')])?.state).toBe('deleted, modified')
    const made = answered('Write', { file_path: '/r/a.ts', content: 'a' }, 'ok')
    expect(fileRow([...made, ...gone, ...made, ...edit('a', 'b')])?.state).toBe('deleted, created, modified')
  })
})

describe('a text that a command writes into a file', () => {
  const text = '\nexport function save(path: string): void {}\nconst limit = 3\nEOF'
  const wrote = (command: string) => answered('Bash', { command: `${command}${text}` }, '', false)

  it('is an edit that adds it', () => {
    const row = fileRow([...edit('x', 'function load() {}'), ...wrote("cd /r && cat >> a.ts <<'EOF'")])
    expect(row?.changes).toEqual([
      { how: 'added', name: 'load', signature: 'function load() {}' },
      { how: 'added', name: 'save', signature: 'export function save(path: string): void {}' },
      { how: 'added', name: 'limit', signature: 'const limit = 3' },
    ])
    expect(row?.lines).toContain('+export function save(path: string): void {}')
  })

  it('is all of the file where it replaces what was there', () => {
    const row = fileRow(wrote('cat > /r/b.ts <<EOF'))
    expect([row?.state, row?.value]).toEqual(['created', 'save, limit'])
  })
})

describe('a directory that was deleted', () => {
  const ran = (command: string) => answered('Bash', { command }, '', false)
  const files = (...steps: readonly (readonly Message[])[]) =>
    ledgerOfMessages(steps.flat())
      .rows.filter(({ section, state }) => section === 'files' && state !== 'hidden')
      .map(({ key, state }) => [key, state])

  it('is there where a file in it was changed after that', () => {
    const gone = ran('rm -rf /r/src/parts')
    const edited = edit('a', 'b', '/r/src/parts/a.ts')
    expect(files(edited, gone)).toContainEqual(['/r/src/parts', 'deleted'])
    expect(files(gone, edited)).toEqual([['/r/src/parts/a.ts', 'modified']])
    expect(files(gone, edit('a', 'b', '/r/src/parts.ts'))).toContainEqual(['/r/src/parts', 'deleted'])
  })

  it('is not where a file in it was only read', () => {
    const read = answered('Read', { file_path: '/r/src/parts/a.ts' }, '1\ta')
    expect(files(ran('rm -rf /r/src/parts'), read)).toContainEqual(['/r/src/parts', 'deleted'])
  })

  it('is there where the same message makes a file in it', () => {
    const anew = ran('rm -rf /r/src/parts && mkdir /r/src/parts && echo a > /r/src/parts/a.ts')
    expect(files(anew)).toEqual([['/r/src/parts/a.ts', 'created']])
  })

  it('takes the files in it along', () => {
    const write = (path: string) => answered('Write', { file_path: path, content: 'a' }, 'File created.')
    const gone = ran('rm -rf /r/src/parts')
    expect(files(write('/r/src/parts/a.ts'), edit('a', 'b', '/r/src/parts/b.ts'), gone)).toEqual([
      ['/r/src/parts/a.ts', 'created, deleted'],
      ['/r/src/parts/b.ts', 'modified, deleted'],
      ['/r/src/parts', 'deleted'],
    ])
    expect(files(write('/r/src/parts/a.ts'), gone, write('/r/src/parts/a.ts'))).toEqual([
      ['/r/src/parts/a.ts', 'deleted, created'],
    ])
    const status = answered('Bash', { command: 'git status --short' }, ' M src/c.ts', false)
    const rows = ledgerOfMessages([...status, ...write('/r/src/parts/a.ts'), ...gone]).rows
    expect(rows.find(({ key }) => key === 'uncommitted')?.value).toBe('src/c.ts')
  })

  it('takes no file along that was moved out of it', () => {
    const moved = ran('mv /r/src/parts/a.ts /r/src/a.ts')
    const gone = ran('rm -rf /r/src/parts')
    expect(files(edit('a', 'b', '/r/src/parts/a.ts'), moved, gone)).toContainEqual(['/r/src/a.ts', 'created'])
  })

  it('comes out of two parts as of the whole', () => {
    const gone = ran('rm -rf /r/src/parts')
    const first = [...gone, ...edit('a', 'b', '/r/src/parts/a.ts')]
    const merged = mergeLedgers(ledgerOfMessages(first), ledgerOfMessages(gone, { from: first.length }))
    expect(merged.rows).toEqual(ledgerOfMessages([...first, ...gone]).rows)
  })
})

describe('a file that is written whole', () => {
  const write = (content: string) => answered('Write', { file_path: '/r/a.ts', content }, 'File created')

  it('lists its definitions', () => {
    const row = fileRow(
      write(
        'import a from "a"\n\nexport function load(): void {\n  a()\n}\n\nexport class Store {\n  size = 1\n}\n',
      ),
    )
    expect(row?.lines).toEqual(['+export function load(): void', '+export class Store'])
    expect(row?.value).toBe('load, Store')
  })

  it('starts again', () => {
    const row = fileRow([...write('function first() {}'), ...write('function second() {}')])
    expect(row?.lines).toEqual(['+function second() {}'])
    expect(row?.changes?.map(({ name }) => name)).toEqual(['second'])
  })
})

describe('an edit by a pattern', () => {
  const ran = (command: string) => answered('Bash', { command }, 'done', false)
  const states = (...steps: readonly (readonly Message[])[]) =>
    ledgerOfMessages(steps.flat())
      .rows.filter(({ section, state }) => section === 'files' && state !== 'hidden')
      .map(({ key, state, first, last }) => [key, state, first, last])
  const read = answered('Read', { file_path: '/r/src/a.ts' }, 'text')

  it.each([
    "cd /r && sed -i 's|x|y|' src/*.ts",
    "cd /r/src; sed -i '' -e 's|x|y|' *.ts && echo done",
    "perl -pi -e 's/x/y/' src/*.ts",
  ])('may have changed each file that is known: %s', command => {
    expect(states(edit('x', 'y', '/r/src/a.ts'), ran(command))).toEqual([['/r/src/a.ts', 'modified', 0, 2]])
    expect(states(read, ran(command))).toEqual([['/r/src/a.ts', 'read, perhaps modified', 0, 2]])
  })

  it.each([
    "cd /r && sed -i 's|x|y|' lib/*.ts",
    "cd /r && sed -i 's|x|y|' src/*.js",
    "cd /r && sed -n 's|x|y|p' src/*.ts",
    "cd /r && sed -i 's|x|*.ts|' src/b.txt",
  ])('changes no other file: %s', command => {
    expect(states(read, ran(command))[0]).toEqual(['/r/src/a.ts', 'read', 0, 0])
  })

  it('changes no file that is gone or not known yet', () => {
    const pattern = ran("cd /r && sed -i 's|x|y|' src/*.ts")
    expect(states(read, ran('rm /r/src/a.ts'), pattern)).toEqual([['/r/src/a.ts', 'read, deleted', 0, 2]])
    expect(states(pattern, answered('Read', { file_path: '/r/src/a.ts' }, 'text'))).toEqual([
      ['/r/src/a.ts', 'read', 2, 2],
    ])
  })

  it('is in the next commit of everything, where the file was committed before', () => {
    const commit = (add: string, hash: string) =>
      answered(
        'Bash',
        { command: `cd /r && ${add} && git commit -m "Mend it"` },
        `[main ${hash}] Mend it\n 1 file changed`,
        false,
      )
    const pattern = ran("cd /r && sed -i 's|x|y|' src/*.ts")
    const before = [edit('x', 'y', '/r/src/a.ts'), commit('git add -A', '1a2b3c4'), pattern]
    const committedAt = (...steps: readonly (readonly Message[])[]) =>
      ledgerOfMessages(steps.flat()).rows.find(({ key }) => key === '/r/src/a.ts')?.committedAt
    expect(committedAt(...before)).toBeUndefined()
    expect(committedAt(...before, commit('git add src/b.ts', '2b3c4d5'))).toBeUndefined()
    const next = [...before, commit('git add -A', '2b3c4d5')]
    expect(committedAt(...next)).toBe(7)
    expect(committedAt(...next, commit('git add -A', '3c4d5e6'))).toBe(7)
    expect(committedAt(...next, ran('cd /r && git reset --soft HEAD~1'))).toBeUndefined()
    expect(committedAt(read, pattern, commit('git add -A', '2b3c4d5'))).toBeUndefined()
  })

  it('is found where both were read apart, and comes back from what is shown', () => {
    const messages = [...read, ...ran("sed -i 's|x|y|' /r/src/*.ts")]
    const whole = ledgerOfMessages(messages)
    const parts = mergeLedgers(
      ledgerOfMessages(messages.slice(0, 2)),
      ledgerOfMessages(messages.slice(2), { from: 2 }),
    )
    expect(parts).toEqual(whole)
    const { text } = renderLedger(whole)
    expect(renderLedger(parseLedger(text)).text).toBe(text)
  })
})

describe('a file that another was moved to', () => {
  const states = (...steps: readonly (readonly Message[])[]): readonly string[] =>
    ledgerOfMessages(steps.flat())
      .rows.filter(({ section, key }) => section === 'files' && key.endsWith('a.ts'))
      .map(({ state }) => state)
  const moved = answered('Bash', { command: 'mv /tmp/new.ts src/a.ts' }, '', false)

  it('is changed where it was known, and made where it was not', () => {
    const read = answered('Read', { file_path: '/repo/src/a.ts' }, 'const a = 1')
    expect(states(read, moved)).toEqual(['read, modified'])
    expect(states(moved)).toEqual(['created'])
  })
})

describe('a reading', () => {
  it('that showed nothing of its file is in doubt', () => {
    const read = (answer: string) =>
      fileRow(answered('Bash', { command: "sed -n '120,240p' /r/plan.md" }, answer))?.state
    expect(read('Exit code: 0\nOutput:\n')).toBe('perhaps read')
    expect(read('Exit code: 0\nOutput:\n## Steps')).toBe('read')
  })
})

describe('an edit of settings', () => {
  const named = (before: string, after: string, path = '/r/tool.toml') =>
    fileRow(edit(before, after, path))?.changes?.map(({ how, name }) => `${how} ${name}`)

  it('names a section that it adds or removes, and a key with the section that it is in', () => {
    const own = '[tasks.fmt]\nrun = "fmt ."'
    const added = '[tasks."test:slow"]\nrun = "slow"\nalias = "ts"'
    expect(named(own, `${own}\n\n${added}`)).toEqual(['added [tasks."test:slow"]'])
    expect(named(`${own}\n\n${added}`, own)).toEqual(['removed [tasks."test:slow"]'])
    expect(named(own, own.replace('"fmt ."', '"fmt src"'))).toEqual(['changed [tasks.fmt].run'])
    expect(named('run = 1', 'run = 2')).toEqual(['changed run'])
  })

  it('does not take brackets of other formats for sections', () => {
    expect(named('a: 1\n["x"]', 'a: 1\n["x"]\nb: 2', '/r/a.yaml')).toEqual(['added b'])
  })
})

describe('a definition that a patch takes out at one place', () => {
  const patched = (...lines: readonly string[]) =>
    fileRow(
      answered(
        'apply_patch',
        { input: ['*** Begin Patch', '*** Update File: r/flow.yml', ...lines, '*** End Patch'].join('\n') },
        'Success. Updated the following files:\nM r/flow.yml',
      ),
    )?.changes?.map(({ how, name }) => `${how} ${name}`)

  it('and puts in at another is not removed', () => {
    const out = ['@@', ' permissions:', '-  contents: read', '-  pages: write']
    expect(patched(...out, '@@', ' jobs:', '+      contents: read')).toEqual(['removed pages'])
    expect(patched('@@', ' jobs:', '-      contents: read', '+  contents: read')).toEqual([
      'changed contents',
    ])
  })
})
