import { describe, expect, it } from 'vitest'
import type { Fact, Row } from '../../../../src/ledger/ledger.ts'
import { presentLines } from '../../../../src/strategies/coverage/head/present-lines.ts'
import { exactCounter } from '../../../../src/tokens/tokens.ts'

function row(section: string, key: string, more: Partial<Row> = {}): Row {
  return { section, key, state: '', value: '', by: 'assistant', first: 4, last: 4, facts: [], ...more }
}

const changes: Row['changes'] = [
  { how: 'changed', name: 'parse', signature: 'export function parse(text: string): Token[]' },
  { how: 'added', name: 'Token', signature: 'export interface Token' },
]

const rows: readonly Row[] = [
  row('tasks', '1', { state: 'done', value: 'Read the parser' }),
  row('tasks', '2', { state: 'active', value: 'Mend the parser' }),
  row('checks', 'npm test', {
    state: 'failed',
    value: '2 failed, 3 passed',
    note: '1 file changed since: a.ts',
  }),
  row('checks', 'npm run lint', { state: 'passed', value: 'lint\n0 issues' }),
  row('git', 'branch', { value: 'main' }),
  row('files', '/w/src/a.ts', { state: 'read, modified', value: 'parse, Token', changes }),
  row('files', '/w/src/b.ts', { state: 'read' }),
  row('errors', 'x', { state: 'open', value: 'TypeError: x' }),
  row('errors', 'y', { state: 'resolved', value: 'gone' }),
  row('questions', 'q', { state: 'open', value: 'Which one?' }),
  row('constraints', 'c', { value: 'Never push.', by: 'user' }),
]
/** It may have been a check. */
const command = row('commands', 'make', { state: 'ok', last: 9 })
const linesIn = (
  room: number,
  known: readonly Row[] = rows,
  withReads = false,
  withNames = true,
  mayHaveChecked = (since: number): boolean =>
    known.some(({ section, last }) => section === 'commands' && last > since),
  requestAt = (_: number): string => '',
): readonly string[] =>
  presentLines({
    rows: known,
    numberOf: turn => turn + 1,
    counter: exactCounter(),
    room,
    root: '/w/src',
    withReads,
    withNames,
    placesAt: () => [],
    isAtWork: false,
    mayHaveChecked,
    requestAt,
  }).lines

describe('presentLines', () => {
  it('names checks of a plan that came with a request', () => {
    const request = row('talk', '0', { state: 'typed', value: '', by: 'user', first: 1, last: 1 })
    const own = [request, row('files', '/w/src/a.ts', { state: 'modified' })]
    const plan = '# Plan\n\n## Verification\n\n```bash\nnpm run lint && npm test\n```'
    const sent = (turn: number): string => (turn === 1 ? `Implement this plan:\n\n${plan}` : '')
    expect(linesIn(400, own, false, true, undefined, sent)[0]).toBe(
      'Checks: asked for in #2 and not run: `npm run lint`, `npm test`',
    )
  })

  it('names the checks that the last request asks for and that did not run since something was changed', () => {
    const value =
      'Mend the parser.\n```bash\nnpm run lint && npm run e2e\n```\nThen run `npm test -- a` and read `src/a.ts`.'
    const request = row('talk', '0', { state: 'typed', value, by: 'user', first: 1, last: 1 })
    const own = [request, row('files', '/w/src/a.ts', { state: 'modified' })]
    const checks = (more: readonly Row[]): string | undefined => linesIn(400, [...own, ...more])[0]
    expect(checks([command])).toBe(
      'Checks: asked for in #2 and not run: `npm run lint`, `npm run e2e`, `npm test -- a`',
    )
    const ran = ['npm test', 'npm run lint', 'npm run e2e'].map(key =>
      row('checks', key, { state: 'passed' }),
    )
    expect(checks(ran.slice(0, 2))).toContain('not run: `npm run e2e`')
    expect(checks(ran)).not.toContain('not run')
    const before = ran.map(check => ({ ...check, first: 0, last: 0 }))
    expect(checks(before)).toContain('`npm run lint`, `npm run e2e`, `npm test -- a`')
    expect(linesIn(400, [request, ...before]).join()).not.toContain('not run')
  })

  it.each([
    'Mend the parser. Do not run `npm test`, it is slow.',
    'Mend it without running `npm test`.',
    'Why does `npm test` fail?',
    '`npm test` fails since today, mend it.',
    'When I run `npm test`, it hangs.',
    'It fails:\n```\n$ npm test\n2 failed, 3 passed\n```',
    'Why does this hang?\n```\nnpm test\n```',
  ])('does not call a check asked for that a request only mentions: %s', value => {
    const request = row('talk', '0', { state: 'typed', value, by: 'user', first: 1, last: 1 })
    const file = row('files', '/w/src/a.ts', { state: 'modified' })
    expect(linesIn(400, [request, file, command]).join()).not.toContain('asked for')
  })

  it.each(['Could you run `npm test`?', 'Make sure that `npm test` passes.', 'Bitte führe `npm test` aus.'])(
    'calls a check asked for: %s',
    value => {
      const request = row('talk', '0', { state: 'typed', value, by: 'user', first: 1, last: 1 })
      const file = row('files', '/w/src/a.ts', { state: 'modified' })
      expect(linesIn(400, [request, file, command]).join()).toContain(
        'asked for in #2 and not run: `npm test`',
      )
    },
  )

  it('names files of a request that were not changed from the same root as those that were', () => {
    const request = row('talk', '0', { state: 'typed', by: 'user', first: 1, last: 1 })
    const files = ['a', 'b'].map(name => row('files', `/w/src/${name}.ts`, { state: 'modified' }))
    const sent = 'Change src/a.ts, src/b.ts and src/c.ts.'
    const lines = linesIn(400, [request, ...files, command], false, true, undefined, () => sent)
    expect(lines).toContain('Changed files: a.ts; b.ts; named in #2 and not changed: c.ts')
  })

  it('gives a pull request no number of a message', () => {
    const request = row('git', 'pull request', { value: 'looked at #132 Mend it (OPEN)' })
    expect(linesIn(400, [request])).toEqual(['Git: pull request looked at PR 132 "Mend it" (OPEN)'])
    const said = (value: string) => linesIn(400, [row('git', 'pull request', { value })])
    expect(said('#132 Keep (x) apart (MERGED, draft), 2 comments posted (in app)')).toEqual([
      'Git: pull request PR 132 "Keep (x) apart" (MERGED, draft), 2 comments posted (in app)',
    ])
    expect(said('#132 (OPEN)')).toEqual(['Git: pull request PR 132 (OPEN)'])
    expect(said('#132, 7 comments posted')).toEqual(['Git: pull request PR 132, 7 comments posted'])
    expect(linesIn(400, [row('git', 'issue', { value: '#7 Add lists (OPEN)' })])).toEqual([
      'Git: issue 7 "Add lists" (OPEN)',
    ])
  })

  it('shows no error of a run that later checks say more of', () => {
    const source = { block: 1, hash: 'a' }
    const factOf = (kind: Fact['kind'], section: string): Fact => ({
      section,
      kind,
      about: 'make lint && make test',
      turn: 4,
      order: 0,
      by: 'tool',
      source,
    })
    const error = row('errors', 'e', {
      state: 'open',
      value: 'FAIL\tapp\t1.7s',
      facts: [factOf('failed', 'errors')],
    })
    const check = row('checks', 'make lint && make test', {
      state: 'hidden',
      facts: [factOf('failed', 'checks')],
    })
    expect(linesIn(400, [error, check])).toEqual([])
    expect(linesIn(400, [error, { ...check, state: 'failed' }]).join('\n')).toContain('Open errors: FAIL')
    const other = { ...error, facts: [{ ...factOf('failed', 'errors'), source: { block: 2, hash: 'b' } }] }
    expect(linesIn(400, [other, check])).toEqual(['Open errors: FAIL\tapp\t1.7s (#5)'])
  })

  it('says that no call changed a file where calls only read files', () => {
    const said = (mayHaveRun: boolean, ...known: readonly Row[]) =>
      linesIn(400, known, false, true, () => mayHaveRun).find(line => line.startsWith('Changed files'))
    const read = row('files', '/w/src/b.ts', { state: 'read' })
    expect(said(false, read)).toBe('Changed files: no call changed one')
    expect(said(true, read)).toBeUndefined()
    expect(said(false)).toBeUndefined()
    expect(said(false, read, row('files', '/w/src/a.ts', { state: 'modified' }))).toBe('Changed files: a.ts')
  })

  it.each([
    ['yes: main -> main (github.com:me/app.git)', 'pushed to main (github.com:me/app.git)'],
    ['yes: fix/a -> fix/b', 'pushed: fix/a -> fix/b'],
    ['yes: git push origin HEAD:fix', 'pushed: git push origin HEAD:fix'],
    ['yes: origin/main is at 1a2b3c4', 'pushed: origin/main is at 1a2b3c4'],
    ['no: 1 ahead of origin/main', '1 commit ahead of origin/main'],
    ['no: ahead 1, behind 2 of origin/main', 'not pushed: ahead 1, behind 2 of origin/main'],
    ['no: no call shows a push of 1a2b3c4', 'no call shows a push of 1a2b3c4'],
    [
      'no: 1a2b3c4 was committed after the last push',
      'not pushed: 1a2b3c4 was committed after the last push',
    ],
    ['no call shows a push (tracks origin/main)', 'no call shows a push (tracks origin/main)'],
    ['another branch: main -> main', 'pushed another branch: main -> main'],
  ])('says in plain words what is pushed: %s', (value, text) => {
    expect(linesIn(400, [row('git', 'pushed', { value })])).toEqual([`Git: ${text}`])
  })

  it('counts what a check that passed says of itself, and no line of a log', () => {
    const said = (value: string) => linesIn(400, [row('checks', 'npm test', { state: 'passed', value })])
    expect(said('2026-03-18 06:42:42 WARN 3 errors left\n12 passed')).toEqual([
      'Checks: `npm test` passed #5: 12 passed',
    ])
    expect(said('WARN 3 errors left')).toEqual(['Checks: `npm test` passed #5'])
  })

  it('names what was created, with titles where there is room', () => {
    const created = ['APP-12 Mend it', 'APP-13 Test it'].map(value => row('git', 'created', { value }))
    expect(linesIn(400, created)).toEqual(['Created: APP-12 (#5): Mend it; APP-13 (#5): Test it'])
    expect(linesIn(18, created)).toEqual(['Created: APP-12 (#5); APP-13 (#5)'])
  })

  it('says from when a list of tasks is where files were changed since', () => {
    const tasks = row('tasks', '1', { state: 'active', value: 'Mend the parser', last: 4 })
    const file = row('files', '/w/src/a.ts', { state: 'modified', last: 7 })
    const edit = { kind: 'modified', turn: 7 } as Fact
    expect(linesIn(400, [tasks, { ...file, facts: [edit] }, command])[0]).toBe(
      'Tasks as of #5, before a.ts changed (#8): [in progress] Mend the parser',
    )
    const other = row('files', '/w/src/b.ts', { state: 'created', last: 9, facts: [{ ...edit, turn: 9 }] })
    expect(linesIn(400, [tasks, { ...file, facts: [edit] }, other, command])[0]).toBe(
      'Tasks as of #5, before 2 files changed (last #10): [in progress] Mend the parser',
    )
    expect(linesIn(400, [tasks, { ...file, last: 3 }, command])[0]).toBe(
      'Tasks: [in progress] Mend the parser',
    )
  })

  it('says from when it knows how a branch compares with its remote where another commit was seen since', () => {
    const pushed = row('git', 'pushed', { value: 'no: diverged from origin/fix', last: 4 })
    const commit = (last: number): Row => row('git', 'last commit', { value: '1a2b3c4 Mend it', last })
    expect(linesIn(400, [commit(6), pushed])).toEqual([
      'Git: last commit 1a2b3c4 Mend it; diverged from origin/fix as of #5',
    ])
    expect(linesIn(400, [commit(4), pushed])).toEqual([
      'Git: last commit 1a2b3c4 Mend it; diverged from origin/fix',
    ])
  })

  it('says from when it knows what a person may have changed in the repository before the last request', () => {
    const known = [
      row('git', 'branch', { value: 'fix', last: 2 }),
      row('git', 'uncommitted', { value: '/w/src/a.ts', last: 8 }),
    ]
    const typed = row('talk', '1', { state: 'typed', value: 'Mend the lexer.', first: 5, last: 5 })
    expect(linesIn(400, known)).toEqual(['Git: branch fix; uncommitted a.ts'])
    expect(linesIn(400, [...known, typed])).toEqual(['Git: branch fix as of #3; uncommitted a.ts'])
    expect(linesIn(400, [known[0] as Row, typed])).toEqual(['Git as of #3: branch fix'])
  })

  it('says of a conflict that its file was edited since', () => {
    const stopped = row('git', 'under way', {
      value: 'merge, conflicts in /w/src/a.ts, /w/src/b.ts',
      last: 4,
    })
    const file = row('files', '/w/src/a.ts', { state: 'modified', last: 6 })
    expect(linesIn(400, [stopped, file, command])).toEqual([
      'Git: under way merge, conflicts in a.ts (edited since), b.ts',
      'Changed files: a.ts',
    ])
  })

  it('counts uncommitted files that have no room', () => {
    const files = ['a', 'b', 'c'].map(name => `/w/src/${'long-name-'.repeat(4)}${name}.ts`)
    const known = [row('git', 'uncommitted', { value: files.join(', ') })]
    expect(linesIn(12, known)).toEqual(['Git: uncommitted 3 files'])
  })

  it('does not say that nothing is uncommitted beside untracked files', () => {
    const known = [row('git', 'uncommitted', { value: 'none' }), row('git', 'untracked', { value: 'runs/' })]
    expect(linesIn(400, known)).toEqual(['Git: uncommitted only untracked runs/'])
  })

  it('leaves out a part of what passed beside the whole', () => {
    const check = (key: string, last: number, note?: string): Row =>
      row('checks', key, { state: 'passed', last, ...(note !== undefined && { note }) })
    const note = '1 file changed since: a.ts'
    const said = (...known: readonly Row[]) => linesIn(400, known)
    expect(said(check('npm test', 4), check('vitest run a.test.ts', 6))).toEqual([
      'Checks: `npm test` passed #5',
    ])
    expect(said(check('npm test', 6, note), check('vitest run a.test.ts', 4, note))).toEqual([
      'Checks not run again since a.ts changed: `npm test` passed #7',
    ])
    expect(said(check('npm test', 4, note), check('vitest run a.test.ts', 6))[0]).toContain('vitest')
    expect(said(check('npm run lint', 4), check('vitest run a.test.ts', 6))[0]).toContain('vitest')
    for (const joint of ['&', '||'])
      expect(said(check('npm test', 4), check(`tsc ${joint} vitest run a.test.ts`, 6))).toEqual([
        'Checks: `npm test` passed #5',
      ])
  })

  it('says of a check that its outcome is unknown', () => {
    const check = row('checks', 'npm test', { state: 'unknown', value: 'failed before', last: 4 })
    expect(linesIn(400, [check])).toEqual(['Checks: `npm test` outcome unknown #5: failed before'])
  })

  it('leaves out a check of unknown outcome once files were changed', () => {
    const note = '1 file changed since: a.ts'
    const built = row('checks', 'go build ./app', { state: 'unknown', last: 4 })
    expect(linesIn(400, [built])).toEqual(['Checks: `go build ./app` outcome unknown #5'])
    expect(linesIn(400, [{ ...built, note }])).toEqual([])
    expect(linesIn(400, [{ ...built, note, value: 'failed before' }])).toHaveLength(1)
  })

  it('says once when a check passed that failed since', () => {
    const note = '1 file changed since: a.ts'
    const run = (kind: string, turn: number) => ({ kind, turn }) as Fact
    const passed = row('checks', 'npm test', { state: 'passed', note, last: 2, facts: [run('passed', 2)] })
    const failed = row('checks', 'npm test', { state: 'failed', note, last: 4, facts: [run('failed', 4)] })
    expect(linesIn(400, [passed, failed])).toEqual([
      'Checks not run again since a.ts changed: `npm test` failed #5 (last passed #3)',
    ])
  })

  it('calls a branch that is behind its upstream so, and not pushed', () => {
    const pushed = row('git', 'pushed', { value: 'yes: behind origin/main by 12' })
    expect(linesIn(400, [pushed])).toEqual(['Git: behind origin/main by 12'])
  })

  it('names each file before the names in any of them', () => {
    const files = ['a', 'b', 'c'].map(name =>
      row('files', `/w/src/${name}.ts`, { state: 'modified', value: 'parse, Token', changes }),
    )
    const [list = ''] = linesIn(24, [...files, command]).filter(line => line.startsWith('Changed files'))
    for (const name of ['a.ts', 'b.ts', 'c.ts']) expect(list).toContain(name)
    expect(list).not.toContain('more file')
  })

  it('names the changed files before what was read last', () => {
    const request = row('talk', '0', { state: 'typed', by: 'user', first: 1, last: 1 })
    const read = { kind: 'read', turn: 8 } as Fact
    const known = [
      request,
      row('files', '/w/src/parser.ts', { state: 'modified', last: 4 }),
      row('files', '/w/src/parser.test.ts', { state: 'modified', last: 5 }),
      ...['a', 'b'].map(name => row('files', `/w/src/${name}.ts`, { state: 'read', last: 8, facts: [read] })),
    ]
    const said = (room: number) =>
      presentLines({
        rows: known,
        numberOf: turn => turn + 1,
        counter: exactCounter(),
        room,
        root: '/w/src',
        withReads: false,
        withNames: true,
        placesAt: () => [],
        isAtWork: true,
        mayHaveChecked: () => true,
        requestAt: () => '',
      }).lines
    expect(said(400)).toEqual(['Changed files: parser.ts; parser.test.ts', 'Last read: a.ts (#9); b.ts (#9)'])
    expect(said(13)).toEqual(['Changed files: parser.ts; parser.test.ts'])
  })

  it('says what was put on the stash and is not back', () => {
    const stash = row('git', 'stash', { value: 'WIP on main: 1a2b3c4 Mend it', last: 4 })
    expect(linesIn(400, [stash])).toEqual(['Git: stashed #5 and not restored: WIP on main: 1a2b3c4 Mend it'])
  })

  it('counts what was read besides the files that it names', () => {
    const request = row('talk', '0', { state: 'typed', by: 'user', first: 1, last: 1 })
    const files = Array.from({ length: 8 }, (_, at) =>
      row('files', `/w/src/${at}.ts`, {
        state: 'read',
        last: at + 2,
        facts: [{ kind: 'read', turn: at + 2 } as Fact],
      }),
    )
    const { lines } = presentLines({
      rows: [request, ...files],
      numberOf: turn => turn + 1,
      counter: exactCounter(),
      room: 400,
      root: '/w/src',
      withReads: false,
      withNames: true,
      placesAt: () => [],
      isAtWork: true,
      mayHaveChecked: () => true,
      requestAt: () => '',
    })
    expect(lines.at(-1)).toBe(
      'Last read: 7.ts (#10); 6.ts (#9); 5.ts (#8); 4.ts (#7); 3.ts (#6); 2.ts (#5); and 2 more files',
    )
  })

  it('names a file before its tests where there is no room for both', () => {
    const files = ['parser.ts', 'parser.test.ts'].map((name, at) =>
      row('files', `/w/src/${name}`, { state: 'modified', last: 4 + at }),
    )
    expect(linesIn(9, [...files, command])).toEqual(['Changed files: parser.ts; and 1 more file'])
  })

  it('says what a test that failed is called now', () => {
    const failed = row('checks', 'go test', { state: 'failed', value: '--- FAIL: TestOld (0.1s)' })
    const changes: Row['changes'] = [
      { how: 'changed', name: 'TestOther', signature: 'func TestOther(t *testing.T)' },
      { how: 'removed', name: 'TestOld', signature: 'func TestOld(t *testing.T)' },
      { how: 'added', name: 'TestNew', signature: 'func TestNew(t *testing.T)' },
    ]
    const file = row('files', '/w/src/a_test.go', { state: 'modified', changes })
    expect(linesIn(400, [failed, file]).at(-1)).toBe('Changed files: a_test.go: removed TestOld, +TestNew')
  })

  it('lists a file that was made, committed and deleted', () => {
    const rows = [
      row('files', '/w/src/plan.md', { state: 'created, deleted', last: 9 }),
      row('git', 'uncommitted', { value: '/w/src/a.ts, /w/src/plan.md', last: 9 }),
    ]
    expect(linesIn(400, rows).join('\n')).toContain('plan.md (created, deleted)')
  })

  it('does not list files that are gone with their directory', () => {
    const gone = ['/w/src/old', '/w/src/old/a.ts', '/w/src/old/b/c.ts', '/w/src/older.ts']
    const files = gone.map(path => row('files', path, { state: 'deleted' }))
    const list = linesIn(400, [...files, command]).find(line => line.startsWith('Changed files')) ?? ''
    expect(list).toContain(' old (deleted')
    expect(list).toContain('older.ts (deleted')
    expect(list).not.toMatch(/a\.ts|c\.ts/)
  })

  it('lists a file once that calls write in two ways', () => {
    const files = [
      row('files', '/w/src/package.json', { state: 'read, perhaps modified' }),
      row('files', 'package.json', { state: 'modified' }),
      row('files', '/w/src/old', { state: 'deleted' }),
      row('files', 'old/a.ts', { state: 'deleted' }),
      row('files', '/w/src/b.ts', { state: 'perhaps modified' }),
    ]
    const list = linesIn(400, [...files, command]).find(line => line.startsWith('Changed files')) ?? ''
    expect(list.match(/package\.json/g)).toHaveLength(1)
    expect(list).not.toContain('old/a.ts')
    expect(list).toContain('b.ts (perhaps modified')
    const made = row('files', '/w/src/c.ts', { state: 'created, perhaps read' })
    expect(linesIn(400, [made, command]).at(-1)).toBe('Changed files: c.ts (created)')
  })

  it('lists no file that an edit perhaps means beside the one that it names', () => {
    const files = [
      row('files', '/w/src/core/package.json', { state: 'read, perhaps modified' }),
      row('files', 'package.json', { state: 'modified' }),
    ]
    expect(linesIn(400, [...files, command])).toEqual(['Changed files: package.json'])
  })

  it('lists no file that a build has made and that is gone again', () => {
    const build = row('checks', 'go build -ldflags x ./cmd/app', { state: 'passed', first: 2, last: 2 })
    const gone = row('files', '/w/src/app', { state: 'deleted' })
    const file = row('files', '/w/src/a.go', { state: 'modified' })
    const list = (...own: readonly Row[]) => linesIn(400, [file, command, ...own]).at(-1)
    expect(list(build, gone)).toBe('Changed files: a.go')
    expect(list(gone)).toBe('Changed files: a.go; app (deleted)')
    expect(list(build, { ...gone, state: 'read, deleted' })).toContain('app (deleted)')
    const source = row('files', '/w/src/cmd/app', { state: 'deleted' })
    expect(list(build, source)).toContain('cmd/app (deleted)')
    const other = row('checks', 'cargo build -p app', { state: 'passed', first: 2, last: 2 })
    expect(list(other, row('files', '/w/src/crates/app', { state: 'deleted' }))).toContain(
      'crates/app (deleted)',
    )
    const made = row('checks', 'make bin/app', { state: 'passed', first: 2, last: 2 })
    expect(list(made, row('files', '/w/src/bin/app', { state: 'deleted' }))).toBe('Changed files: a.go')
  })

  it('says of a file in the root that another has its name', () => {
    const files = ['/w/src/hooks.go', '/w/src/agent/hooks.go'].map(key =>
      row('files', key, { state: 'modified' }),
    )
    expect(linesIn(400, [...files, command])).toEqual(['Changed files: ./hooks.go; agent/hooks.go'])
  })

  it('does not list files that were made and are gone again', () => {
    const files = [
      row('files', '/w/src/a.ts', { state: 'created, modified' }),
      row('files', '/w/src/trial.ts', { state: 'created, modified, deleted' }),
      row('files', '/w/src/old.ts', { state: 'read, deleted' }),
    ]
    const list = linesIn(400, [...files, command]).find(line => line.startsWith('Changed files'))
    expect(list).toContain('a.ts')
    expect(list).toContain('old.ts (deleted')
    expect(list).not.toContain('trial.ts')
  })

  it('names each check that failed, and says how those that it only counts came out', () => {
    const check = (key: string, state: string, more: Partial<Row> = {}): Row =>
      row('checks', key, { state, ...more })
    const long = `a.ts(1,2): ${'error '.repeat(60)}`
    const known = [
      ...['tsc', 'eslint', 'vitest', 'biome check'].map(key => check(key, 'passed')),
      check('cargo build', 'passed', { last: 1, note: '2 files changed since: a.ts, b.ts' }),
      check('npm run e2e', 'failed', { value: long, last: 1 }),
    ]
    expect(linesIn(40, known)).toEqual([
      'Checks: `npm run e2e` failed #2; `tsc` passed #5; `eslint` passed #5; and 2 more that passed',
      'Earlier checks: 1 that passed',
    ])
    expect(linesIn(20, known)).toEqual(['Checks: `npm run e2e` failed #2; and 4 more that passed'])
    expect(linesIn(400, known)[0]).toContain('failed #2: a.ts(1,2): error')
  })

  it('says that a check ran again where nothing shows how that ended', () => {
    const ran = (turn: number): Fact => ({
      section: 'checks',
      kind: 'ran',
      about: 'npm test',
      turn,
      order: 0,
      by: 'tool',
    })
    const note = '1 file changed since: a.ts'
    const check = row('checks', 'npm test', { state: 'passed', note, facts: [ran(8)] })
    expect(linesIn(400, [check])).toEqual([
      'Checks without a new result since a.ts changed: `npm test` passed #5',
    ])
  })

  it('cuts a long chain around its checks', () => {
    const said = (key: string) => linesIn(400, [row('checks', key, { state: 'passed' })])[0]
    const long = 'make-fixtures --seed 12 --from ./samples --into ./fixtures/generated --quiet --overwrite'
    expect(said(`${long} && npm test -- a.test.ts`)).toBe('Checks: `… && npm test -- a.test.ts` passed #5')
    expect(said(`npm test -- a.test.ts && ${long} && ls`)).toBe(
      'Checks: `npm test -- a.test.ts && …` passed #5',
    )
    expect(said(`npm test && ls`)).toBe('Checks: `npm test && ls` passed #5')
  })

  it('counts changed files that have no room', () => {
    const files = ['a', 'b'].map(name =>
      row('files', `/w/src/${'long-name-'.repeat(9)}${name}.ts`, { state: 'modified' }),
    )
    expect(linesIn(14, [...files, command])).toEqual(['Changed files: 2, not named here'])
  })

  it('says which command of git came between a check and now', () => {
    const check = row('checks', 'npm test', { state: 'passed', note: 'rebase since', last: 4, amendedBy: 8 })
    expect(linesIn(400, [check])).toEqual([
      'Checks not run again since the rebase (#9): `npm test` passed #5',
    ])
    const note = 'rebase since; 2 files changed since: a.ts, b.ts'
    expect(linesIn(400, [{ ...check, note }])).toEqual([
      'Checks not run again since the rebase (#9) and 2 files changed: `npm test` passed #5',
    ])
  })

  it('says that a list of tasks belongs to an earlier request, and of an old one only what is open', () => {
    const done = row('tasks', '1', { state: 'done', value: 'Read the parser', last: 4 })
    const open = row('tasks', '2', { state: 'pending', value: 'Mend the parser', last: 3 })
    const typed = (last: number): Row => row('talk', `${last}`, { state: 'typed', value: 'Go on.', last })
    expect(linesIn(400, [done, typed(8)])).toEqual([
      'Tasks of an earlier request, as of #5: [x] Read the parser',
    ])
    expect(linesIn(400, [done, typed(2)])).toEqual(['Tasks: [x] Read the parser'])
    expect(linesIn(400, [done, open, typed(8), typed(9)])).toEqual([
      'Tasks of an earlier request, as of #5: [ ] Mend the parser',
    ])
    expect(linesIn(400, [done, typed(8), typed(9)])).toEqual([])
    expect(linesIn(400, [{ ...done, amendedBy: 6 }, typed(8), typed(9)])).toHaveLength(1)
  })

  it('says so too where a prompt of a command came after it', () => {
    const tasks = row('tasks', '1', { state: 'active', value: 'Read the parser', last: 4 })
    const prompt = row('intent', 'prompted', { state: 'hidden', last: 8 })
    expect(linesIn(400, [tasks, prompt])).toEqual([
      'Tasks of an earlier request, as of #5: [in progress] Read the parser',
    ])
  })

  it('says from when it knows the state of git where a request came after it', () => {
    const branch = row('git', 'branch', { value: 'main', last: 4 })
    const commit = row('git', 'last commit', { value: '1a2b3c4 Mend it', last: 6 })
    const typed = row('talk', 'a', { state: 'typed', value: 'Now the writer.', last: 8 })
    expect(linesIn(400, [branch, commit, typed])).toEqual([
      'Git as of #7: branch main; last commit 1a2b3c4 Mend it',
    ])
    expect(linesIn(400, [branch, commit, { ...typed, last: 5 }])).toEqual([
      'Git: branch main as of #5; last commit 1a2b3c4 Mend it',
    ])
    const status = row('git', 'uncommitted', { value: 'none', last: 9 })
    expect(linesIn(400, [branch, commit, status, typed])).toEqual([
      'Git: branch main as of #5; last commit (#7) 1a2b3c4 Mend it; uncommitted none',
    ])
    const none = row('git', 'commits', { value: 'none shown by these calls', last: 6 })
    expect(linesIn(400, [none, typed])).toEqual(['Git: no call made a commit'])
    const noneHere = { ...none, value: 'none shown by these calls here' }
    expect(linesIn(400, [noneHere, typed])).toEqual(['Git: no call made a commit here'])
  })

  it('says of a file that was made, deleted and made again that it was made', () => {
    const fact = (kind: 'wrote' | 'modified' | 'deleted', turn: number): Row['facts'][number] => ({
      section: 'files',
      kind,
      about: '/w/src/a.ts',
      turn,
      order: 0,
      by: 'assistant',
    })
    const facts = [fact('wrote', 2), fact('deleted', 3), fact('wrote', 4), fact('modified', 5)]
    const state = 'deleted, created, modified'
    const file = row('files', '/w/src/a.ts', { state, facts, last: 5 })
    expect(linesIn(400, [file, command])).toEqual(['Changed files: a.ts (created #5, last #6)'])
    const known = row('files', '/w/src/a.ts', {
      state,
      facts: [fact('modified', 1), ...facts.slice(1)],
      last: 5,
    })
    expect(linesIn(400, [known, command])).toEqual(['Changed files: a.ts (deleted, created, #2, last #6)'])
  })

  it('says of a task that is done that its edits were taken back', () => {
    const task = row('tasks', '1', { state: 'done', value: 'Mend the parser', amendedBy: 8 })
    expect(linesIn(400, [task])).toEqual(['Tasks: [x] Mend the parser (its edits were taken back #9)'])
  })

  it('says which files a subagent says it has changed', () => {
    const fact = { section: 'files', kind: 'modified', about: '/w/src/a.ts', turn: 4, order: 0 } as const
    const facts: Row['facts'] = [{ ...fact, by: 'tool', text: 'by a subagent', isDoubtful: true }]
    const file = row('files', '/w/src/a.ts', { state: 'perhaps modified', value: 'by a subagent', facts })
    expect(linesIn(400, [file, command])).toEqual(['Changed files: a.ts (by a subagent, #5)'])
  })

  it('names the branch of checks and commits that are not on the current one', () => {
    const check = (key: string, more: Partial<Row> = {}): Row =>
      row('checks', key, { state: 'passed', ...more })
    const file = row('files', '/w/src/a.ts', { state: 'modified', committedAt: 6, branch: 'fix/tax' })
    expect(
      linesIn(400, [
        check('npm test', { branch: 'fix/tax' }),
        check('tsc', { branch: 'fix/tax' }),
        check('eslint', { branch: '' }),
        file,
      ]),
    ).toEqual([
      'Checks on fix/tax: `npm test` passed #5; `tsc` passed #5',
      'Checks on another branch: `eslint` passed #5',
      'Changed files: committed #7 on fix/tax: a.ts',
    ])
    expect(
      linesIn(400, [
        check('npm test', { branch: 'fix/tax' }),
        check('tsc', { branch: 'fix/tax', state: 'failed' }),
        check('make'),
      ]),
    ).toEqual(['Checks: `make` passed #5', 'Checks on fix/tax: `tsc` failed #5'])
  })

  it('lists what was committed by the commit, and gives what was for an earlier request less room', () => {
    const file = (name: string, more: Partial<Row> = {}): Row =>
      row('files', `/w/src/${name}`, { state: 'modified', ...more })
    const typed = row('talk', 'a', { state: 'typed', value: 'Now the writer.', last: 8 })
    const files = [
      file('new.ts', { committedAt: 12, last: 10 }),
      file('old.ts', { committedAt: 6, last: 5 }),
      file('older.ts', { committedAt: 6, last: 3 }),
      file('now.ts', { last: 2 }),
    ]
    expect(linesIn(400, [...files, typed, command])).toEqual([
      'Changed files: now.ts; committed #7: old.ts; older.ts; committed #13: new.ts',
    ])
    expect(linesIn(20, [...files, typed, command])).toEqual([
      'Changed files: now.ts; committed #13: new.ts; and 2 more files',
    ])
  })

  it('counts files that were committed two requests ago or on another branch', () => {
    const file = (name: string, more: Partial<Row>): Row =>
      row('files', `/w/src/${name}`, { state: 'modified', ...more })
    const typed = (last: number, value = 'Go on.'): Row =>
      row('talk', `${last}`, { state: 'typed', value, last })
    const files = [
      file('a.ts', { committedAt: 2 }),
      file('b.ts', { committedAt: 4 }),
      file('c.ts', { committedAt: 3, branch: 'fix/tax' }),
      file('d.ts', { committedAt: 3, branch: 'fix/tax' }),
      file('e.ts', { committedAt: 7 }),
      file('f.ts', { committedAt: 4 }),
    ]
    expect(linesIn(400, [...files, typed(6), typed(8, 'Look at f.ts.'), command])).toEqual([
      'Changed files: committed #3 to #5: 2 files; committed #4 on fix/tax: 2 files; committed #5: f.ts; committed #8: e.ts',
    ])
    expect(linesIn(400, [file('a.ts', { committedAt: 2 }), typed(6), typed(8), command])).toEqual([
      'Changed files: committed #3: a.ts',
    ])
  })

  it('counts of old commits only files that it would name, by each of them', () => {
    const file = (name: string, more: Partial<Row> = {}): Row =>
      row('files', `/w/src/${name}`, { state: 'modified', committedAt: 2, ...more })
    const typed = (last: number, value = 'Go on.'): Row =>
      row('talk', `${last}`, { state: 'typed', value, last })
    const talk = [typed(6), typed(8), command]
    const unsaid = [
      file('hidden.ts', { state: 'hidden' }),
      file('old.ts', { supersededBy: 3 }),
      file('trial.ts', { state: 'created, deleted' }),
    ]
    expect(linesIn(400, [file('a.ts'), file('b.ts'), ...unsaid, ...talk])).toEqual([
      'Changed files: committed #3: 2 files',
    ])
    expect(linesIn(400, [file('a.ts'), ...unsaid, ...talk])).toEqual(['Changed files: committed #3: a.ts'])
    const many = Array.from({ length: 40 }, (_, at) => file(`${at}.ts`))
    const now = row('files', '/w/src/c.ts', { state: 'modified' })
    expect(linesIn(9, [...many, now, ...talk])).toEqual(['Changed files: c.ts; and 40 more files'])
  })

  it('takes no file for spoken of by a part of another name, or by a task', () => {
    const files = ['a.ts', 'b.ts'].map(name =>
      row('files', `/w/src/${name}`, { state: 'modified', committedAt: 2 }),
    )
    const typed = (last: number, value: string): Row =>
      row('talk', `${last}`, { state: 'typed', value, last })
    const lines = (value: string, ...more: readonly Row[]): readonly string[] =>
      linesIn(400, [...files, typed(6, 'Go on.'), typed(8, value), command, ...more])
    const inCount = 'Changed files: committed #3: 2 files'
    expect(lines('Look at data.ts.')).toEqual([inCount])
    const task = row('tasks', '1', { state: 'open', value: 'Mend a.ts', last: 9 })
    expect(lines('Go on.', task)).toContain(inCount)
  })

  it('gives the numbers of the first and of the last edit, with and without names', () => {
    const names = ['parse', 'read', 'write'].map(
      name => ({ how: 'changed', name, signature: `function ${name}()` }) as const,
    )
    const fact = (turn: number, own: NonNullable<Row['changes']>): Row['facts'][number] => ({
      section: 'files',
      kind: 'modified',
      about: '/w/src/a.ts',
      turn,
      order: 0,
      by: 'assistant',
      changes: own,
    })
    const facts = [fact(2, names.slice(0, 2)), fact(5, names.slice(2)), fact(7, [])]
    const file = row('files', '/w/src/a.ts', { state: 'modified', facts, changes: names, last: 7 })
    expect(linesIn(400, [file, command])).toEqual([
      'Changed files: a.ts (#3, last #8): parse(), read(), write()',
    ])
    expect(linesIn(400, [file, command], false, false)).toEqual(['Changed files: a.ts (#3, last #8)'])
  })

  it('names no headings of a text and no variables of a script', () => {
    const headings: Row['changes'] = [{ how: 'added', name: 'One queue', signature: '## One queue' }]
    const file = row('files', '/w/src/spec.md', { state: 'modified', changes: headings })
    expect(linesIn(400, [file])).toEqual(['Changed files: spec.md'])
    const script = row('files', '/w/src/run.sh', {
      state: 'created',
      changes: [
        { how: 'added', name: 'RED', signature: "RED='\\033[0;31m'" },
        { how: 'added', name: 'export PATH', signature: 'export PATH="$BIN:$PATH"' },
        { how: 'added', name: 'cleanup', signature: 'cleanup()' },
      ],
    })
    expect(linesIn(400, [script, command])).toEqual(['Changed files: run.sh (created): cleanup()'])
  })

  it('names of a test file what the last request, a failed check or an open error speaks of', () => {
    const tests = ['TestRead', 'TestWrite', 'TestOpen', 'TestSeek'].map(
      name => ({ how: 'changed', name, signature: `func ${name}(t *testing.T)` }) as const,
    )
    const file = row('files', '/w/src/a_test.go', { state: 'modified', changes: tests })
    expect(linesIn(400, [file, command])).toEqual(['Changed files: a_test.go'])
    const check = row('checks', 'go test .', { state: 'failed', value: '--- FAIL: TestWrite (0.1s)' })
    const error = row('errors', 'go vet', { state: 'open', value: 'TestOpen: unused' })
    const typed = (value: string, last: number): Row => row('talk', value, { state: 'typed', value, last })
    const talk = [typed('What of TestRead?', 1), typed('TestSeek?', 2)]
    expect(linesIn(400, [file, check, error, ...talk])).toContain(
      'Changed files: a_test.go: TestWrite, TestOpen, TestSeek',
    )
  })

  it('names tests that were added where nothing speaks of any, before their helpers', () => {
    const added = ['TestRead', 'openFixture', 'Env.Write', 'TestWrite'].map(
      name => ({ how: 'added', name, signature: `func ${name}(t *testing.T)` }) as const,
    )
    const changed = { how: 'changed', name: 'TestSeek', signature: 'func TestSeek(t *testing.T)' } as const
    const file = (state: string, changes: NonNullable<Row['changes']>): Row =>
      row('files', '/w/src/a_test.go', { state, changes })
    const shown = (...known: readonly Row[]) => linesIn(400, [...known, command]).at(-1)
    expect(shown(file('modified', [changed, ...added]))).toBe(
      'Changed files: a_test.go: +openFixture, +Env.Write, +TestRead, +TestWrite',
    )
    expect(
      shown(file('created', [...added, ...added.map(each => ({ ...each, name: `${each.name}2` }))])),
    ).toBe('Changed files: a_test.go (created): TestRead, TestWrite, TestRead2, TestWrite2, +4 more')
    expect(shown(file('modified', added.slice(1, 3)))).toBe('Changed files: a_test.go')
  })

  it('gives three names of a file that was changed for an earlier request', () => {
    const names = ['load', 'read', 'send', 'wait'].map(
      name => ({ how: 'changed', name, signature: `function ${name}()` }) as const,
    )
    const file = row('files', '/w/src/a.ts', { state: 'modified', changes: names })
    const typed = row('talk', 'x', { state: 'typed', value: 'Go on.', last: 6 })
    expect(linesIn(400, [file, command, typed])).toEqual([
      'Changed files: a.ts: read(), send(), wait(), +1 more',
    ])
    expect(linesIn(400, [file, command, { ...typed, last: 2 }])).toEqual([
      'Changed files: a.ts: load(), read(), send(), wait()',
    ])
  })

  it('says of a check that an edit without an answer came after it', () => {
    const check = row('checks', 'npm test', { state: 'passed' })
    const edit = row('doing', 'last edit', { state: 'unanswered', value: 'Edit /w/src/a.ts', last: 6 })
    expect(linesIn(400, [check, edit])).toEqual([
      'Checks not run again since a.ts perhaps changed (#7): `npm test` passed #5',
    ])
    const below = { ...edit, value: 'Edit /w/src/cli/a b.ts' }
    expect(linesIn(400, [check, below])).toEqual([
      'Checks not run again since cli/a b.ts perhaps changed (#7): `npm test` passed #5',
    ])
    expect(linesIn(400, [{ ...check, last: 7 }, edit])).toEqual(['Checks: `npm test` passed #8'])
  })

  it('names the file that was changed since a check by its path', () => {
    const check = row('checks', 'npm test', { state: 'passed', note: '1 file changed since: a.ts' })
    const file = (key: string, last: number): Row => row('files', key, { state: 'modified', last })
    const first = (...files: readonly Row[]): string | undefined => linesIn(400, [check, ...files])[0]
    expect(first(file('/w/src/lib/a.ts', 6), file('/w/src/a.ts', 2))).toBe(
      'Checks not run again since lib/a.ts changed: `npm test` passed #5',
    )
    expect(first(file('/w/src/lib/a.ts', 6), file('/w/src/a.ts', 7))).toBe(
      'Checks not run again since 1 file changed: `npm test` passed #5',
    )
  })

  it('says which message changed a file last', () => {
    const fact = (kind: 'wrote' | 'modified' | 'read', turn: number): Row['facts'][number] => ({
      section: 'files',
      kind,
      about: '/w/src/a.ts',
      by: 'assistant',
      turn,
      order: 0,
    })
    const file = (state: string, ...facts: Row['facts']): string | undefined =>
      linesIn(400, [command, row('files', '/w/src/a.ts', { state, facts })])[0]
    expect(file('read, modified', fact('modified', 4), fact('modified', 6), fact('read', 8))).toBe(
      'Changed files: a.ts (#5, last #7)',
    )
    expect(file('created', fact('wrote', 4))).toBe('Changed files: a.ts (created, #5)')
  })

  it('says of an error which call was refused', () => {
    const fact = { section: 'errors', kind: 'refused', about: 'Edit', by: 'tool', turn: 4, order: 0 } as const
    const value = '<tool_use_error>String to replace not found in file.'
    const error = row('errors', 'Edit /w/src/a.ts', { state: 'open', value, facts: [fact] })
    expect(linesIn(400, [error])).toEqual([
      'Open errors: Edit a.ts: String to replace not found in file. (#5)',
    ])
  })

  it('says how old a status is that edits came after', () => {
    const source = { block: 0, hash: '' }
    const fact = (section: string, about: string, more: Partial<Fact>): Fact =>
      ({ section, about, kind: 'shown', by: 'tool', order: 0, turn: 2, source, ...more }) as Fact
    const status = fact('git', 'uncommitted', { text: 'b.ts' })
    const listed = (value: string, ...facts: readonly Fact[]): Row =>
      row('git', 'uncommitted', { value, facts })
    const edit = fact('files', '/w/src/a.ts', { kind: 'modified', turn: 6 })
    const file = row('files', edit.about, { state: 'perhaps modified', last: 6, facts: [edit] })
    const said = (...known: readonly Row[]) => linesIn(400, known).find(line => line.startsWith('Git'))
    const earlier = (...facts: readonly Fact[]): Row => row('git', 'earlier', { state: 'hidden', facts })
    expect(said(listed('none', status), file)).toBe('Git: uncommitted none as of #3')
    expect(said(listed('none', { ...status, turn: 8 }), file)).toBe('Git: uncommitted none')
    const both = listed('b.ts, /w/src/a.ts', edit)
    expect(said(both, earlier(status), file)).toBe(
      'Git: uncommitted b.ts, a.ts (1 of them before the first edit)',
    )
    const commit = fact('git', 'last commit', { kind: 'committed', turn: 4 })
    expect(said(both, earlier(status, commit), file)).toBe('Git: uncommitted b.ts, a.ts')
    expect(said(listed('none', status), earlier(commit), file)).toBe('Git: uncommitted none as of #5')
    expect(said(listed('c.ts', status), earlier(commit), file)).toBe('Git: uncommitted c.ts, perhaps a.ts')
    const removed = { ...file, state: 'perhaps created, deleted' }
    expect(said(listed('c.ts', status), earlier(commit), removed)).toBe('Git: uncommitted c.ts')
    const seen = { ...commit, turn: 8 }
    expect(said(listed('c.ts', status), earlier(seen), file)).toBe('Git: uncommitted c.ts')
    expect(said(row('git', 'pushed', { value: 'yes: up to date with origin/main' }))).toBe(
      'Git: no commits ahead of origin/main',
    )
  })

  it('names all programs that are not installed and never ran later', () => {
    const fact = (about: string, turn: number): Fact =>
      ({ section: 'commands', about, kind: 'ok', by: 'assistant', order: 0, turn }) as Fact
    const known = [
      row('errors', 'rg x', { state: 'past', value: '/bin/bash: line 1: rg: command not found', last: 4 }),
      row('errors', 'pixi run', { state: 'open', value: 'zsh: command not found: pixi', last: 6 }),
      row('errors', 'jq .', { state: 'past', value: '/bin/sh: 1: jq: not found', last: 7 }),
      row('errors', 'python -m ruff', {
        state: 'past',
        value: '/usr/bin/python3: No module named ruff',
        last: 8,
      }),
      row('errors', 'dir', {
        state: 'past',
        value: "'make' is not recognized as an internal or external command,",
        last: 9,
      }),
      // Another program took its place.
      row('errors', 'python -m site', { state: 'past', value: 'sh: python: command not found', last: 5 }),
      row('commands', 'python3 -m site', { state: 'ok', last: 6, facts: [fact('python3 -m site', 6)] }),
      row('commands', 'cat a | jq .', { state: 'ok', last: 12, facts: [fact('cat a | jq .', 12)] }),
    ]
    expect(linesIn(400, known)).toEqual(['Open errors: not installed: rg #5, pixi #7, ruff #9, make #10'])
    const build = 'Build failed: 3 errors\n/bin/sh: 1: rg: not found\nmake: *** [all] Error 1'
    expect(linesIn(400, [row('errors', 'make', { state: 'open', value: build, last: 3 })])[0]).toContain(
      'Build failed',
    )
  })

  it('shows a check as it was typed', () => {
    const fact = {
      section: 'checks',
      kind: 'passed',
      about: 'go test ./x -c',
      typed: 'go test -c ./x',
      turn: 4,
    }
    const check = row('checks', 'go test ./x -c', { state: 'passed', facts: [fact as Fact] })
    expect(linesIn(400, [check])).toEqual(['Checks: `go test -c ./x` passed #5'])
  })

  it('says of a check that the user pasted it', () => {
    const check = row('checks', 'npm test', { state: 'failed', value: '2 failed', by: 'user' })
    expect(linesIn(400, [check])).toEqual(['Checks: `npm test` failed #5 pasted by the user: 2 failed'])
  })

  it('says of an error that files were changed after it', () => {
    const fact = {
      section: 'errors',
      kind: 'failed',
      about: 'go test',
      by: 'tool',
      turn: 4,
      order: 0,
    } as const
    const error = row('errors', 'go test', { state: 'open', value: '--- FAIL: TestA (0.1s)', facts: [fact] })
    const file = (path: string, last: number): Row => row('files', path, { state: 'modified', last })
    const open = (...files: readonly Row[]) => linesIn(400, [error, command, ...files]).at(-1)
    expect(open(file('/w/src/a.ts', 3))).toBe('Open errors: --- FAIL: TestA (0.1s) (#5)')
    expect(open(file('/w/src/a.ts', 7), file('/w/src/a.md', 8))).toBe(
      'Open errors: from before a.ts changed: --- FAIL: TestA (0.1s) (#5)',
    )
    expect(open(file('/w/src/a.ts', 7), file('/w/src/b.ts', 8))).toBe(
      'Open errors: from before 2 files changed: --- FAIL: TestA (0.1s) (#5)',
    )
    const edit = { ...fact, section: 'files', kind: 'modified', about: '/w/src/a.ts' } as const
    const later = (more: Partial<Fact>): Row => ({
      ...file('/w/src/a.ts', 7),
      facts: [
        { ...edit, turn: 2 },
        { ...edit, turn: 7, ...more },
      ],
    })
    expect(open(later({ kind: 'read' }))).toBe('Open errors: --- FAIL: TestA (0.1s) (#5)')
    const pending = row('doing', 'last edit', { state: 'unanswered', value: 'Edit /w/src/a.ts', last: 7 })
    expect(open(later({ isDoubtful: true }), pending)).toBe(
      'Open errors: from before a.ts perhaps changed: --- FAIL: TestA (0.1s) (#5)',
    )
    const failed = { ...error, facts: [{ ...fact, tests: ['example.com/app\tTestA'] }] }
    const again = row('checks', 'go test .', { state: 'failed', value: '--- FAIL: TestA (0.2s)', last: 6 })
    expect(linesIn(400, [failed, again])).toEqual(['Checks: `go test .` failed #7: TestA'])
  })

  it('shows what a check printed that failed two requests ago only where nothing was changed since', () => {
    const request = (last: number): Row => row('talk', `${last}`, { state: 'typed', by: 'user', last })
    const check = row('checks', 'tsc', { state: 'failed', value: 'a.ts(1,2): error TS2739', last: 2 })
    const old = { ...check, note: '2 files changed since' }
    const line = (...known: readonly Row[]) => linesIn(400, known)[0]
    const error = 'a.ts(1,2): error TS2739'
    expect(line(old, request(4))).toBe(
      `Checks not run again since 2 files changed: \`tsc\` failed #3: ${error}`,
    )
    expect(line(check, request(4), request(6))).toBe(`Checks: \`tsc\` failed #3: ${error}`)
    expect(line(old, request(4), request(6))).toBe(
      'Checks not run again since 2 files changed: `tsc` failed #3',
    )
  })

  it('says that nothing was checked where no command followed the first change of a program', () => {
    const change = row('files', '/w/src/a.ts', { state: 'modified' })
    const text = row('files', '/w/src/a.md', { state: 'modified' })
    expect(linesIn(400, [{ ...command, last: 2 }, change])).toEqual([
      'Checks: no call ran one',
      'Changed files: a.ts',
    ])
    expect(linesIn(400, [change, command])).toEqual(['Changed files: a.ts'])
    expect(linesIn(400, [text])).toEqual(['Changed files: a.md'])
  })

  it('says so too where the commands that followed only read', () => {
    const change = row('files', '/w/src/a.ts', { state: 'modified' })
    const lines = (mayHaveChecked: boolean): readonly string[] =>
      linesIn(400, [change, command], false, true, since => since === 4 && mayHaveChecked)
    expect(lines(false)).toEqual(['Checks: no call ran one', 'Changed files: a.ts'])
    expect(lines(true)).toEqual(['Changed files: a.ts'])
  })

  it('says as of when git was read without regard to rows that are not shown', () => {
    const branch = row('git', 'branch', { value: 'main (in app)' })
    const hidden = row('git', 'earlier', { state: 'hidden', last: 8 })
    const request = row('talk', '9', { state: 'typed', by: 'user', first: 9, last: 9 })
    expect(linesIn(400, [branch, hidden, request])).toEqual(['Git as of #5: branch main (in app)'])
  })

  it('lists files that an unanswered call may have changed after those that were changed', () => {
    const sure = row('files', '/w/src/a.ts', { state: 'read, modified' })
    const unsure = row('files', '/w/src/b.ts', { state: 'read, perhaps modified', first: 8, last: 8 })
    const [line = ''] = linesIn(14, [unsure, sure, command])
    expect(line).toBe('Changed files: a.ts; and 1 more file')
  })

  it('names files that git lists as the list of changed files does', () => {
    const listed = row('git', 'uncommitted', { value: 'src/a.ts, docs/a.md' })
    expect(linesIn(400, [listed])).toEqual(['Git: uncommitted a.ts, docs/a.md'])
  })

  it('names no files of git itself as changed', () => {
    expect(linesIn(400, [row('files', '/w/.git/index.lock', { state: 'deleted' })])).toEqual([])
  })

  it('says of a file that is again as it was nothing else, with and without names', () => {
    const same = [row('files', '/w/src/a.ts', { state: 'read, modified', value: 'changed back' })]
    for (const withNames of [true, false])
      expect(linesIn(400, same, false, withNames)).toContain('Changed files: a.ts (changed back)')
  })

  it('names files for a trial only where nothing else was changed', () => {
    const trial = row('files', '/tmp/trial/a.txt', { state: 'created' })
    expect(linesIn(400, [trial])).toEqual([
      'Changed files: only in temporary directories: /tmp/trial/a.txt (created)',
    ])
    expect(linesIn(400, [trial, command, row('files', '/w/src/a.ts', { state: 'modified' })])).toEqual([
      'Changed files: a.ts',
    ])
  })

  it('names a file alone where an edit defines nothing', () => {
    const changed = [command, row('files', '/w/src/a.ts', { state: 'modified', value: 'startTime, elapsed' })]
    expect(linesIn(400, changed)).toEqual(['Changed files: a.ts'])
  })

  it('leaves the names in changed files to a note', () => {
    const changed = [command, row('files', '/w/src/a.ts', { state: 'modified', value: 'parse', changes })]
    expect(linesIn(400, changed, false, false)).toEqual(['Changed files: a.ts'])
  })

  it('names what a script calls, where its output says so', () => {
    const lint = row('checks', 'npm run lint', { state: 'passed', value: '[lint] $ eslint .\n0 issues' })
    expect(linesIn(400, [lint])).toEqual(['Checks: `npm run lint` (eslint .) passed #5: 0 issues'])
    const earlier = { kind: 'passed', turn: 2, text: '[lint] $ eslint .\n0 issues' } as Fact
    const last = { kind: 'passed', turn: 4, text: '0 issues' } as Fact
    expect(linesIn(400, [{ ...lint, value: '0 issues', facts: [earlier, last] }])).toEqual([
      'Checks: `npm run lint` (eslint .) passed #5: 0 issues',
    ])
  })

  it('shows an error once: where it came last, or with the check that failed with it', () => {
    const failed = row('checks', 'make', { state: 'failed', value: 'main.c:3: no such header\nError 2' })
    const known = [
      row('errors', 'a', { state: 'open', value: 'command not found: node', last: 4 }),
      row('errors', 'b', { state: 'open', value: 'command not found: node', last: 9 }),
      row('errors', 'c', { state: 'open', value: 'main.c:3: no such header', last: 9 }),
      failed,
    ]
    expect(linesIn(400, known)).toEqual([
      'Checks: `make` failed #5: main.c:3: no such header | Error 2',
      'Open errors: not installed: node #10',
    ])
  })

  it('leaves out what passed before files changed, where the same program passed again since', () => {
    const note = '2 files changed since: a.ts, b.ts'
    const known = [
      row('checks', 'go build ./parser/', { state: 'passed', note, last: 4 }),
      row('checks', 'go build ./...', { state: 'passed', note, last: 8 }),
      row('checks', 'mise run lint', { state: 'passed', note, last: 5 }),
      row('checks', 'mise run test', { state: 'passed', last: 9 }),
    ]
    const lines = linesIn(1000, known).join('\n')
    expect(lines).not.toContain('./parser/')
    expect(lines).toContain('go build ./...')
    expect(lines).toContain('mise run lint')
  })

  it('shows no formatter that changed files as a check', () => {
    const check = (key: string, state = 'passed'): Row => row('checks', key, { state })
    const known = [
      check('gofmt -w a.go'),
      check('prettier --write src'),
      check('prettier --check .'),
      check('npm run lint'),
      check('black a.py', 'failed'),
    ]
    expect(linesIn(400, known)).toEqual([
      'Checks: `black a.py` failed #5; `prettier --check .` passed #5; `npm run lint` passed #5',
    ])
    expect(linesIn(400, [check('npm run format')])).toEqual(['Checks: `npm run format` passed #5'])
  })

  it('says of checks which hold and which are older than which change, newest first, failures in front', () => {
    const change = (turn: number): Fact => ({
      section: 'files',
      kind: 'modified',
      about: '/w/src/a.ts',
      by: 'assistant',
      turn,
      order: 0,
    })
    const file = (name: string, turn: number): Row =>
      row('files', `/w/src/${name}`, { state: 'modified', last: turn, facts: [change(turn)] })
    const check = (key: string, last: number, more: Partial<Row> = {}): Row =>
      row('checks', key, { state: 'passed', last, ...more })
    const lines = linesIn(1000, [
      check('cargo build', 4, { note: '2 files changed since: a.ts, b.ts' }),
      check('npm test', 8, { note: '1 file changed since: b.ts' }),
      check('tsc', 8, { note: '1 file changed since: b.ts', state: 'failed' }),
      check('eslint', 12),
      file('a.ts', 6),
      file('b.ts', 10),
    ])
    expect(lines.slice(0, 3)).toEqual([
      'Checks: `eslint` passed #13',
      'Checks not run again since b.ts changed (#11): `tsc` failed #9; `npm test` passed #9',
      'Checks not run again since 2 files changed (last #11): `cargo build` passed #5',
    ])
  })

  it('says the state of the work, each thing in its line', () => {
    expect(linesIn(1000)).toEqual([
      'Tasks: [x] Read the parser; [in progress] Mend the parser',
      'Checks: `npm run lint` passed #5: 0 issues',
      'Checks not run again since a.ts changed: `npm test` failed #5: 2 failed, 3 passed',
      'Git: branch main',
      'Changed files: a.ts: parse(text: string): Token[], +Token',
      'Open errors: TypeError: x (#5)',
      'Open questions: Which one? (#5)',
    ])
  })

  it('names uncommitted files once where they are the changed ones', () => {
    const changed = ['/w/src/a.ts', '/w/src/b.ts'].map(path => row('files', path, { state: 'modified' }))
    const gitLine = (value: string) =>
      linesIn(1000, [...changed, row('git', 'uncommitted', { value })]).find(line => line.startsWith('Git'))
    expect(gitLine('/w/src/a.ts, /w/src/b.ts')).toBe('Git: uncommitted all changed files')
    expect(gitLine('/w/src/a.ts, /w/src/b.ts (in w)')).toBe('Git: uncommitted all changed files (in w)')
    expect(gitLine('/w/src/a.ts')).toBe('Git: uncommitted a.ts')
    // Without room for their list, they are counted.
    const long = [1, 2].map(at => `/w/src/${'a-part-of-the-path/'.repeat(6)}${at}.ts`)
    const known = long.map(path => row('files', path, { state: 'modified' }))
    expect(linesIn(14, [...known, row('git', 'uncommitted', { value: long.join(', ') })])).toEqual([
      'Git: uncommitted 2 files',
    ])
    const none = row('git', 'commits', { value: 'none shown by these calls' })
    const status = { section: 'git', about: 'uncommitted', kind: 'shown', turn: 4 } as Fact
    const listed = (value: string): Row => row('git', 'uncommitted', { value, facts: [status] })
    // Without a list of git it is only known that no call committed them.
    const request = row('talk', '9', { state: 'typed', by: 'user', first: 9, last: 9 })
    const inferred = row('git', 'uncommitted', { value: '/w/src/a.ts, /w/src/b.ts' })
    expect(linesIn(1000, [...changed, none, inferred, request])).toContain('Git: no call made a commit')
    expect(linesIn(1000, [...changed, none, listed('/w/src/a.ts, /w/src/b.ts')])).toContain(
      'Git: uncommitted all changed files',
    )
    expect(linesIn(1000, [...changed, none, listed('/w/src/a.ts')])).toContain(
      'Git: no call made a commit; uncommitted a.ts',
    )
    const some = row('git', 'commits', { value: '1a2b3c4' })
    expect(linesIn(1000, [...changed, some, listed('/w/src/a.ts, /w/src/b.ts')])).toContain(
      'Git: commits 1a2b3c4; uncommitted all changed files',
    )
    changed.push(row('files', '/w/src/c.ts', { state: 'modified', committedAt: 3 }))
    expect(gitLine('/w/src/a.ts, /w/src/b.ts')).toBe(
      'Git: uncommitted all changed files but those said to be committed or taken back',
    )
  })

  it('names files that were only read where there is room for them', () => {
    expect(linesIn(1000, rows, true)).toContain('Files read: b.ts')
  })

  it('leaves out what weighs least where there is little room, and counts it', () => {
    const lines = linesIn(40)
    expect(lines[0]).toBe('Tasks: [in progress] Mend the parser; and 1 more task, done')
    expect(exactCounter().count(lines.join('\n'))).toBeLessThanOrEqual(50)
    expect(linesIn(0)).toEqual([])
  })
})
