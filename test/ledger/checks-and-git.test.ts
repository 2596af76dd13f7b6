import { describe, expect, it } from 'vitest'
import type { Ledger, Row } from '../../src/ledger/ledger.ts'
import { ledgerOfMessages } from '../../src/ledger/ledger-of-messages.ts'
import { parseLedger } from '../../src/ledger/markdown/parse-ledger.ts'
import { renderLedger } from '../../src/ledger/markdown/render-ledger.ts'
import { mergeLedgers } from '../../src/ledger/merge-ledgers.ts'
import { gitStatements } from '../../src/scan/actions/git-statements.ts'
import { shellCommands } from '../../src/scan/actions/shell/shell-commands.ts'
import type { Message } from '../../src/types.ts'
import { answered, said } from '../tools/evaluate/messages.ts'

/** A command in a host that says nothing of how it ended. */
function ran(command: string, output = '', isError?: boolean): readonly Message[] {
  return answered('Bash', { command }, output, isError)
}

function edited(path: string): readonly Message[] {
  return answered('Edit', { file_path: path, old_string: 'x', new_string: 'y' }, 'The file was updated.')
}

function rowsOf(messages: readonly Message[], section: string): readonly Row[] {
  return ledgerOfMessages(messages).rows.filter(row => row.section === section && row.state !== 'hidden')
}

function git(...steps: readonly (readonly Message[])[]): Readonly<Record<string, string>> {
  return Object.fromEntries(rowsOf(steps.flat(), 'git').map(({ key, value }) => [key, value]))
}

function outcome(command: string, output: string, isError?: boolean): string | undefined {
  return rowsOf(ran(command, output, isError), 'commands')[0]?.state
}

describe('how a command ended', () => {
  it.each([
    ['an exit code of zero', 'npm test', 'Exit code 0\nfine', undefined, 'ok'],
    ['the flag of the host', 'npm test', 'fine', false, 'ok'],
    ['a summary', 'npm test', 'Tests  12 passed (12)', undefined, 'ok'],
    ['nothing', 'node script.js', 'some output', undefined, 'finished'],
    [
      'an exit code as the last line',
      'npm test',
      ' FAIL test/auth.test.ts\nexit code 1',
      undefined,
      'exit 1',
    ],
    [
      'a printed code that the host does not see',
      'npm test; echo "exit: $?"',
      'oh\nexit: 2',
      false,
      'exit 2',
    ],
    ['a summary behind a pipe', 'npm test 2>&1 | tail -5', 'Tests  2 failed | 3 passed', false, 'failed'],
    ['a pipe that says nothing', 'npm test 2>&1 | tail -5', 'Duration 12s', false, 'finished'],
    ['a code that a pipe hides', 'npm test | grep FAIL', 'Exit code 1', true, 'finished'],
    [
      'a traceback',
      'python a.py',
      'Traceback (most recent call last):\n  File "a"\nKeyError: 1',
      undefined,
      'failed',
    ],
    ['a missing program', 'frobnicate', 'bash: frobnicate: command not found', undefined, 'failed'],
    ['a person', 'rm -rf build', "The user doesn't want to proceed with this tool use.", true, 'rejected'],
    ['a script that ends so', 'cat run.sh', 'set -e\nexit 1', false, 'ok'],
    [
      'an answer that is not there yet',
      'npm test',
      'Command running in background with ID: b3f',
      undefined,
      'unknown',
    ],
    [
      'a person who stopped it',
      'npm test',
      '5 passed\n[Request interrupted by user for tool use]',
      false,
      'unknown',
    ],
  ] as const)('is decided by %s', (_, command, output, isError, state) => {
    expect(outcome(command, output, isError)).toBe(state)
  })

  it('says how many packages passed, and no line of what it read only the end of', () => {
    const value = (command: string, output: string, isError?: boolean) =>
      rowsOf(ran(command, output, isError), 'commands')[0]?.facts[0]?.text ?? ''
    const packages = Array.from({ length: 30 }, (_, at) => `ok  \texample.com/app/p${at}\t(cached)`)
    expect(value('go test ./...', packages.join('\n'), false)).toBe('ok ×30')
    const rows = JSON.stringify([{ body: 'x'.repeat(4000), count: 1 }], undefined, 2)
    expect(value('gh api repos/a/b/comments', rows, false)).toBe('')
    const refused = `Unknown JSON field: "actor"\nAvailable fields:\n${'  conclusion\n'.repeat(12)}  workflowName`
    expect(value('gh run view 12 --json actor', refused, true)).toBe('Unknown JSON field: "actor"')
    const usage = `report: unrecognized option \`--- FAIL'\n${'\t[-e pattern] [-f file]\n'.repeat(9)}\t[--null] [file ...]`
    expect(value('make report', usage, true)).toBe("report: unrecognized option `--- FAIL'")
  })

  it('is shown with the lines that say how it came out', () => {
    const value = (command: string, output: string, isError?: boolean) =>
      rowsOf(ran(command, output, isError), 'commands')[0]?.facts[0]?.text ?? ''
    const noise = Array.from({ length: 40 }, (_, at) => `line ${at} of it`).join('\n')
    expect(value('git pull', 'Already up to date.', false)).toBe('Already up to date.')
    expect(
      value('git commit -m x', `${noise}\n[main 1a2b3c4] Fix the parser\n 3 files changed, 4 insertions(+)`),
    ).toBe('[main 1a2b3c4] Fix the parser\n3 files changed, 4 insertions(+)')
    expect(
      value(
        'npm test',
        `${noise}\nTypeError: x is not a function\n${noise}\nTests  1 failed | 3 passed`,
        true,
      ),
    ).toBe('TypeError: x is not a function\nTests  1 failed | 3 passed')
    expect(
      value('cat src/errors.ts', `${noise}\nthrow new Error("error: 3 errors found")\n${noise}`, false),
    ).toBe('')
    expect(value('make-report', noise, false)).toBe('')
  })
})

describe('an error', () => {
  it.each([
    ['ps -o pid,cmd -p 41', 'Exit code 1\n    PID CMD'],
    ['cd app && diff a.txt b.txt', 'Exit code 1\n1c1\n< an error\n---\n> none'],
    ['pgrep -f server', 'Exit code 1'],
  ])('is not what a command answers with its exit code: %s', (command, output) => {
    expect(rowsOf(ran(command, output, true), 'errors')).toEqual([])
  })

  it('is no line of source code that mentions one', () => {
    const output =
      'Exit code 1\n[lint:go] cmd/list.go:87:1: newList returns interface (ireturn)\n[lint:go] func newList(name string) (List, error) {\n[lint:go] ^\n[lint:go] ERROR task failed'
    const [row] = rowsOf(ran('mise run lint', output, true), 'errors')
    expect(row?.value).toBe('[lint:go] cmd/list.go:87:1: newList returns interface (ireturn)')
  })

  it('is no statement that a linter shows', () => {
    const output =
      'Exit code 1\n\tif !isOpen(door) {\n\t\tt.Error("the door should be reported as invalid")\n\t}\n2 issues:\n* dupl: 2\n[lint] ERROR task failed'
    const [row] = rowsOf(ran('mise run lint', output, true), 'errors')
    expect(row?.value).toBe('[lint] ERROR task failed')
    const traceback =
      'Exit code 1\nTraceback (most recent call last):\n  File "a.py", line 3\n    raise DoorError("locked")\nDoorError: locked'
    expect(rowsOf(ran('python a.py', traceback, true), 'errors')[0]?.value).toBe('DoorError: locked')
  })

  it('is that a program is not installed, also of one that only looks', () => {
    const output = 'Exit code 127\n/bin/bash: line 1: rg: command not found'
    const [row] = rowsOf(ran('rg -n door src', output, true), 'errors')
    expect(row?.value).toBe('/bin/bash: line 1: rg: command not found')
  })

  it('is what such a command says where it could not look', () => {
    const [row] = rowsOf(ran('diff a.txt b.txt', 'Exit code 2\ndiff: b.txt: No such file', true), 'errors')
    expect(row?.value).toBe('diff: b.txt: No such file')
  })
})

describe('checks', () => {
  const failing = ran('npm test', 'Exit code 1\nAssertionError: no\n2 failed | 3 passed', true)
  const passing = ran('npm test', '5 passed', false)

  it('have the latest result, and say which files were changed since', () => {
    expect(rowsOf([...failing, ...edited('/repo/src/a.ts'), ...passing], 'checks')).toMatchObject([
      { key: 'npm test', state: 'passed', value: '5 passed', last: 5 },
    ])
    const [row] = rowsOf([...passing, ...edited('/repo/src/a.ts'), ...edited('/repo/src/b.ts')], 'checks')
    expect(row).toMatchObject({ state: 'passed', note: '2 files changed since: a.ts, b.ts', last: 1 })
    expect(rowsOf(failing, 'checks')).toMatchObject([
      { state: 'failed', value: 'AssertionError: no\n2 failed | 3 passed' },
    ])
  })

  it.each([
    ['git rebase main', 'Successfully rebased and updated refs/heads/fix.', 'rebase since'],
    ['git pull', 'Updating 1a2b3c4..5d6e7f8\nFast-forward\n a.ts | 2 +-', 'pull since'],
    ['git merge main', "Merge made by the 'ort' strategy.", 'merge since'],
    ['git merge main', 'Auto-merging a.ts\nCONFLICT (content): Merge conflict in a.ts', 'merge since'],
    ['git reset --hard HEAD~1', 'HEAD is now at 0a1b2c3 Begin', 'reset since'],
    ['git cherry-pick 5d6e7f8', '[main 9f8e7d6] Mend it', 'cherry-pick since'],
    ['git reset HEAD~1', '', undefined],
    ['git pull', 'Already up to date.', undefined],
    ['git rebase main', 'Current branch fix is up to date.', undefined],
    ['git rebase -q main', '', 'rebase since'],
    ['git rebase -q main', 'fatal: It seems that there is already a rebase-merge directory', undefined],
    ['git commit -m x', '[main 9f8e7d6] x', undefined],
  ])('were of other code before %s: %s', (command, output, note) => {
    const steps = [...passing, ...ran(command, output)]
    const [row] = rowsOf(steps, 'checks')
    expect(row?.note).toBe(note)
    expect(row?.amendedBy).toBe(note === undefined ? undefined : 3)
    expect(rowsOf([...steps, ...ran('npm test', '6 passed', false)], 'checks')[0]?.note).toBeUndefined()
    const { text } = renderLedger(ledgerOfMessages([...steps, ...edited('/repo/src/a.ts')]))
    expect(renderLedger(parseLedger(text)).text).toBe(text)
    const merged = mergeLedgers(parseLedger(text), ledgerOfMessages(edited('/repo/src/b.ts'), { from: 6 }))
    const files = '2 files changed since: a.ts, b.ts'
    expect(merged.rows.find(({ section }) => section === 'checks')).toMatchObject({
      note: note === undefined ? files : `${note}; ${files}`,
    })
  })

  it('were not where the merge was aborted, or is on another branch', () => {
    const merge = ran('git merge main', 'CONFLICT (content): Merge conflict in a.ts')
    const aborted = rowsOf([...passing, ...merge, ...ran('git merge --abort', '', false)], 'checks')
    expect(aborted[0]?.note).toBeUndefined()
    const done = ran('git merge a', "Merge made by the 'ort' strategy.")
    const abort = ran('git merge --abort', '', false)
    expect(rowsOf([...passing, ...done, ...merge, ...abort], 'checks')[0]?.note).toBe('merge since')
    const concluded = [...merge, ...ran('git commit -m "Merge main"', '[x 1a2b3c4] Merge main', false)]
    expect(rowsOf([...passing, ...concluded, ...merge, ...abort], 'checks')[0]?.note).toBe('merge since')
    const pull = ran('git pull', 'CONFLICT (content): Merge conflict in a.ts')
    expect(rowsOf([...passing, ...pull, ...abort], 'checks')[0]?.note).toBeUndefined()
    const on = (branch: string): readonly Message[] =>
      ran(`git checkout ${branch}`, `Switched to branch '${branch}'`)
    const pulled = [...on('main'), ...ran('git pull', 'Updating 1a2b3c4..5d6e7f8\nFast-forward')]
    expect(rowsOf([...on('fix'), ...passing, ...pulled, ...on('fix')], 'checks')[0]?.note).toBeUndefined()
  })

  it('that ran again without an error after a failure are unknown, and say that they failed', () => {
    const quiet = ran('npm test 2>&1 | tail -1', 'Waiting for the debugger to disconnect...')
    expect(rowsOf([...failing, ...quiet], 'checks')).toMatchObject([
      { key: 'npm test', state: 'unknown', value: 'failed before', last: 3 },
    ])
    expect(rowsOf([...passing, ...quiet], 'checks')).toMatchObject([{ state: 'passed', last: 1 }])
    // What ran twice since has hardly stayed as it was.
    const again = ran('npm test 2>&1 | tail -1', 'Waiting for the debugger to disconnect...')
    expect(rowsOf([...failing, ...quiet, ...again], 'checks')).toMatchObject([
      { state: 'unknown', value: '', last: 5 },
    ])
    const red = ran('npm run build 2>&1 | tail -1', 'npm error command failed', true)
    const errorStates = (...later: readonly Message[]): readonly string[] =>
      rowsOf([...red, ...later], 'errors').map(({ state }) => state)
    expect(errorStates()).toEqual(['open'])
    expect(errorStates(...ran('npm run build 2>&1 | tail -1', 'Waiting for the debugger'))).toEqual(['past'])
    expect(errorStates(...ran('npm run build || true', 'done'))).toEqual(['open'])
    expect(rowsOf([...failing, ...ran('npm test 2>&1 | tail -1', 'Error: no')], 'checks')).toMatchObject([
      { state: 'failed' },
    ])
  })

  it.each<[string, readonly string[], string | undefined]>([
    ['npm test', ['docs/guide.md', 'NOTES.txt', 'docs/api.rst'], undefined],
    ['npm test', ['README.md', 'src/a.ts'], '1 file changed since: a.ts'],
    ['npm test', ['test/fixtures/answer.md'], '1 file changed since: answer.md'],
    ['pytest', ['requirements-dev.txt'], '1 file changed since: requirements-dev.txt'],
    ['npx prettier --check .', ['README.md'], '1 file changed since: README.md'],
    ['npm run build:docs', ['docs/guide.md'], '1 file changed since: guide.md'],
    ['npm run lint README.md', ['README.md'], '1 file changed since: README.md'],
  ])('count texts for people only where they look at them: %s, %s', (command, paths, note) => {
    const edits = paths.flatMap(path => edited(`/repo/${path}`))
    expect(rowsOf([...ran(command, '5 passed', false), ...edits], 'checks')[0]?.note).toBe(note)
  })

  it('of a task say what it calls, however much it prints', () => {
    const many = Array.from({ length: 30 }, (_, at) => `ok  \texample.com/app/p${at}\t0.1s`).join('\n')
    const [row] = rowsOf(ran('mise run test', `[test] $ go test ./...\n${many}`, false), 'checks')
    expect(row?.value).toContain('[test] $ go test ./...')
    expect(
      rowsOf(ran('npx vitest run', `$ go test ./...\n${many}`, false), 'checks')[0]?.value,
    ).not.toContain('$')
  })

  it('that failed are settled by a task that calls what runs all of it', () => {
    const failed = ran('go test ./app/... -tags e2e -race -run TestA', '--- FAIL: TestB (0.1s)\nFAIL', true)
    const part = ran(
      'mise run test:app',
      '[test:app] $ go test -tags=e2e ./app/...\n--- FAIL: TestC (0.1s)',
      true,
    )
    const all = (script: string): readonly Message[] =>
      ran('mise run test:ci', `[test:ci] $ ${script}\nok  \texample.com/app\t0.1s`, false)
    const keys = (...steps: readonly (readonly Message[])[]): readonly string[] =>
      rowsOf(steps.flat(), 'checks').map(({ key }) => key)
    expect(keys(failed, part, all('go test -tags=e2e -race ./...'))).toEqual(['mise run test:ci'])
    expect(keys(failed, all('go test -race ./...'))).toHaveLength(2)
    expect(keys(failed, all('go test -tags=unit ./...'))).toHaveLength(2)
    expect(keys(part, all('go test -tags=e2e ./web/...'))).toHaveLength(2)
  })

  it('do not quote a package whose tests were not asked for', () => {
    const output = `${'=== RUN TestA\n--- PASS: TestA (0.00s)\n'.repeat(8)}PASS\nok  \texample.com/app\t0.5s\nok  \texample.com/app/id\t(cached) [no tests to run]`
    expect(rowsOf(ran('go test ./... -run TestA -v', output, false), 'checks')[0]?.value).toBe(
      'ok  \texample.com/app\t0.5s',
    )
  })

  it('show of two places that are wrong both, and not that the task failed', () => {
    const output =
      'Exit code 1\n[lint] $ golangci-lint run ./...\n[lint] ERROR task failed\n\nsrc/a.go:192:24: string is a constant (goconst)\n\tif a {\n\t^\nsrc/b.go:12:1: returns interface (ireturn)\nfunc b() {\n^\n2 issues:\n* goconst: 1'
    expect(
      rowsOf(ran('mise run lint', output, true), 'checks')[0]
        ?.value.split('\n')
        .slice(-3),
    ).toEqual([
      'src/a.go:192:24: string is a constant (goconst)',
      'src/b.go:12:1: returns interface (ireturn)',
      '2 issues:',
    ])
  })

  it.each<[string, string, boolean, string, string]>([
    [
      'gh pr checks 7 --watch',
      'Build\tpass\t1m6s\thttps://ci\nTest\tpass\t9s\thttps://ci',
      false,
      'passed',
      '',
    ],
    [
      'gh pr checks 7',
      'Exit code 8\nBuild\tpass\t1m\thttps://ci\nTest\tpending\t0\thttps://ci',
      true,
      'still running',
      '',
    ],
    [
      'gh pr checks 7',
      'Exit code 1\nBuild\tpass\t1m\thttps://ci\nTest\tfail\t2m\thttps://ci\nLint\tpass\t9s\thttps://ci\nDocs\tpass\t9s\thttps://ci',
      true,
      'failed',
      'Test\tfail\t2m',
    ],
    [
      'gh pr checks 7 | head -3 || true',
      'Test\tfail\t2m\thttps://ci\nBuild\tpass\t1m\thttps://ci',
      false,
      'failed',
      'Test\tfail',
    ],
    [
      'gh pr checks 7 | head -3',
      'Build\tpass\t1m\thttps://ci\nTest\tpending\t0\thttps://ci',
      false,
      'still running',
      '',
    ],
  ])('say what a host says of a pull request: %s', (command, output, isError, state, value) => {
    const [row] = rowsOf(ran(command, output, isError), 'checks')
    expect(row).toMatchObject({ key: 'gh pr checks 7', state, value: expect.stringContaining(value) })
  })

  it('of one pull request say nothing of another one, nor those that are required of all', () => {
    const row = (job: string) => `${job}\tpass\t9s\thttps://ci`
    const failed = ran('gh pr checks 7', `${row('Docs')}\nTest\tfail\t2m\thttps://ci`, true)
    const states = (...steps: readonly (readonly Message[])[]) =>
      rowsOf(steps.flat(), 'checks').map(({ key, state }) => `${key} ${state}`)
    for (const others of ['', ' 8', ' 7 --required', ' fix'])
      expect(states(failed, ran(`gh pr checks${others}`, row('Docs'), false))).toContain(
        'gh pr checks 7 failed',
      )
    const all = ran('gh pr checks 7 --watch --interval 30', `${row('Docs')}\n${row('Test')}`, false)
    expect(states(failed, all)).toEqual(['gh pr checks 7 passed'])
  })

  it('print tables of their own', () => {
    const table = 'first order\tpending\t12\nsecond order\tfail\t7\n\nTests  12 passed (12)'
    expect(outcome('npm test', table)).toBe('ok')
  })

  it('are covered by a wider one that ran later', () => {
    const one = ran('npx vitest run a.test.ts', 'Exit code 1\n1 failed', true)
    const all = ran('cd app && npx vitest run', '9 passed', false)
    expect(rowsOf([...one, ...all], 'checks').map(({ key }) => key)).toEqual(['vitest run'])
    expect(rowsOf([...all, ...one], 'checks').map(({ key }) => key)).toEqual([
      'vitest run',
      'vitest run a.test.ts',
    ])
  })

  it.each([
    ['npx vitest run a.test.ts b.test.ts', 'npx vitest run a.test.ts', false],
    ['npx vitest run a.test.ts b.test.ts', 'npx vitest run', true],
    ['npx vitest run a.test.ts -t "reads a"', 'npx vitest run a.test.ts', true],
    ['go test ./a ./b', 'go test ./a', false],
    ['go test ./a -run TestA', 'go test ./a', true],
    ['npm test -- a.test.ts b.test.ts', 'npm test -- a.test.ts', false],
    ['npm test -- a.test.ts', 'npm test', true],
    ['pytest -x tests/a.py tests/b.py', 'pytest -x tests/a.py', false],
    ['pytest -q tests/a.py -k reads', 'pytest -q tests/a.py', true],
    ['npx biome check src test', 'npx biome check src', false],
    ['npx vitest run --config vite.config.ts a.test.ts', 'npx vitest run --config vite.config.ts', true],
  ])('of %s are covered by %s: %s', (narrow, wide, isCovered) => {
    const rows = rowsOf([...ran(narrow, '1 failed', true), ...ran(wide, '9 passed', false)], 'checks')
    expect(rows).toHaveLength(isCovered ? 1 : 2)
  })

  it('that failed one after the other are covered where each of them passed later', () => {
    const failed = ran('npm run lint; npm test', 'src/a.ts: 1 error\n\n5 passed', true)
    const states = (...steps: readonly (readonly Message[])[]): readonly string[] =>
      rowsOf(steps.flat(), 'checks').map(({ key, state }) => `${key} ${state}`)
    const [tests, lint] = [ran('npm test', '5 passed', false), ran('npm run lint', '0 errors', false)]
    expect(states(failed, tests)).toContain('npm run lint ; npm test failed')
    expect(states(failed, tests, lint)).toEqual(['npm test passed', 'npm run lint passed'])
    const formatted = ran('npm run format && npm test', 'src/a.ts: 1 error', true)
    expect(states(formatted, tests)).toEqual(['npm test passed'])
    const written = ran('npx biome format --write . && npm test', 'src/a.ts: 1 error', true)
    expect(states(written, tests)).toEqual(['npm test passed'])
    for (const format of [
      'npm run format:check',
      'biome format src',
      'dart format --set-exit-if-changed .',
    ]) {
      const compared = ran(`${format} && npm test`, 'src/a.ts: 1 error', true)
      expect(states(compared, tests)).toContain(`${format} && npm test failed`)
    }
  })

  describe('after which files are again as they were', () => {
    const tested = ran('npm test', '5 passed', false)
    const [line, other] = ['const lengthOfNames = 7', 'const lengthOfNames = 9']
    const change = (from: string, to: string) =>
      answered(
        'Edit',
        { file_path: '/r/src/a.ts', old_string: from, new_string: to },
        'The file was updated.',
      )
    const made = answered('Write', { file_path: '/r/src/b.ts', content: line }, 'File created successfully.')
    const [deleted, taken] = [
      ran('rm /r/src/b.ts', '', false),
      ran('cd /r && git checkout -- src/a.ts', '', false),
    ]
    const note = (...steps: readonly (readonly Message[])[]) => rowsOf(steps.flat(), 'checks')[0]?.note
    const changed = (name: string) => `1 file changed since: ${name}`

    it('are not old', () => {
      expect(note(tested, made, deleted)).toBeUndefined()
      expect(note(tested, change(line, other), change(other, line))).toBeUndefined()
      expect(note(tested, change(line, other), taken)).toBeUndefined()
    })

    it('are old where they ran in between, or where other changes are left', () => {
      expect(note(made, tested, deleted)).toBe(changed('b.ts'))
      expect(note(change(line, other), tested, change(other, line))).toBe(changed('a.ts'))
      expect(note(change(line, other), tested, taken)).toBe(changed('a.ts'))
      expect(note(tested, made, deleted, made)).toBe(changed('b.ts'))
      expect(note(tested, change(line, other), change(other, line), change('one', 'two'))).toBe(
        changed('a.ts'),
      )
      expect(note(tested, made, change(line, other), deleted)).toBe(changed('a.ts'))
    })
  })

  it('that passed one after the other are shown until each of them ran later', () => {
    const states = (...steps: readonly (readonly Message[])[]): readonly string[] =>
      rowsOf(steps.flat(), 'checks').map(({ key, state }) => `${key} ${state}`)
    const passed = ran('go test ./... | tail -5; golangci-lint run', 'ok  \tapp\t0.2s\n0 issues.', false)
    const [tests, lint] = [
      ran('go test ./...', 'ok  \tapp\t0.2s', false),
      ran('golangci-lint run', '0 issues.', false),
    ]
    expect(states(tests, passed, lint)).toEqual([
      'go test ./... ; golangci-lint run passed',
      'golangci-lint run passed',
    ])
    expect(states(passed, lint, tests)).toEqual(['golangci-lint run passed', 'go test ./... passed'])
  })

  it('are each of a chain whose last one names the tests that failed', () => {
    const printed = '0 issues\n--- FAIL: TestFares (0.01s)\n    fares_test.go:7: want 3, got 4\nFAIL'
    const states = (command: string, output: string): readonly string[] =>
      rowsOf(ran(command, output, true), 'checks').map(({ key, state }) => `${key} ${state}`)
    expect(states('golangci-lint run && go test ./...', printed)).toEqual([
      'go test ./... failed',
      'golangci-lint run passed',
    ])
    const [tests, lint] = rowsOf(ran('golangci-lint run && go test ./...', printed, true), 'checks')
    expect([lint?.value, tests?.facts.at(-1)?.tests]).toEqual(['', ['TestFares']])
    // Either may have failed, or the tests of the first.
    expect(states('golangci-lint run; go test ./...', printed)).toHaveLength(1)
    expect(states('go test ./a && go test ./b', printed)).toHaveLength(1)
    expect(states('golangci-lint run && go test ./...', 'a.go:3:1: unused (unused)\n1 issues:')).toHaveLength(
      1,
    )
  })

  it.each([
    [
      'lint',
      '> app@1.0.0 lint\n> eslint .\n\n1 problem (1 error)',
      ['npm run build passed', 'npm run lint failed'],
    ],
    ['build', '> app@1.0.0 build\n> tsc\n\nsrc/a.ts(3,1): error TS2304: x', ['npm run build failed']],
    [
      'test',
      ' Tests  1 failed | 3 passed (4)',
      ['npm run build passed', 'npm run lint passed', 'npm test failed'],
    ],
  ])('are those of a chain up to the one that its output says failed: %s', (_, printed, states) => {
    const rows = rowsOf(ran('npm run build && npm run lint && npm test', printed, true), 'checks')
    expect(rows.map(({ key, state }) => `${key} ${state}`).sort()).toEqual(states)
  })

  it.each([
    [
      'mise run fmt && mise run lint',
      '[lint:go] 1 issues:\n[lint:go] ERROR task failed',
      'mise run lint failed',
    ],
    ['golangci-lint run | head -5', 'a.go:3:1: unused (unused)\n1 issues:', 'golangci-lint run failed'],
    ['npm test | grep TestA', '', 'npm test unknown'],
    ['go test ./... -run TestA', 'ok  \ta/b\t0.1s [no tests to run]', 'go test ./... -run TestA unknown'],
    ['go vet ./a | head', '# a/b [a/b.test]\na/b_test.go:12:8: undefined: x', 'go vet ./a failed'],
  ])('say of %j what it printed', (command, printed, state) => {
    const rows = rowsOf(ran(command, printed, printed.includes('ERROR')), 'checks')
    expect(rows.map(row => `${row.key} ${row.state}`)).toContain(state)
  })

  it('are not proven by a chain that goes on where one of them failed behind a pipe', () => {
    const states = (command: string, output: string): readonly string[] =>
      rowsOf(ran(command, output, false), 'checks').map(({ key, state }) => `${key} ${state}`)
    const printed = 'a.ts:3:1 error no-unused\n1 problem (1 error)\n Tests  12 passed (12)'
    expect(states('npm run lint 2>&1 | tail -5 && npm test', printed)).toEqual([
      'npm run lint && npm test failed',
    ])
    expect(states('set -o pipefail; npm run lint | tail -5 && npm test', printed)).toEqual([
      'npm run lint passed',
      'npm test passed',
    ])
    expect(states('npm run lint && npm test | tail -1', ' Tests  12 passed (12)')).toEqual([
      'npm run lint passed',
      'npm test passed',
    ])
  })

  it.each([
    ['(cd web && npm test); (cd api && npm test)', 'npm test failed'],
    ['for part in web api; do (cd $part && npm test); done', 'npm test failed'],
    ['npm test; cd api && npm run lint', 'npm test ; npm run lint failed'],
    ['(cd web && npm test) && (cd api && npm test)', 'npm test passed'],
    ['npm test &', 'npm test unknown'],
  ])('say of %j, which exits with 0, what it printed: %s', (command, state) => {
    const printed = ' FAIL  src/a.test.ts > adds\n Tests  1 failed | 11 passed (12)\n Tests  3 passed (3)'
    const output = state.endsWith('failed') ? printed : state.endsWith('passed') ? ' Tests  3 passed (3)' : ''
    const rows = rowsOf(ran(command, output, false), 'checks')
    expect(rows.map(row => `${row.key} ${row.state}`)).toEqual([state])
  })

  it('are each part of a chain', () => {
    const chain = ran('npm run lint && npm run build && npm test', 'all fine', false)
    expect(rowsOf(chain, 'checks').map(({ key, state }) => `${key} ${state}`)).toEqual([
      'npm run build passed',
      'npm run lint passed',
      'npm test passed',
    ])
    expect(rowsOf(ran('npm run dev', 'listening', false), 'checks')).toEqual([])
    expect(rowsOf(ran('go run ./cmd/tool', 'hello', false), 'checks')).toEqual([])
  })

  it('are not run where a person refused it, and unknown where nothing says how they ended', () => {
    expect(
      rowsOf(ran('npm test', "The user doesn't want to proceed with this tool use.", true), 'checks'),
    ).toEqual([])
    expect(rowsOf(ran('npm test | tail -1', 'Duration 3s', false), 'checks')).toMatchObject([
      { state: 'unknown' },
    ])
  })
})

const status = `On branch feature/x
Your branch is ahead of 'origin/feature/x' by 2 commits.
  (use "git push" to publish your local commits)

Changes not staged for commit:
  (use "git add <file>..." to update what will be committed)
\tmodified:   src/a.ts
\tdeleted:    src/old.ts

Untracked files:
  (use "git add <file>..." to include in what will be committed)
\tnotes.txt

no changes added to commit (use "git add" and/or "git commit -a")`

describe('checks on several branches', () => {
  const switched = (branch: string): readonly Message[] =>
    ran(`git checkout ${branch}`, `Switched to branch '${branch}'`)
  const made = (branch: string, start = ''): readonly Message[] =>
    ran(`git checkout -b ${branch}${start}`, `Switched to a new branch '${branch}'`)
  const check = (name = 'npm test', output = 'Tests  12 passed (12)'): readonly Message[] => ran(name, output)
  /** Each check with the branch that it is said to be of. */
  const branches = (...steps: readonly (readonly Message[])[]): readonly (readonly unknown[])[] =>
    rowsOf(steps.flat(), 'checks').map(({ key, state, branch }) => [key, state, branch])

  it('name the branch that is left', () => {
    expect(branches(made('fix/tax'), check(), switched('main'))).toEqual([['npm test', 'passed', 'fix/tax']])
    expect(branches(check(), switched('main'))).toEqual([['npm test', 'passed', '']])
    expect(branches(check(), ran('git status', 'On branch main\nnothing to commit'))).toEqual([
      ['npm test', 'passed', undefined],
    ])
  })

  it('are those of the current branch where it has any', () => {
    const failed = check('npm test', 'Tests  2 failed | 3 passed')
    expect(branches(switched('main'), failed, switched('fix/tax'), check(), switched('main'))).toEqual([
      ['npm test', 'failed', undefined],
    ])
  })

  it('that failed are not settled by tests that passed on other code', () => {
    const red = check(
      'go test ./app -run TestA -v',
      '--- FAIL: TestA (0.01s)\nFAIL\nFAIL\texample.com/app\t0.4s',
    )
    const green = '--- PASS: TestA (0.01s)\nPASS\nok  \texample.com/app\t0.3s'
    const wider = check('go test ./... -v', green)
    const open = ['go test ./app -run TestA', 'failed', undefined]
    expect(branches(switched('fix'), red, wider)).not.toContainEqual(open)
    expect(branches(switched('fix'), red, switched('main'), wider, switched('fix'))).toContainEqual(open)
    const stashed = check('git stash && go test ./... -v; git stash pop', green)
    expect(branches(red, stashed)).toEqual([open])
  })

  it('hold on a branch that is made from what is checked out', () => {
    expect(branches(switched('main'), check(), made('fix/tax'))).toEqual([['npm test', 'passed', undefined]])
    expect(branches(switched('main'), check(), made('fix/tax', ' origin/main'))).toEqual([
      ['npm test', 'passed', 'main'],
    ])
    expect(branches(switched('main'), made('a'), check(), switched('main'), made('b'))).toEqual([
      ['npm test', 'passed', 'a'],
    ])
  })

  it('say of no file that it was changed since', () => {
    const [row] = rowsOf(
      [...made('fix/tax'), ...check(), ...switched('main'), ...edited('/r/src/a.ts')],
      'checks',
    )
    expect(row?.note).toBeUndefined()
  })

  it('survive a rendering', () => {
    const ledger = ledgerOfMessages([
      ...made('fix/tax'),
      ...check(),
      ...check('make lint', 'ok'),
      ...switched('main'),
    ])
    const { text } = renderLedger(ledger)
    expect(text).toContain('- passed #4 on fix/tax `npm test`: Tests  12 passed (12)')
    const isCheck = ({ section, key }: Row): boolean => section === 'checks' && key === 'npm test'
    expect(parseLedger(text).rows.find(isCheck)).toMatchObject({ branch: 'fix/tax' })
    const back = mergeLedgers(
      parseLedger(text),
      ledgerOfMessages([...switched('fix/tax')], { from: ledger.turns }),
    )
    expect(back.rows.find(isCheck)?.branch).toBeUndefined()
  })
})

describe('checks of one command', () => {
  const shown = (command: string, output: string, isError?: boolean) =>
    rowsOf(ran(command, output, isError), 'checks').map(({ key, state, value }) => [key, state, value])

  it('show what was printed at the end of the last of them alone', () => {
    expect(shown('npm run format && npm run lint', '> format\n> lint\n\n0 issues.', false)).toEqual([
      ['npm run format', 'passed', ''],
      ['npm run lint', 'passed', '0 issues.'],
    ])
  })

  it('have not run where their directory was not found', () => {
    const output = 'Exit code 1\n(eval):cd:1: no such file or directory: app/tests'
    expect(shown('cd app/tests && go test -run TestLists', output, true)).toEqual([])
  })

  it.each([
    [
      'go test -run TestA ./app',
      'package app: build constraints exclude all Go files in /r/app\nFAIL\tapp [setup failed]\nFAIL',
    ],
    ['npx vitest run missing.test.ts', 'No test files found, exiting with code 1'],
    ['npx jest missing', 'No tests found, exiting with code 1'],
    ['pytest tests/missing.py', 'collected 0 items\n\n==== no tests ran in 0.01s ===='],
  ])('have not run where there was nothing to check: %s', (command, output) => {
    const empty = ran(command, `Exit code 1\n${output}`, true)
    expect(rowsOf(empty, 'checks')).toEqual([])
    expect(rowsOf(empty, 'errors')).toEqual([])
  })

  it('leave the error of one beside another that had nothing to check', () => {
    const output = 'Exit code 1\nsrc/a.ts(3,5): error TS2322: no\nNo test files found, exiting with code 1'
    expect(rowsOf(ran('tsc --noEmit ; vitest run x', output, true), 'errors')[0]?.value).toMatch(/TS2322/)
  })

  it('are written with each option beside its value', () => {
    expect(shown('go test -c -o /dev/null ./lists', '', false)).toEqual([
      ['go test ./lists -c -o /dev/null', 'passed', ''],
    ])
    const [row] = rowsOf(ran('go test -v -tags=e2e -c ./lists | tail', 'ok', false), 'checks')
    expect(row).toMatchObject({
      key: 'go test ./lists -tags e2e -c',
      facts: [{ typed: 'go test -tags=e2e -c ./lists' }],
    })
  })

  it('of the same tests in other words are one', () => {
    const first = ran('cd app && go test -tags=e2e -run TestLists', 'ok app 0.1s', false)
    const later = ran('go test ./app/... -tags e2e -run TestLists', '--- FAIL: TestLists\nFAIL', true)
    expect(rowsOf([...first, ...later], 'checks').map(({ key, state }) => [key, state])).toEqual([
      ['go test ./app/... -tags e2e -run TestLists', 'failed'],
    ])
    const two = [
      ran('npx vitest run -t "a list"', '1 passed', false),
      ran('npx vitest run -t "a map"', '1 passed', false),
    ]
    expect(rowsOf(two.flat(), 'checks').map(({ key }) => key)).toEqual([
      "vitest run -t 'a list'",
      "vitest run -t 'a map'",
    ])
  })

  it('that failed are settled by a run in other words in which their tests pass', () => {
    const failed = ran(
      'go test ./app -run TestSave_Empty -v',
      '--- FAIL: TestSave_Empty (0.01s)\nFAIL\nFAIL\texample.com/app\t0.4s',
      true,
    )
    const later = (output: string): readonly Message[] =>
      ran('go test ./app -run "Save.*|Load.*" -v', output, false)
    const states = (...steps: readonly (readonly Message[])[]) =>
      rowsOf(steps.flat(), 'checks').map(({ state, key }) => `${state} ${key}`)
    const wider = `passed go test ./app -run 'Save.*|Load.*'`
    const open = 'failed go test ./app -run TestSave_Empty'
    const passed =
      '--- PASS: TestLoad (0.00s)\n--- PASS: TestSave_Empty (0.01s)\nPASS\nok  \texample.com/app\t0.3s'
    expect(states(failed, later(passed))).toEqual([wider])
    expect(states(failed, later(passed.replace('TestSave_Empty', 'TestSave_Full')))).toEqual([open, wider])
    expect(states(failed, later(passed.replace('com/app', 'com/other')))).toEqual([open, wider])
    const some = ran(
      'npx vitest run a.test.ts | tail -3',
      ' × reads it\n Tests  3 failed | 1 passed (4)',
      false,
    )
    const one = ran('npx vitest run -t "reads it"', ' ✓ reads it\n Tests  1 passed', false)
    expect(states(some, one)).toContain('failed vitest run a.test.ts')
  })

  it('that did not compile leave the run before them that came to its tests', () => {
    const run = (output: string, isError = true): readonly Message[] =>
      ran('go test ./app -run TestSave', output, isError)
    const failure = '--- FAIL: TestSave_Empty (0.01s)\nFAIL\nFAIL\texample.com/app\t0.4s'
    const tested = run(failure)
    const broken = run(
      '# example.com/app\napp/save.go:3:2: undefined: x\nFAIL\texample.com/app [build failed]',
    )
    const checks = (...steps: readonly (readonly Message[])[]) =>
      rowsOf(steps.flat(), 'checks').map(({ last, state, value }) => [last, state, value.split('\n')[0]])
    const before = [1, 'failed', '--- FAIL: TestSave_Empty (0.01s)']
    expect(checks(tested, broken)).toEqual([before, [3, 'failed', '# example.com/app']])
    expect(checks(tested, broken, run('ok  \texample.com/app\t0.3s', false))).toEqual([
      [5, 'passed', expect.any(String)],
    ])
    expect(checks(tested, broken, run(failure))).toEqual([[5, 'failed', before[2]]])
    const lint = ran('npm run check', 'a.ts:1:2 parse\n\n × expected a semicolon', true)
    const types = ran('npm run check', 'a.ts(4,2): error TS2304: Cannot find name', true)
    expect(checks(lint, types)).toEqual([[3, 'failed', 'a.ts(4,2): error TS2304: Cannot find name']])
    const ledger = ledgerOfMessages([...tested, ...edited('/r/app/save.go'), ...broken])
    const back = parseLedger(renderLedger(ledger).text)
    const shown = ({ rows }: Ledger) =>
      rows.flatMap(({ section, last, note }) => (section === 'checks' ? [[last, note]] : []))
    expect(shown(back)).toEqual(shown(ledger))
  })

  describe('that the user pasted', () => {
    const checks = (...steps: readonly (readonly Message[])[]) =>
      rowsOf(steps.flat(), 'checks').map(({ key, state, by, last }) => [key, state, by, last])
    const go = '--- FAIL: TestA (8.78s)\n--- PASS: TestB (1.00s)\nFAIL\nFAIL    example.com/e2e 28.889s\nFAIL'

    it.each([
      ['mise run test:e2e', `=== RUN   TestA\n${go}\n[test:e2e] ERROR task failed`, 'failed'],
      ['npm test', 'still red:\n\nme@host:~/app$ npm test\n\n Tests  2 failed | 21 passed (23)', 'failed'],
      ['tests', `I get\n${go}`, 'failed'],
      ['tests', `${go}\n[deploy] ERROR task failed`, 'failed'],
      ['tests', '======= 3 passed, 1 warning in 0.42s =======', 'passed'],
      ['tests', 'Tests:       1 failed, 2 passed, 3 total\nTime: 2 s', 'failed'],
    ])('are known: %s', (key, text, state) => {
      expect(checks([said('user', text)])).toEqual([[key, state, 'user', 0]])
    })

    it.each([
      'Run the tests until 3 passed and none failed, please.',
      'If npm test says FAIL, stop.',
      'still red:\n[deploy] ERROR task failed',
      'Why does it print ok and then 2 failed?',
      '# Plan\n\n## Verification\n\n1. Run it:\n--- FAIL: TestA (0.00s)\n\n## Files\n\n- a.go\n',
    ])('are not words about tests: %s', text => {
      expect(checks([said('user', text)])).toEqual([])
    })

    it('give way to a later run, and come back from their rendering', () => {
      const pasted = [said('user', `$ npm test\n${go}`)]
      expect(checks(pasted, ran('npm test', 'Tests  12 passed (12)'))).toEqual([
        ['npm test', 'passed', 'tool', 2],
      ])
      const { text } = renderLedger(ledgerOfMessages(pasted))
      expect(text).toContain('- failed #1 pasted by the user `npm test`: ')
      expect(parseLedger(text).rows.find(({ section }) => section === 'checks')).toMatchObject({ by: 'user' })
    })
  })

  it('are still running where no later call says how they ended', () => {
    const started = ran('npm test', 'Process running with session ID 7\nOutput:\n> node --test')
    expect(rowsOf(started, 'checks')).toMatchObject([{ state: 'still running', value: '', last: 1 }])
    const { text } = renderLedger(ledgerOfMessages(started))
    expect(text).toContain('- still running #2 `npm test`')
    expect(renderLedger(parseLedger(text)).text).toBe(text)
  })

  it('are not running where the command ended, whatever it printed', () => {
    const ended = ran('npm run deploy && npm test', 'Exit code 1\nCommand running in background', true)
    expect(rowsOf(ended, 'checks')).toMatchObject([{ state: 'unknown' }])
  })

  it('that failed are running where they were started again', () => {
    const failed = ran('npm test', 'Tests  2 failed | 3 passed', true)
    const started = ran('npm test', 'Command running in background with ID: b3f')
    const messages = [...failed, ...started]
    expect(rowsOf(messages, 'checks')).toMatchObject([{ state: 'still running', value: 'failed before' }])
    const { text } = renderLedger(ledgerOfMessages(messages))
    expect(text).toContain('- still running #4 `npm test`: failed before')
    expect(renderLedger(parseLedger(text)).text).toBe(text)
  })

  describe('in the background', () => {
    const asked = (output: string, isError?: boolean) =>
      answered('BashOutput', { bash_id: 'b3f' }, output, isError)
    const noticed = (status: string, summary: string, id = 'b3f') => [
      said(
        'user',
        `<task-notification>\n<task-id>${id}</task-id>\n<status>${status}</status>\n<summary>Background command "Run 3 failed tests" ${summary}</summary>\n</task-notification>`,
      ),
    ]
    const killed = 'Successfully killed shell: b3f (npm test)'
    const stopped = '{"message":"Successfully stopped task: b3f (npm test)","task_id":"b3f"}'

    it.each([
      ['aborted', answered('KillShell', { shell_id: 'b3f' }, killed, false)],
      ['aborted', answered('TaskStop', { task_id: 'b3f' }, stopped, false)],
      ['aborted', asked('<status>killed</status>\n\n<exit_code>137</exit_code>', false)],
      ['aborted', noticed('killed', 'was stopped')],
      ['unknown', asked('<status>completed</status>\n\n<stdout>\n> node --test\n</stdout>', false)],
      ['passed', asked('<status>completed</status>\n\n<stdout>\n12 passed\n</stdout>', false)],
      ['failed', asked('<status>failed</status>\n\n<stdout>\n> node --test\n</stdout>', false)],
      ['unknown', noticed('completed', 'completed')],
      ['passed', noticed('completed', 'completed (exit code 0)')],
      ['failed', noticed('failed', 'failed with exit code 1')],
      ['still running', asked('<status>running</status>', false)],
      ['still running', asked('[Request interrupted by user for tool use]', true)],
      ['still running', noticed('completed', 'completed (exit code 0)', 'b4a')],
      ['still running', answered('KillShell', { shell_id: 'b3f' }, 'Shell b3f is not known', true)],
    ])('are %s by what came later: %#', (state, later) => {
      const started = ran('npm test', 'Command running in background with ID: b3f', false)
      expect(rowsOf([...started, ...later], 'checks')).toMatchObject([{ state }])
    })

    it('are unknown where a pipe hides the code of a notification', () => {
      const started = ran('npm test | tail -5', 'Command running in background with ID: b3f', false)
      const ended = noticed('completed', 'completed (exit code 0)')
      expect(rowsOf([...started, ...ended], 'checks')).toMatchObject([{ state: 'unknown' }])
    })
  })

  it('are aborted where they were stopped before they said anything', () => {
    const stopped = (): readonly Message[] =>
      ran('npm test', '> node --test\n\nDebugger attached.\n\nCommand aborted')
    const states = (...steps: readonly (readonly Message[])[]) =>
      rowsOf(steps.flat(), 'checks').map(({ state, value, last }) => [state, value, last])
    expect(states(stopped())).toEqual([['aborted', '', 1]])
    expect(states(ran('npm test', '5 passed', false), stopped())).toEqual([['passed', '5 passed', 1]])
    const { text } = renderLedger(ledgerOfMessages(stopped()))
    expect(text).toContain('- aborted #2 `npm test`')
    expect(renderLedger(parseLedger(text)).text).toBe(text)
  })

  it('are unknown where one runs only as the other fails', () => {
    const output = 'Error: unknown linters: deadcode\n1 error\n0 issues.\n'
    expect(shown('golangci-lint run -E deadcode || golangci-lint run || true', output)).toEqual([
      ['golangci-lint run -E deadcode || golangci-lint run', 'unknown', expect.any(String)],
    ])
  })
})

describe('the repository', () => {
  it('names no file beside the untracked directory that it is in', () => {
    const status = ran('git status --short', ' M src/a.ts\n?? e2e/', false)
    expect(git(status, edited('/repo/e2e/login/a.test.ts'))).toMatchObject({
      uncommitted: 'src/a.ts',
      untracked: 'e2e/',
    })
  })

  it('has nothing uncommitted after a rebase that came to its end', () => {
    const done = '[detached HEAD e1a0f76] Add lists\nSuccessfully rebased and updated refs/heads/lists.'
    expect(git(edited('/repo/src/a.ts'), ran('git rebase --continue', done))['uncommitted']).toBe('none')
    const stashed = `Created autostash: 1a2b3c4\nApplied autostash.\n${done}`
    const kept = git(edited('/repo/src/a.ts'), ran('git rebase --autostash main', stashed))
    expect(kept['uncommitted']).not.toBe('none')
  })

  it('is as its status says', () => {
    expect(git(ran('git status', status))).toEqual({
      branch: 'feature/x',
      pushed: 'no: 2 ahead of origin/feature/x',
      uncommitted: 'src/a.ts, src/old.ts',
      untracked: 'notes.txt',
    })
    expect(git(ran('git status -sb', '## main...origin/main\n M a.ts\nUU b.ts\n?? c.ts'))).toEqual({
      branch: 'main',
      pushed: 'yes: up to date with origin/main',
      'under way': 'conflicts in b.ts',
      uncommitted: 'a.ts',
      untracked: 'c.ts',
    })
    expect(git(ran('git status --short', '', false))).toEqual({ uncommitted: 'none' })
  })

  it('has the last commit, and files that were edited since are not committed', () => {
    const commit = ran(
      'git add -A && git commit -m "Fix it"',
      '[main 1a2b3c4] Fix it\n 1 file changed',
      false,
    )
    expect(git(edited('/repo/src/a.ts'), commit)).toEqual({
      branch: 'main',
      'last commit': '1a2b3c4 Fix it',
      pushed: 'no: no call shows a push of 1a2b3c4',
      uncommitted: 'none',
    })
    expect(git(commit, edited('/repo/src/b.ts'))['uncommitted']).toBe('/repo/src/b.ts')
    const push = ran('git push', 'To github.com:me/app.git\n   aaaaaaa..1a2b3c4  main -> main', false)
    expect(git(commit, push)['pushed']).toBe('yes: main -> main (github.com:me/app.git)')
    const again = ran('git commit -am "More"', '[main 5e6f7a8] More', false)
    expect(git(commit, push, again)['pushed']).toBe('no: 5e6f7a8 was committed after the last push')
    const other = ran('git checkout fix', "Switched to branch 'fix'", false)
    const back = ran('git checkout main', "Switched to branch 'main'", false)
    expect(git(commit, push, other)['pushed']).toBe('another branch: main -> main (github.com:me/app.git)')
    expect(git(commit, push, other, back)['pushed']).toBe('yes: main -> main (github.com:me/app.git)')
    const read = parseLedger(renderLedger(ledgerOfMessages([...commit, ...push, ...other])).text)
    const pushed = (...steps: readonly (readonly Message[])[]) =>
      mergeLedgers(read, ledgerOfMessages(steps.flat(), { from: 6 })).rows.find(({ key }) => key === 'pushed')
        ?.value
    expect(pushed([])).toBe('another branch: main -> main (github.com:me/app.git)')
    expect(pushed(back)).toBe('yes: main -> main (github.com:me/app.git)')
    const quiet = ran('git push -q origin HEAD:fix', '', false)
    expect(git(commit, quiet, other)['pushed']).toBe('yes: git push origin HEAD:fix')
  })

  it('says on which branch the last commit is where another one is checked out', () => {
    const commit = ran('git commit -am "Fix it"', '[fix 1a2b3c4] Fix it', false)
    const main = ran('git checkout main', "Switched to branch 'main'", false)
    const fix = ran('git checkout fix', "Switched to branch 'fix'", false)
    const last = (...steps: readonly (readonly Message[])[]) => git(commit, ...steps)['last commit']
    expect(last(main)).toBe('1a2b3c4 Fix it (on fix)')
    expect(last(ran('git branch --show-current', 'main', false))).toBe('1a2b3c4 Fix it (on fix)')
    expect(last(main, fix)).toBe('1a2b3c4 Fix it')
    expect(last(ran('git checkout -b next', "Switched to a new branch 'next'", false))).toBe('1a2b3c4 Fix it')
    const renamed = ran('git branch -m better', '', false)
    expect(last(renamed, ran('git branch --show-current', 'better', false))).toBe('1a2b3c4 Fix it')
    const merged = "Merge made by the 'ort' strategy.\n a.ts | 2 +-"
    expect(last(main, ran('git merge fix', merged, false))).toBe('1a2b3c4 Fix it')
    const rebased = 'other\nSuccessfully rebased and updated refs/heads/other.'
    const rebase = ran('git branch --show-current && git rebase origin/main', rebased, false)
    expect(last(rebase)).toBe('1a2b3c4 Fix it (on fix)')
    const both = ran(
      'git commit -am "More" && git checkout main',
      "[fix 5e6f7a8] More\nSwitched to branch 'main'",
    )
    expect(last(both)).toBe('5e6f7a8 More')
    const back = parseLedger(renderLedger(ledgerOfMessages([...commit, ...main])).text)
    const merge = mergeLedgers(back, ledgerOfMessages(fix))
    expect(merge.rows.find(({ key }) => key === 'last commit')?.value).toBe('1a2b3c4 Fix it (on fix)')
  })

  it('is not pushed by a trial or by the deletion of a branch', () => {
    const commit = ran('git commit -am "Fix it"', '[main 1a2b3c4] Fix it', false)
    const line = 'To github.com:me/app.git\n   aaaaaaa..1a2b3c4  main -> main'
    for (const [command, output] of [
      ['git push --dry-run origin main', line],
      ['git push -nu origin main', line],
      ['git push origin :fix', ''],
      ['git push origin --delete fix', 'To github.com:me/app.git\n - [deleted]         fix'],
    ] as const)
      expect(git(commit, ran(command, output, false))['pushed']).toBe('no: no call shows a push of 1a2b3c4')
    const both = ran('git push --dry-run && git push', line, false)
    expect(git(commit, both)['pushed']).toBe('yes: main -> main (github.com:me/app.git)')
  })

  it('is not pushed where a hook stopped the push', () => {
    const commit = ran('git commit -am "Fix it"', '[main 1a2b3c4] Fix it', false)
    const stopped = ran(
      'git push',
      "lint failed\nerror: failed to push some refs to 'github.com:me/app.git'",
      true,
    )
    expect(git(commit, stopped)['pushed']).toBe('no: git push failed')
    const next = ran('git commit -am "Mend it"', '[main 5e6f7a8] Mend it', false)
    expect(git(commit, stopped, next)['pushed']).toBe('no: no call shows a push of 5e6f7a8')
  })

  it('commits only what was staged', () => {
    const one = ran('git add src/a.ts && git commit -m "One"', '[main 1a2b3c4] One', false)
    expect(git(edited('/repo/src/a.ts'), edited('/repo/src/b.ts'), one)['uncommitted']).toBe('/repo/src/b.ts')
  })

  it('reports a merge until it is over', () => {
    const merge = ran(
      'git merge main',
      'Exit code 1\nCONFLICT (content): Merge conflict in src/a.ts\nAutomatic merge failed; fix conflicts and then commit the result.',
      true,
    )
    expect(git(merge)).toEqual({ 'under way': 'merge, conflicts in src/a.ts' })
    // What was clean before is not clean now.
    const clean = ran('git status --short', '', false)
    expect(git(clean)['uncommitted']).toBe('none')
    expect(git(clean, merge)).toEqual({ 'under way': 'merge, conflicts in src/a.ts' })
    expect(git(merge, ran('git merge --abort', '', false))).toEqual({})
    expect(
      git(merge, ran('git commit -m "Merge main"', '[x 1a2b3c4] Merge main', false))['under way'],
    ).toBeUndefined()
    expect(git(merge, ran('git add src/a.ts', '', false))['under way']).toBe('merge')
  })

  const commit = ran('git commit -am "Add lists"', '[lists 1a2b3c4] Add lists', false)
  const rebase = ran(
    'git rebase main',
    `Exit code 1
Rebasing (1/3)\rRebasing (2/3)\rAuto-merging src/a.ts
CONFLICT (content): Merge conflict in src/a.ts
error: could not apply 669232e1... Add names
hint: Resolve all conflicts manually, mark them as resolved with
Could not apply 669232e1... Add names`,
    true,
  )
  const short = ran('git status -sb', '## HEAD (no branch)\nUU src/a.ts\nM  src/b.ts', false)
  const stopped = {
    branch: 'lists (being rebased)',
    'last commit': '1a2b3c4 Add lists (before the rebase)',
    'under way': 'rebase 2/3 stopped at 669232e1, conflicts in src/a.ts',
  }

  it('says where a rebase stopped, and of which branch', () => {
    expect(git(commit, rebase)).toMatchObject(stopped)
    expect(git(commit, rebase, short)).toMatchObject({ ...stopped, uncommitted: 'src/b.ts' })
    const glued = ran(
      'git rebase main',
      'Rebasing (1/2)Rebasing (2/2)CONFLICT (content): Merge conflict in src/a.ts\nCould not apply 669232e1... Add names',
      true,
    )
    expect(git(glued)['under way']).toBe('rebase 2/2 stopped at 669232e1, conflicts in src/a.ts')
    const inApp = (...steps: readonly string[]) =>
      steps.flatMap(output =>
        answered(
          'shell',
          { command: ['bash', '-lc', 'git rebase main; git status -sb'], workdir: '/me/app' },
          output,
        ),
      )
    for (const messages of [
      [...commit, ...rebase, ...short],
      [
        ...answered(
          'shell',
          { command: ['bash', '-lc', 'git commit -m x'], workdir: '/me/app' },
          '[lists 1a2b3c4] x',
        ),
        ...inApp(
          'Rebasing (1/1)\nerror: could not apply 669232e1... Add names\n## HEAD (no branch)\nUU a.ts',
        ),
        ...answered('shell', { command: ['bash', '-lc', 'git status -sb'], workdir: '/me/wiki' }, '## main'),
      ],
    ]) {
      const { text } = renderLedger(ledgerOfMessages(messages))
      expect(text).toContain('lists (being rebased)')
      expect(text).toContain('(before the rebase)')
      expect(renderLedger(parseLedger(text)).text).toBe(text)
    }
  })

  it('has one side of a conflict, which is still to be committed', () => {
    const listed = ran('git status -sb', '## HEAD (no branch)\nUU a.ts\nM  b.ts')
    const taken = ran('git checkout --ours a.ts', 'Updated 1 path from the index')
    expect(git(listed, taken)['uncommitted']).toBe('b.ts, a.ts')
    const [file] = rowsOf([listed, taken].flat(), 'files')
    expect([file?.key, file?.state, file?.value]).toEqual(['a.ts', 'modified', ''])
  })

  it('has left what a status behind a commit shows', () => {
    const both = ran('git commit -m x && git status --short', '[main 1a2b3c4] x\n M src/b.ts', false)
    expect(git(edited('src/b.ts'), both)['uncommitted']).toBe('src/b.ts')
  })

  it('goes on with a rebase until git says that it is over', () => {
    const staged = ran('git add src/a.ts && git status -sb', '## HEAD (no branch)\nM  src/a.ts', false)
    expect(git(commit, rebase, short, staged)['under way']).toBe('rebase 2/3 stopped at 669232e1')
    const next = ran(
      'GIT_EDITOR=true git rebase --continue',
      '[detached HEAD 9526c87] Add names\nRebasing (3/3)\rCONFLICT (content): Merge conflict in src/c.ts\nCould not apply 5e6f7a8... Add lists',
      true,
    )
    expect(git(commit, rebase, staged, next)).toMatchObject({
      branch: 'lists (being rebased)',
      'last commit': '9526c87 Add names',
      'under way': 'rebase 3/3 stopped at 5e6f7a8, conflicts in src/c.ts',
    })
    const onBranch = ran('git status -sb', '## lists', false)
    for (const over of [onBranch, ran('git rebase --abort', '', false)])
      expect(git(commit, rebase, short, over)).toMatchObject({
        branch: 'lists',
        'last commit': '1a2b3c4 Add lists',
      })
    expect(git(commit, rebase, short, onBranch)['under way']).toBeUndefined()
  })

  it('has the step of a rebase and its branch from a status alone', () => {
    const long = `interactive rebase in progress; onto 3a534fd
Last commands done (2 commands done):
   pick aeaaec3 one
   pick 043d47b two
Next command to do (1 remaining command):
   pick a368c92 three
  (use "git rebase --edit-todo" to view and edit)
You are currently rebasing branch 'fix' on '3a534fd'.
  (fix conflicts and then run "git rebase --continue")

Unmerged paths:
  (use "git add <file>..." to mark resolution)
\tboth modified:   a.ts

no changes added to commit (use "git add" and/or "git commit -a")`
    expect(git(ran('git status', long))).toMatchObject({
      branch: 'fix (being rebased)',
      'under way': 'rebase 2/3 stopped at 043d47b, conflicts in a.ts',
    })
    expect(git(ran('git branch', '* (no branch, rebasing fix)\n  fix'))).toEqual({
      branch: 'fix (being rebased)',
      'under way': 'rebase',
    })
  })

  it.each([
    ['git cherry-pick fix', 'error: could not apply 669232e... two', 'cherry-pick stopped at 669232e'],
    ['git revert HEAD~1', 'error: could not revert 669232e... two', 'revert stopped at 669232e'],
    ['git am a.patch', 'Applying: two\nPatch failed at 0001 two', 'am stopped at 0001 two'],
    ['git pull --rebase', 'Could not apply 669232e... two', 'rebase stopped at 669232e'],
    ['git status', 'On branch x\nYou are currently reverting commit 669232e.', 'revert stopped at 669232e'],
    ['git status', 'On branch x\nYou are in the middle of an am session.', 'am'],
  ])('says that %s stopped', (command, output, value) => {
    expect(git(ran(command, output, true))['under way']).toBe(value)
  })

  it('is past a cherry-pick that was continued, and not past patches where only one was committed', () => {
    const picked = ran('git cherry-pick fix', 'error: could not apply 669232e... two', true)
    expect(git(picked, ran('git cherry-pick --skip', '', false))).toEqual({})
    const patched = ran('git am a.patch', 'Patch failed at 0001 two', true)
    expect(git(patched, ran('git status --short', '', false))['under way']).toBe('am stopped at 0001 two')
    expect(git(picked, ran('git status --short', '', false))['under way']).toBeUndefined()
  })

  it('is on no branch where a commit is checked out', () => {
    const out = ran(
      'git checkout 44aed5e',
      "Note: switching to '44aed5e'.\n\nHEAD is now at 44aed5e two\nM\tsrc/a.ts",
      false,
    )
    expect(git(commit, out)).toMatchObject({
      branch: 'HEAD detached at 44aed5e',
      'last commit': '44aed5e two',
      uncommitted: 'src/a.ts',
    })
    expect(git(commit, ran('git status -sb', '## HEAD (no branch)', false))['branch']).toBe('detached HEAD')
    expect(git(commit, ran('git rev-parse --abbrev-ref HEAD', 'HEAD'))['branch']).toBe('detached HEAD')
    expect(git(ran('git branch', '* (HEAD detached at 44aed5e)\n  fix'))['branch']).toBe(
      'HEAD detached at 44aed5e',
    )
    expect(git(commit, ran('git reset --hard HEAD~1', 'HEAD is now at 44aed5e two', false))['branch']).toBe(
      'lists',
    )
  })

  it('has the branch that was switched to, and the pull request', () => {
    expect(git(ran('git checkout -b fix/y', "Switched to a new branch 'fix/y'"))).toEqual({ branch: 'fix/y' })
    expect(git(ran('git branch --show-current', 'fix/z'))).toEqual({ branch: 'fix/z' })
    expect(git(ran('git branch -a', '  main\n* dev\n  remotes/origin/main'))).toEqual({ branch: 'dev' })
    expect(
      git(ran('git log --oneline -3', 'abc1234 (HEAD -> main, origin/main) Newest\ndef5678 Older')),
    ).toEqual({
      branch: 'main',
      'last commit': 'abc1234 Newest',
      pushed: 'yes: origin/main is at abc1234',
    })
    expect(git(ran('git log --oneline origin/other -3', 'abc1234 Newest'))).toEqual({})
    expect(git(ran('gh pr create --fill', 'https://github.com/me/app/pull/12'))).toEqual({
      'pull request': 'https://github.com/me/app/pull/12 created',
    })
  })

  it.each([
    [
      'a command that prints an address',
      ran('gh issue create --title "Mend it" --body x', 'https://github.com/me/app/issues/7'),
      ['https://github.com/me/app/issues/7 Mend it'],
    ],
    [
      'one whose address is printed twice',
      ran(
        'gh issue create --title "Mend it" && gh issue view 7 --json url -q .url',
        'https://github.com/me/app/issues/7\nhttps://github.com/me/app/issues/7',
      ),
      ['https://github.com/me/app/issues/7 Mend it'],
    ],
    [
      'one that says so',
      ran('cd app && bd create "Mend it" -p 1', '✓ Created issue: app-12 — Mend it\n  Priority: P1'),
      ['app-12 Mend it'],
    ],
    [
      'one that prints JSON',
      ran('bd create --title="Mend it" --json', '{"id": "app-12", "title": "Mend it"}'),
      ['app-12 Mend it'],
    ],
    [
      'one that prints JSON before another command does',
      ran(
        'bd create --title="Mend it" --json; bd list --json',
        '{\n  "id": "app-12",\n  "title": "Mend it"\n}\n\n[\n  {\n    "id": "app-1"\n  }\n]',
      ),
      ['app-12 Mend it'],
    ],
    [
      'several',
      ran('bd create "One" && bd create "Two"', '✓ Created issue: app-1\n✓ Created issue: app-2'),
      ['app-1 One', 'app-2 Two'],
    ],
    [
      'a tool',
      answered(
        'mcp__tracker__create_issue',
        { title: 'Mend it' },
        '{"id": "2ceb7a6b", "identifier": "APP-12", "title": "Mend it"}',
      ),
      ['APP-12 Mend it'],
    ],
    [
      'a tool that failed',
      answered('mcp__tracker__create_issue', { title: 'Mend it' }, 'Error: no such team', true),
      [],
    ],
    [
      'a comment',
      answered(
        'mcp__tracker__create_comment',
        { body: 'x' },
        '{"id": "2ceb7a6b", "url": "https://t.app/c/1"}',
      ),
      [],
    ],
    [
      'a command that failed',
      ran('gh issue create --title x', 'https://github.com/me/app/issues/7', true),
      [],
    ],
    ['help', ran('bd create --help', 'Usage:\n  bd create [title]\nhttps://beads.dev'), []],
    ['the pull request of the work', ran('gh pr create --fill', 'https://github.com/me/app/pull/12'), []],
    [
      'another pull request',
      [
        ...ran('gh pr create --title One', 'https://github.com/me/app/pull/12'),
        ...ran('gh pr create --fill', 'https://github.com/me/app/pull/13'),
      ],
      ['https://github.com/me/app/pull/12 One'],
    ],
    [
      'a title before what else is said',
      ran('bd create "Mend it" -t bug -p 1', '✓ Created issue: app-12'),
      ['app-12 Mend it'],
    ],
    [
      'a short option',
      ran('gh issue create -t "Mend it" -b x', 'https://github.com/me/app/issues/7'),
      ['https://github.com/me/app/issues/7 Mend it'],
    ],
    [
      'a title that only the shell knows',
      ran('gh issue create --title "$TITLE"', 'https://github.com/me/app/issues/7'),
      ['https://github.com/me/app/issues/7'],
    ],
    ['more than was asked for', ran('bd create "One"', '✓ Created issue: app-1\n✓ Created issue: app-2'), []],
    ['a project', ran('npm create astro@latest app', 'https://docs.astro.build'), []],
    [
      'a tool that answers with errors',
      answered(
        'mcp__tracker__create_issue',
        { title: 'Mend it' },
        '{"errors": ["no such team"], "url": "https://t.app/help"}',
      ),
      [],
    ],
    [
      'a pull request of the same number elsewhere',
      [
        ...ran('gh pr create --title One -R me/lib', 'https://github.com/me/lib/pull/12'),
        ...ran('gh pr create --fill', 'https://github.com/me/app/pull/12'),
      ],
      ['https://github.com/me/lib/pull/12 One'],
    ],
    [
      'the same twice',
      [
        ...ran('bd create "Mend it"', '✓ Created issue: app-12'),
        ...ran('bd create "Mend it"', '✓ Created issue: app-12'),
      ],
      ['app-12 Mend it'],
    ],
  ])('knows what was created elsewhere: %s', (_, steps, created) => {
    const values = (ledger: Ledger): readonly string[] =>
      ledger.rows.filter(({ key }) => key === 'created').map(({ value }) => value)
    const ledger = ledgerOfMessages(steps)
    expect(values(ledger)).toEqual(created)
    const { text } = renderLedger(ledger)
    expect(values(parseLedger(text))).toEqual(created)
    expect(renderLedger(parseLedger(text)).text).toBe(text)
  })

  it.each([
    'T=$(mktemp -d)\n(cd "$T" && git commit -qm Try)',
    'cd "$(mktemp -d)" && git commit -qm Try',
    'export T="/tmp/try"; git -C "$T/app" commit -qm Try',
  ])('is not one that a variable names: %s', command => {
    expect(git(ran(command, '', false))).not.toHaveProperty('last commit')
  })

  it('is not one that was made to try something', () => {
    expect(git(ran('cd /tmp/x && git status', status))).toEqual({})
    expect(git(ran('git init demo && cd demo && git commit -m a', '[main (root-commit) 1a2b3c4] a'))).toEqual(
      {},
    )
    expect(git(ran('cat log.txt', status))).toEqual({})
  })

  it('comes from the host when a session begins', () => {
    const text = `gitStatus: This is the git status at the start of the conversation.
Current branch: dev

Main branch (you will usually use this for PRs): main

Status:
 M src/a.ts
?? b.ts

Recent commits:
abc1234 Fix the parser
def5678 Older`
    expect(git([said('system', text)])).toEqual({
      branch: 'dev',
      'last commit': 'abc1234 Fix the parser',
      uncommitted: 'src/a.ts',
      untracked: 'b.ts',
    })
  })
})

describe('both', () => {
  const steps = [
    ...ran('git status', status),
    ...edited('/repo/src/b.ts'),
    ...ran('npm test', 'Exit code 1\nAssertionError: (no): 1\n2 failed', true),
    ...edited('/repo/src/c.ts'),
    ...ran('git commit -am x', '[feature/x 1a2b3c4] x', false),
  ]
  const own = ({ rows }: Ledger) =>
    rows
      .filter(({ section, state }) => (section === 'checks' || section === 'git') && state !== 'hidden')
      .map(({ facts: _facts, by: _by, ...row }) => row)

  it('come back from their rendering', () => {
    const ledger = ledgerOfMessages(steps)
    const { text } = renderLedger(ledger)
    expect(own(parseLedger(text))).toEqual(own(ledger))
    expect(renderLedger(parseLedger(text)).text).toBe(text)
  })

  it('go on from there', () => {
    const before = parseLedger(renderLedger(ledgerOfMessages(steps)).text)
    const later = [...edited('/repo/src/d.ts'), ...ran('git push', 'Everything up-to-date', false)]
    const whole = ledgerOfMessages([...steps, ...later])
    expect(own(mergeLedgers(before, ledgerOfMessages(later, { from: steps.length })))).toEqual(own(whole))
  })

  it('are absent from ledgers that were written before', () => {
    const old = '# Session ledger (2 messages)\n\n## Commands\n- ran `npm test` → ok #1\n'
    expect(own(parseLedger(old))).toEqual([])
    expect(parseLedger(old).rows).toMatchObject([{ section: 'commands', state: 'ok', value: '' }])
  })
})

describe('an error', () => {
  const states = (...steps: readonly (readonly Message[])[]) =>
    rowsOf(steps.flat(), 'errors').map(({ state }) => state)
  const failing = (command: string, output: string) => ran(command, `Exit code 1\n${output}`, true)
  const broken = failing('npm test', 'src/a.ts:3:7: error: no such name\n1 failed')
  const fine = [1, 2, 3].flatMap(at => ran(`node step-${at}.js`, 'done', false))

  it('is open while nothing later speaks of it', () => {
    expect(states(broken)).toEqual(['open'])
    expect(states(broken, fine)).toEqual(['open'])
    expect(states(broken, edited('/repo/src/other.ts'))).toEqual(['open'])
  })

  it('is unverified where its file was changed and nothing was run again', () => {
    expect(states(broken, edited('/repo/src/a.ts'))).toEqual(['unverified'])
    const again = failing('npm test', 'src/a.ts:9:7: error: no such name\n1 failed')
    expect(states(broken, edited('/repo/src/a.ts'), again)).toEqual(['open'])
    expect(states(broken, edited('/repo/src/a.ts'), ran('npm test', '4 passed', false))).toEqual(['resolved'])
  })

  it('starts again where the same command worked in between', () => {
    const steps = [broken, ran('npm test', '4 passed', false), failing('npm test', 'b.ts:1:1: error: no')]
    expect(rowsOf(steps.flat(), 'errors')).toMatchObject([{ state: 'open', first: 5, last: 5 }])
    const same = failing('npm test', 'src/a.ts:3:7: error: no such name\n1 failed')
    expect(rowsOf([...broken, ...same], 'errors')).toMatchObject([{ first: 1, last: 3 }])
    const other = failing('npm test', 'src/a.ts:9:9: error: no such type\n1 failed')
    expect(rowsOf([...broken, ...other], 'errors')).toMatchObject([{ first: 3, last: 3 }])
    const { text } = renderLedger(ledgerOfMessages(steps.flat()))
    expect(renderLedger(parseLedger(text)).text).toBe(text)
  })

  it('of a command that is no check is past when the work went on', () => {
    const tried = failing('gh api repos/x', 'gh: Not Found (HTTP 404)')
    expect(states(tried)).toEqual(['open'])
    expect(states(tried, fine)).toEqual(['past'])
  })

  it.each([
    [said('assistant', 'Let me run the new test to see that it fails first.')],
    [said('user', 'Write a test - which should fail right now - for each item.')],
    [said('assistant', 'I wrote the test before its code, so it must fail.')],
    [said('assistant', 'Nothing is written yet, so they have to fail.')],
  ])('is expected where a test was announced to fail: %#', announcement => {
    expect(states([announcement], broken)).toEqual(['expected'])
    expect(states([announcement], broken, ran('npm test', '4 passed', false))).toEqual(['resolved'])
  })

  it('is expected where the agent says so behind it', () => {
    expect(states(broken, [said('assistant', 'The test fails as expected.')])).toEqual(['expected'])
    expect(states(broken, [said('assistant', 'The test fails. I look into it.')])).toEqual(['open'])
  })

  it('is none where a person refused the call', () => {
    expect(states(ran('npm test', "The user doesn't want to proceed with this tool use.", true))).toEqual([])
  })

  it('is no line that a program repeats before it runs it', () => {
    const output = '> node -e "throw new Error(\'error: no\')"\nnpm error code ENEEDAUTH\nnpm error need auth'
    expect(rowsOf(failing('node publish.js', output), 'errors')[0]?.value).toBe('npm error code ENEEDAUTH')
  })

  it('comes back from its rendering', () => {
    const messages = [
      ...failing('gh api repos/x', 'gh: Not Found'),
      ...fine,
      said('user', 'Now a test which should fail right now.'),
      ...failing('npx vitest run a.test.ts', '1 failed'),
      said('user', 'Go on.'),
      ...broken,
      ...edited('/repo/src/a.ts'),
    ]
    const { text } = renderLedger(ledgerOfMessages(messages))
    expect(rowsOf(messages, 'errors').map(({ state }) => state)).toEqual(['past', 'expected', 'unverified'])
    expect(renderLedger(parseLedger(text)).text).toBe(text)
  })
})

describe('what a linter marks with the signs of tests', () => {
  const output = [
    '$ biome check .',
    `./src/a.ts format ${'━'.repeat(40)}`,
    '',
    '  × Formatter would have printed the following content:',
    '',
    'Found 1 error.',
    'error: script "lint" exited with code 1',
  ].join('\n')
  const { rows } = ledgerOfMessages(answered('Bash', { command: 'bun run lint' }, output, true))
  const rowOf = (name: string) => rows.find(({ section }) => section === name)

  it('is no test', () => {
    expect(rowOf('checks')?.state).toBe('failed')
    expect(rowOf('checks')?.facts.some(({ tests }) => tests !== undefined)).toBe(false)
  })

  it('is the error, and not what the runner of the script says last', () => {
    expect(rowOf('errors')?.value).toBe('× Formatter would have printed the following content:')
  })
})

describe('a command that went on running', () => {
  it('ended as a later call says', () => {
    const started = answered(
      'exec_command',
      { cmd: 'npm test' },
      'Process running with session ID 77\nOutput:\n',
    )
    const later = (code: number) =>
      answered(
        'write_stdin',
        { session_id: 77, chars: '' },
        `Process exited with code ${code}\nOutput:\nTests  9 passed (9)`,
      )
    expect(rowsOf(started, 'commands')).toMatchObject([{ state: 'unknown' }])
    expect(rowsOf([...started, ...later(0)], 'commands')).toMatchObject([{ state: 'ok' }])
    expect(rowsOf([...started, ...later(0)], 'checks')).toMatchObject([
      { state: 'passed', value: 'Tests  9 passed (9)', last: 3 },
    ])
    expect(rowsOf([...started, ...later(2)], 'commands')).toMatchObject([{ state: 'exit 2' }])
  })
})

describe('one of several repositories', () => {
  const statusIn = (workdir: string, branch: string) =>
    answered('shell', { command: ['bash', '-lc', 'git status -sb'], workdir }, `## ${branch}\n M x.ts`, false)

  it('is named: the one that is worked in', () => {
    expect(
      git(
        edited('/home/me/app/src/a.ts'),
        statusIn('/home/me/app', 'main'),
        statusIn('/home/me/wiki', 'notes'),
      )['branch'],
    ).toBe('main (in app)')
    expect(
      git(statusIn('/home/me/app', 'main'), edited('/home/me/wiki/a.md'), statusIn('/home/me/wiki', 'notes')),
    ).toEqual({
      branch: 'notes (in wiki)',
      commits: 'none shown by these calls (in wiki)',
      uncommitted: 'x.ts (in wiki)',
    })
    const rendered = renderLedger(
      ledgerOfMessages([...statusIn('/home/me/app', 'main'), ...statusIn('/home/me/wiki', 'notes')]),
    ).text
    expect(renderLedger(parseLedger(rendered)).text).toBe(rendered)
  })

  it('is not one that was only looked at while the work was elsewhere', () => {
    const onFix = ran('git status -sb', '## fix...origin/fix', false)
    const looked = ran('cd /home/me/trial && git branch -a', '* main\n  remotes/origin/main', false)
    const work = ['/home/me/app/src/a.ts', '/home/me/app/test/a.ts'].flatMap(path => edited(path))
    expect(git(onFix, work, looked)['branch']).toBe('fix')
    expect(git(onFix, looked)['branch']).toBe('main')
    const committed = ran('git -C /home/me/trial commit -m Try', '[trial 1a2b3c4] Try', false)
    expect(git(onFix, work, committed)).toMatchObject({
      branch: 'fix',
      commits: 'none shown by these calls here',
    })
    const both = ran(
      'git -C /home/me/trial commit -m Try && git status -sb',
      '[trial 1a2b3c4] Try\n## fix...origin/fix\n M src/a.ts',
      false,
    )
    expect(git(onFix, work, both)).toMatchObject({ branch: 'fix', uncommitted: 'src/a.ts' })
    expect(git(onFix, work, both)).not.toHaveProperty('last commit')
    expect(git(onFix, edited('/home/me/.notes/a.md'), committed)['branch']).toBe('trial')
    const within = ran('cd /home/me/app/web && git branch -a', '* other', false)
    const wide = ['/home/me/app/src/a.ts', '/home/me/app/web/a.ts'].flatMap(path => edited(path))
    expect(git(onFix, wide, within)['branch']).toBe('other')
  })

  it('has its own of the commits that one call made in several', () => {
    const work = ['/home/me/app/a.ts', '/home/me/app/b.ts', '/home/me/lib/c.ts'].flatMap(path => edited(path))
    const commits = (output: string): Readonly<Record<string, string>> =>
      git(work, ran('git -C /home/me/app commit -am One; git -C /home/me/lib commit -am Two', output, false))
    expect(commits('[main 1a2b3c4] One\n[dev 2b3c4d5] Two')).toMatchObject({
      branch: 'main (in app)',
      'last commit': '1a2b3c4 One (in app)',
    })
    const one = commits('nothing to commit, working tree clean\n[dev 2b3c4d5] Two')
    expect(one['last commit']).toBeUndefined()
    const status = ran(
      'cd /home/me/app && git status -s && cd /home/me/lib && git status -s',
      ' M c.ts',
      false,
    )
    expect(git(work, status)['uncommitted'] ?? '').not.toContain('c.ts')
  })

  it('is read in few of very many directories', () => {
    const all = Array.from({ length: 400 }, (_, at) => `git -C /w/${at} commit -m ${at}`)
    const printed = all.map((_, at) => `[main ${1_000_000 + at}] ${at}`).join('\n')
    const statements = gitStatements(shellCommands(all.join('\n')), printed, true)
    expect(statements.length).toBeLessThan(all.length)
  })

  it('is at the commit that a list of what is new shows first', () => {
    expect(git(ran('git log --oneline origin/main..HEAD', 'abc1234 Newest\ndef5678 Older'))).toEqual({
      'last commit': 'abc1234 Newest',
    })
    expect(git(ran('git log --oneline main...HEAD', 'abc1234 Newest'))).toEqual({})
    expect(git(ran('git fetch -q && git log --oneline -1', 'remote: done\nabc1234 Newest'))).toEqual({
      'last commit': 'abc1234 Newest',
    })
    expect(git(ran('git fetch -q && git log --oneline -3', 'abc1234 Newest\ndef5678 Older'))).toEqual({})
    expect(git(ran('git log --oneline HEAD..origin/main', 'abc1234 Newest'))).toEqual({})
  })

  it.each([
    [
      'git status',
      'On branch main\nChanges to be committed:\n\tmodified:   src/a.ts\n\tmodified:   src/b.ts\n\nChanges not staged for commit:\n\tmodified:   src/b.ts\n\tmodified:   .app/settings.json\n',
    ],
    ['git status --short', 'M  src/a.ts\nMM src/b.ts\n M .app/settings.json'],
  ])('keeps what %s shows beside what is staged', (command, output) => {
    const commit = ran('git commit -m "Fix it"', '[main 1a2b3c4] Fix it\n 2 files changed', false)
    expect(git(ran(command, output, false), commit)['uncommitted']).toBe('src/b.ts, .app/settings.json')
  })

  it('has the relation to its remote that the checked out branch has', () => {
    const onMain = ran('git status -sb', '## main...origin/main', false)
    const away = ran('git checkout -b fix', "Switched to a new branch 'fix'", false)
    expect(git(onMain, away)['pushed']).toBeUndefined()
    const rebased = ran(
      'git rebase --continue',
      '[detached HEAD 1a2b3c4] x\nSuccessfully rebased and updated refs/heads/fix.',
      false,
    )
    expect(git(rebased)['branch']).toBe('fix')
  })

  it('is not pushed where its branch only tracks one of another name', () => {
    const made = ran(
      'git checkout -b fix/a origin/main && git status -sb',
      "branch 'fix/a' set up to track 'origin/main'.\n## fix/a...origin/main",
      false,
    )
    const tracks = 'no call shows a push (tracks origin/main)'
    expect(git(made)).toMatchObject({ branch: 'fix/a', pushed: tracks })
    const words = ran(
      'git checkout -b fix/a origin/main',
      "branch 'fix/a' set up to track 'origin/main'.",
      false,
    )
    expect(git(words)['pushed']).toBe(tracks)
    const behind = "On branch fix/a\nYour branch is behind 'origin/main' by 2 commits.\n\nnothing to commit"
    expect(git(ran('git status', behind))['pushed']).toBe(
      'no call shows a push (tracks origin/main, behind 2)',
    )
    const commit = ran('git commit -am "Fix it"', '[fix/a 1a2b3c4] Fix it', false)
    const status = ran('git status -sb', '## fix/a...origin/main [ahead 1]', false)
    expect(git(made, commit, status)['pushed']).toBe('no: no call shows a push of 1a2b3c4')
    const push = ran('git push origin fix/a', ' * [new branch]  fix/a -> fix/a', false)
    expect(git(made, commit, push, status)['pushed']).toBe('yes: fix/a -> fix/a')
    const next = ran(
      'git checkout -b fix/b origin/main',
      "branch 'fix/b' set up to track 'origin/main'.",
      false,
    )
    expect(git(made, commit, push, next)['pushed']).toBe(tracks)
    const longer = ran('git log --oneline -1', 'abc1234 (HEAD -> fix, origin/fix-2) Newest')
    expect(git(longer)['pushed']).toBeUndefined()
  })

  it('is not pushed by a row that says so', () => {
    const commit = (hash: string) => ran(`git commit -am "${hash}"`, `[main ${hash}] Fix it`, false)
    const before = parseLedger(renderLedger(ledgerOfMessages(commit('1a2b3c4'))).text)
    const whole = mergeLedgers(before, ledgerOfMessages(commit('5e6f7a8'), { from: 2 }))
    expect(whole.rows.find(({ section, key }) => section === 'git' && key === 'pushed')?.value).toBe(
      'no: no call shows a push of 5e6f7a8',
    )
  })

  it('has the hash that a rebase gave its last commit, once a push shows it', () => {
    const commit = ran('git commit -am "Fix it"', '[main 1a2b3c4] Fix it', false)
    const rebase = ran(
      'git pull --rebase',
      'Rebasing (1/1)\rSuccessfully rebased and updated refs/heads/main.',
      false,
    )
    const push = ran('git push', '   aaaaaaa..9f8e7d6  main -> main', false)
    expect(git(commit, rebase)['last commit']).toBe('(rebased) Fix it')
    expect(git(commit, rebase, push)['last commit']).toBe('9f8e7d6 Fix it')
    expect(git(commit, rebase, push)['pushed']).toBe('yes: main -> main')
    expect(git(commit, push, rebase)['pushed']).toBe('no: rebased after the last push')
    expect(git(commit, rebase, edited('/repo/a.ts'))['uncommitted']).toBe('/repo/a.ts')
  })

  it('has the subject of a commit that a fast-forward shows by its hash alone', () => {
    const commit = ran('git commit -am "Fix it"', '[fix 1a2b3c4] Fix it', false)
    const merge = ran(
      'git checkout main && git merge fix',
      "Switched to branch 'main'\nUpdating 0a0b0c0..1a2b3c4\nFast-forward\n a.ts | 1 +",
      false,
    )
    expect(git(commit, merge)).toMatchObject({ branch: 'main', 'last commit': '1a2b3c4 Fix it' })
  })

  it('has the branch that a command names where git says nothing of it', () => {
    expect(git(ran('git checkout -b fix', '', false))).toEqual({ branch: 'fix' })
    expect(git(ran('git checkout old', "Your branch is up to date with 'origin/old'.", false))).toEqual({
      branch: 'old',
      pushed: 'yes: up to date with origin/old',
    })
    expect(git(ran('git checkout src/a.ts', 'Updated 1 path from the index', false))).toEqual({})
    const changed = ran('git status --short', ' M src/lists/a.ts\n M src/b.ts', false)
    const back = ran('git checkout src/lists/', 'Updated 1 path from the index', false)
    expect(git(changed, back).uncommitted).toBe('src/b.ts')
  })

  it('knows a file that git listed before it was written over', () => {
    const write = ran("cat > docs/plan.md <<'E'\nOne step.\nE")
    const states = (...steps: readonly (readonly Message[])[]): readonly string[] =>
      rowsOf(steps.flat(), 'files').map(({ state }) => state)
    const listed = ran('git status --short', ' M docs/plan.md\n M a.ts')
    expect(states(listed, write)).toEqual(['modified'])
    expect(states(write, listed)).toEqual(['created'])
    expect(states(ran('git diff --stat', ' docs/plan.md | 2 +-\n 1 file changed'), write)).toEqual([
      'modified',
    ])
    expect(states(ran('git status --short', ' M plan.md'), write)).toEqual(['created'])
    expect(states(listed, ran('rm docs/plan.md'), write)).toEqual(['deleted, created'])
    for (const steps of [
      [listed, write, listed],
      [ran('git status --short', ' M a.ts'), write, listed],
    ]) {
      const { text } = renderLedger(ledgerOfMessages(steps.flat()))
      expect(renderLedger(parseLedger(text)).text).toBe(text)
    }
  })

  it('keeps the pull request that was made', () => {
    const made = ran('gh pr create --fill', 'https://github.com/me/app/pull/12')
    const looked = (number: number) =>
      ran(`gh pr view ${number}`, `title:\tA change\nstate:\tOPEN\nnumber:\t${number}`)
    expect(git(made, looked(7))['pull request']).toBe('https://github.com/me/app/pull/12 created')
    expect(git(made, looked(12))['pull request']).toBe('#12 A change (OPEN)')
    const reviewed = ran('gh pr view 12 --json reviews', '{"reviews":[{"state":"COMMENTED"}]}', false)
    expect(git(reviewed)['pull request']).toBe('looked at #12')
    expect(git(made, looked(12), looked(7), reviewed)['pull request']).toBe('#12 A change (OPEN)')
  })

  it('is at a commit that was made without a word, by its message and the hash of the push', () => {
    const first = ran('git commit -m one', '[fix 1a2b3c4] one', false)
    const quiet = (flags = '-q -m "Mend it\n\nMore of it"'): readonly Message[] =>
      ran(`git add -A && git commit ${flags}`, '', false)
    const push = ran('git push', 'To github.com:me/app.git\n   1a2b3c4..5e6f7a8  fix -> fix', false)
    expect(git(first, quiet())).toMatchObject({
      'last commit': '(hash not printed) Mend it',
      pushed: 'no: no call shows a push of it',
    })
    expect(git(first, quiet('-qm "$(cat <<\'EOF\'\nMend it\n\nMore\nEOF\n)"'))['last commit']).toBe(
      '(hash not printed) Mend it',
    )
    expect(git(first, quiet('-q -m "$MESSAGE"'))['last commit']).toBe('(hash not printed)')
    expect(git(first, quiet('-q --amend --no-edit'))['last commit']).toBe('(hash not printed) one')
    expect(git(first, quiet(), push)).toMatchObject({
      'last commit': '5e6f7a8 Mend it',
      pushed: 'yes: fix -> fix (github.com:me/app.git)',
    })
    const shown = ran('git log --oneline -1', '5e6f7a8 Mend it')
    expect(git(first, quiet(), edited('/r/a.ts'), shown)).toMatchObject({
      'last commit': '5e6f7a8 Mend it',
      uncommitted: '/r/a.ts',
    })
    const back = parseLedger(renderLedger(ledgerOfMessages([...first, ...quiet()])).text)
    expect(back.rows.find(({ key }) => key === 'last commit')?.value).toBe('(hash not printed) Mend it')
  })

  it('says that a pull request is a draft until it is marked as ready', () => {
    const url = 'https://github.com/me/app/pull/12'
    const made = ran('gh pr create --draft --fill', url)
    expect(git(made)['pull request']).toBe(`${url} created as a draft`)
    expect(git(ran('glab mr create -d "-d is a text"', url))['pull request']).toBe(`${url} created`)
    const json = JSON.stringify({ number: 12, state: 'OPEN', isDraft: true })
    expect(git(ran('gh pr view --json number,state,isDraft', json))['pull request']).toBe('#12 (OPEN, draft)')
    const ready = '✓ Pull request me/app#12 is marked as "ready for review"'
    expect(git(made, ran('gh pr ready 12', ready))['pull request']).toBe(ready)
    expect(git(made, ran('gh pr ready 12', 'no such request', false))['pull request']).toMatch(/draft$/)
  })

  it('is on the branch that a pull request is made of', () => {
    const url = 'https://github.com/me/app/pull/12'
    const printed = `Warning: 1 uncommitted change\n\nCreating draft pull request for fix/a into main in me/app\n\n${url}`
    expect(git(ran('gh pr create -d --fill', printed))).toMatchObject({
      branch: 'fix/a',
      'pull request': `${url} created as a draft`,
    })
  })

  it('has a pull request of somebody else as one that was looked at, with its last state', () => {
    const listed = JSON.stringify({
      files: Array.from({ length: 200 }, (_, at) => ({ path: `src/a${at}.ts` })),
      latestReviews: [{ state: 'CLOSED', title: 'No' }],
      number: 7,
      state: 'OPEN',
      title: 'Add lists',
    })
    const looked = ran('gh pr view 7 --json files,latestReviews,number,state,title', listed, false)
    expect(git(looked)['pull request']).toBe('looked at #7 Add lists (OPEN)')
    const out = ran('gh pr checkout 7', "Switched to branch 'lists'", false)
    expect(git(looked, out)['pull request']).toBe('checked out #7 Add lists (OPEN)')
    const other = ran('gh pr view 8', 'state:\tMERGED\nnumber:\t8')
    expect(git(looked, out, other)['pull request']).toBe('checked out #7 Add lists (OPEN)')
    expect(git(looked, other)['pull request']).toBeUndefined()
    expect(git([said('user', 'Is PR #7 like 8?')], looked, other)['pull request']).toBe(
      'looked at #7 Add lists (OPEN)',
    )
    const { text } = renderLedger(ledgerOfMessages([...looked, ...out]))
    expect(renderLedger(parseLedger(text)).text).toBe(text)
  })
})

describe('a list of pull requests', () => {
  const request = { number: 7, title: 'Add lists', state: 'OPEN', isDraft: true, headRefName: 'lists' }
  const listed = (flags: string, output: string) => git(ran(`gh pr list ${flags}`, output))['pull request']

  it('has that of a branch, where it is the only one', () => {
    const fields = '--json number,title,state,isDraft'
    expect(listed(`--head lists ${fields}`, JSON.stringify([request]))).toBe(
      'looked at #7 Add lists (OPEN, draft)',
    )
    expect(listed(`--head lists ${fields}`, JSON.stringify([request, { ...request, number: 8 }]))).toBe(
      undefined,
    )
    expect(listed('-H lists', '7\tAdd lists\tlists\tDRAFT\t2026-01-02T03:04:05Z')).toBe(
      'looked at #7 Add lists (OPEN, draft)',
    )
    expect(listed('--head=lists --state all', '7\tAdd lists\tlists\tMERGED')).toBe(
      'looked at #7 Add lists (MERGED)',
    )
  })

  it('is none of the work where it is of all branches', () => {
    expect(listed('--limit 1', '7\tAdd lists\tlists\tOPEN\t2026-01-02T03:04:05Z')).toBe(undefined)
    expect(listed('--head lists', 'no pull requests match your search in me/app')).toBe(undefined)
  })
})

describe('a pull request that was merged or closed', () => {
  const made = ran('gh pr create --fill', 'https://github.com/me/app/pull/8', false)

  it.each<[string, string, string, boolean]>([
    [
      'gh pr merge 8 --squash --delete-branch',
      'Updating 1a2b3c4..5d6e7f8\nFast-forward',
      '#8 (MERGED)',
      false,
    ],
    ['gh pr close 8', '', '#8 (CLOSED)', false],
    ['gh pr merge 8 --auto --squash', '', '#8', false],
    ['gh pr merge 8', 'GraphQL: Pull Request is not mergeable', '#8', true],
  ])('says so without a terminal: %s, %s', (command, output, value, isError) => {
    expect(git(made, ran(command, output, isError))['pull request']).toBe(value)
  })
})

describe('comments', () => {
  const reply = (comment: number): readonly Message[] =>
    ran(`gh api repos/me/app/pulls/7/comments/${comment}/replies -f body="Done."`, '{"id": 1}', false)
  const looked = ran('gh pr view 7', 'title:\tAdd lists\nstate:\tOPEN\nnumber:\t7', false)

  it('that were posted are counted with their pull request', () => {
    expect(git(looked, reply(1), reply(2))['pull request']).toBe(
      'looked at #7 Add lists (OPEN), 2 comments posted',
    )
    expect(git(reply(1), looked)['pull request']).toBe('looked at #7 Add lists (OPEN), 1 comment posted')
    const replies = [reply(1), reply(2), reply(3)]
    const atOnce = [0, 1].map(at => ({
      ...(replies[0]?.[at] as Message),
      blocks: replies.flatMap(own => own[at]?.blocks ?? []),
    }))
    expect(git(atOnce)['pull request']).toBe('#7, 3 comments posted')
    const both = ran('gh pr comment 7 -b a && gh pr review 7 --approve', '', false)
    expect(git(both)['pull request']).toBe('#7, 2 comments posted')
    const made = ran('gh pr create --fill', 'https://github.com/me/app/pull/8', false)
    const own = ran('gh pr comment -b "Ready."', 'https://github.com/me/app/pull/8#issuecomment-1', false)
    expect(git(made, own, reply(1))['pull request']).toBe(
      'https://github.com/me/app/pull/8 created, 1 comment posted',
    )
    expect(git(ran('gh issue comment 12 --body x', '', false))).toEqual({ issue: '#12, 1 comment posted' })
    const linked = ran('gh pr comment --body "as in https://github.com/me/app/pull/9" 12', '', false)
    expect(git(linked)['pull request']).toBe('#12, 1 comment posted')
    const byAddress = ran('gh pr comment https://github.com/me/app/pull/9 --body x', '', false)
    expect(git(byAddress)['pull request']).toBe('#9, 1 comment posted')
    const posted = ran('gh api -XPOST repos/me/app/issues/7/comments -f body=x', '{}', false)
    expect(git(posted)).toEqual({ issue: '#7, 1 comment posted' })
  })

  it.each([
    ['gh api repos/me/app/pulls/7/comments --paginate', '[]', false],
    ['gh api repos/me/app/pulls/comments/12 -X PATCH -f body=x', '{}', false],
    ['gh api repos/me/app/pulls/7/comments/1/replies -f body=x', 'gh: Not Found (HTTP 404)', undefined],
    ['gh pr comment 7 -b x', 'could not add comment', true],
    ['gh api --method=GET repos/me/app/issues/7/comments -f per_page=100', '[]', false],
    ['gh api -XGET repos/me/app/issues/7/comments -f per_page=100', '[]', false],
  ])('are none after %s: %s', (command, output, isError) => {
    expect(git(ran(command, output, isError))).toEqual({})
  })

  it('are counted on from a rendering', () => {
    const { text } = renderLedger(ledgerOfMessages([...looked, ...reply(1)]))
    expect(renderLedger(parseLedger(text)).text).toBe(text)
    const more = mergeLedgers(parseLedger(text), ledgerOfMessages(reply(2), { from: 4 }))
    expect(more.rows.find(({ key }) => key === 'pull request')?.value).toBe(
      'looked at #7 Add lists (OPEN), 2 comments posted',
    )
    const comment = (number: number): readonly Message[] => ran(`gh pr comment ${number} -b x`, '', false)
    const one = parseLedger(renderLedger(ledgerOfMessages(comment(12))).text)
    const other = mergeLedgers(one, ledgerOfMessages(comment(13), { from: 2 }))
    const whole = ledgerOfMessages([...comment(12), ...comment(13)])
    const request = ({ rows }: Ledger) => rows.find(({ key }) => key === 'pull request')?.value
    expect(request(whole)).toBe('#13, 1 comment posted')
    expect(request(other)).toBe(request(whole))
  })
})

describe('a session that edits files', () => {
  const none = 'none shown by these calls'
  const edit = edited('/repo/src/a.ts')
  const made = answered('Write', { file_path: '/w/solve.py', content: 'x' }, 'File created.')
  const commit = ran('git commit -am x', '[main 1a2b3c4] x', false)

  it('says that no call shows a commit', () => {
    expect(git(edit)).toEqual({ commits: none })
    expect(git(ran('git log --oneline -1', 'abc1234 Older'), edit)).toEqual({
      'last commit': 'abc1234 Older',
      commits: none,
      uncommitted: '/repo/src/a.ts',
    })
    expect(git(made, ran('git diff'))['commits']).toBe(none)
    expect(git(made, edit)['commits']).toBe(none)
    expect(git(edit, ran('gh pr list', '12\tFix it\tfix', false))['commits']).toBe(none)
    const trial = 'cd /tmp/trial && git init && git add . && git commit -m "Try it"'
    expect(git(edit, ran(trial, '[main (root-commit) 1a2b3c4] Try it', false))['commits']).toBe(
      `${none} here`,
    )
    expect(git(edit, ran('jj log', '@  x', false))['commits']).toBe(none)
    expect(git(edit, ran('hg commit -m x', 'abort: no username', true))['commits']).toBe(none)
    expect(git(edit, ran('git commit -m x', 'lint failed\nerror: hook declined', true))['commits']).toBe(none)
  })

  it.each([
    ['nothing was edited', [ran('git branch --show-current', 'main')]],
    ['only scratch files were edited', [edited('/tmp/a.ts')]],
    ['a file was made and deleted again', [ran('touch a.ts', '', false), ran('rm a.ts', '', false)]],
    ['all files were made and nothing asks git', [made, edited('/w/solve.py'), ran('python solve.py')]],
    ['a commit was made', [edit, commit, edit]],
    ['a commit was made without a word', [edit, ran('git commit -qam x', '', false), edit]],
    ['nobody knows what became of a commit', [edit, ran('git commit -F message', 'husky: done', false)]],
    ['a pull request was made of it', [edit, ran('gh pr create --fill', 'done', false)]],
    ['another program committed', [edit, ran('cd /repo && hg commit -m x', '', false)]],
    ['every change is a commit', [edit, ran('jj --quiet describe -m x', 'Working copy now at: x', false)]],
    ['a status lists nothing', [edit, ran('git status --short', '', false)]],
    [
      'somebody else committed',
      [
        ran('git log --oneline -1', 'abc1234 Older'),
        edit,
        ran('git log --oneline -1', 'def5678 Newer'),
        edit,
      ],
    ],
  ])('does not say so where %s', (_when, steps) => {
    expect(git(...steps)['commits']).toBeUndefined()
  })

  it('goes on from its rendering', () => {
    const first = ledgerOfMessages(edit)
    const { text } = renderLedger(first)
    expect(text).toContain(`- commits #1: ${none}`)
    expect(renderLedger(parseLedger(text)).text).toBe(text)
    const commitsOf = (before: Ledger, ...later: readonly (readonly Message[])[]) =>
      mergeLedgers(before, ledgerOfMessages(later.flat(), { from: 2 })).rows.find(
        ({ section, key }) => section === 'git' && key === 'commits',
      )?.value
    expect(commitsOf(parseLedger(text), edit)).toBe(none)
    expect(commitsOf(parseLedger(text), commit)).toBeUndefined()
    const committed = parseLedger(renderLedger(ledgerOfMessages(commit)).text)
    expect(commitsOf(committed, edit)).toBeUndefined()
  })
})

describe('what hosts change about an output', () => {
  it('says that a filter left no name of a failed test', () => {
    const value = (command: string, output: string): string | undefined =>
      rowsOf(ran(command, output, false), 'checks')[0]?.value
    const unnamed = 'which tests failed was not printed'
    const cut = '--- PASS: TestB (0.00s)\nFAIL\nFAIL\texample.com/app\t0.598s\nFAIL'
    expect(value('go test ./app -v 2>&1 | tail -4', cut)).toContain(unnamed)
    expect(value('npm test 2>&1 | tail -2', 'Tests  2 failed | 3 passed (5)')).toContain(unnamed)
    const named = '--- FAIL: TestA (0.00s)\nFAIL\texample.com/app\t0.598s\nFAIL'
    expect(value('go test ./app -v 2>&1 | tail -4', named)).not.toContain(unnamed)
    const broken = 'app/a.go:3:1: undefined: x\nFAIL\texample.com/app [build failed]\nFAIL'
    expect(value('go test ./app -v 2>&1 | tail -4', broken)).not.toContain(unnamed)
    const sums =
      'Test Suites: 1 failed, 1 total\nTests:       2 failed, 3 passed, 5 total\nTime:        1.2 s'
    expect(value('npx jest 2>&1 | tail -3', sums)).toContain(unnamed)
    const ended = 'FAIL\nexit status 1\nFAIL\texample.com/app\t0.598s'
    expect(value('go test -v ./app 2>&1 | tail -3', ended)).toContain(unnamed)
    expect(value('pytest -q 2>&1 | tail -1', '==== 2 failed, 3 passed in 0.41s ====')).toContain(unnamed)
  })

  it.each([
    ['vitest', ' FAIL  src/a.test.ts > adds > two numbers'],
    ['npx jest', 'FAIL src/a.test.js\n  ● adds › two numbers'],
    ['npx playwright test', '1 failed\n [chromium] › tests/login.spec.ts:12:5 › logs in'],
    ['npm test', '2 failed tests:\n  adds two\n  adds three'],
    ['go test ./app', 'FAIL\texample.com/app [build failed]'],
    ['go test ./app', 'exit status 1'],
  ])('does not say so where `%s` names them, or came to no test: %s', (command, output) => {
    const [row] = rowsOf(ran(`${command} 2>&1 | tail -4`, `${output}\nExit code 1`, true), 'checks')
    expect(row?.state).toBe('failed')
    expect(row?.value).not.toContain('was not printed')
  })

  it('names the commits before the last', () => {
    const commit = (hash: string, subject: string): readonly Message[] =>
      ran(`git commit -m "${subject}"`, `[main ${hash}] ${subject}\n 1 file changed`, false)
    const three = [commit('1a2b3c4', 'One'), commit('2b3c4d5', 'Two'), commit('3c4d5e6', 'Three')]
    expect(git(...three)['earlier commits']).toBe('2b3c4d5 Two | 1a2b3c4 One')
    expect(git(commit('1a2b3c4', 'One'))).not.toHaveProperty('earlier commits')
    const amended = ran('git commit --amend -m "New"', '[main 9f9f9f9] New\n 1 file changed', false)
    expect(git(...three, amended)['earlier commits']).toBe('2b3c4d5 Two | 1a2b3c4 One')
    expect(git(...three, ran('git log --oneline -1', '3c4d5e6 Three', false))['earlier commits']).toBe(
      '2b3c4d5 Two | 1a2b3c4 One',
    )
    expect(git(...three, ran('git checkout -b b', "Switched to a new branch 'b'", false))).toHaveProperty(
      'earlier commits',
    )
    expect(git(...three, ran('git checkout b', "Switched to branch 'b'", false))).not.toHaveProperty(
      'earlier commits',
    )
    const { text } = renderLedger(ledgerOfMessages(three.flat()))
    expect(renderLedger(parseLedger(text)).text).toBe(text)
  })

  describe('does not name commits before the last that may be gone', () => {
    const commit = (hash: string, subject: string): readonly Message[] =>
      ran(`git commit -m "${subject}"`, `[main ${hash}] ${subject}\n 1 file changed`, false)
    const two = [commit('1a2b3c4', 'One'), commit('2b3c4d5', 'Two')]
    const next = commit('3c4d5e6', 'Three')
    const rebased = ran('git rebase origin/main', 'Successfully rebased and updated refs/heads/main.', false)
    const earlier = (...steps: readonly (readonly Message[])[]): string | undefined =>
      git(...steps)['earlier commits']

    it.each([
      ['git reset --hard 0a0b0c0', 'HEAD is now at 0a0b0c0 Zero'],
      ['git reset --hard origin/main', 'HEAD is now at 0a0b0c0 Zero'],
      ['git reset --soft origin/main', ''],
      ['git reset 0a0b0c0', ''],
      ['git reset ORIG_HEAD', ''],
      ['git reset HEAD@{1}', ''],
      ['git log --oneline -1', '0a0b0c0 Zero'],
    ])('%s', (command, output) => {
      const reset = ran(command, output, false)
      expect(earlier(...two, reset)).toBeUndefined()
      expect(earlier(...two, reset, next)).toBeUndefined()
      expect(earlier(...two, reset, next, commit('4d5e6f7', 'Four'))).toBe('3c4d5e6 Three')
    })

    it.each(['git reset --soft origin/main', 'git reset -q --hard origin/main'])(
      'knows no last commit after %s, which says none',
      command => {
        expect(git(...two, ran(command, '', false))).not.toHaveProperty('last commit')
      },
    )

    it('stays with what an aborted rebase leaves', () => {
      expect(earlier(...two, ran('git rebase --abort', '', false))).toBe('1a2b3c4 One')
    })

    it.each([
      'git reset',
      'git reset HEAD',
      'git reset src/a.ts',
      'git reset -- Makefile',
      'git reset Makefile',
    ])('stays with what %s leaves', command => {
      expect(earlier(...two, ran(command, '', false))).toBe('1a2b3c4 One')
    })

    it('counts those that a reset undoes', () => {
      const reset = ran('git reset --hard HEAD~1', 'HEAD is now at 2b3c4d5 Two', false)
      expect(earlier(...two, next, reset)).toBe('1a2b3c4 One')
    })

    it('names those after a rebase alone', () => {
      expect(earlier(...two, rebased)).toBeUndefined()
      expect(earlier(...two, rebased, next, commit('4d5e6f7', 'Four'))).toBe('3c4d5e6 Three')
      const silent = [...two, ran('git fetch -q && git rebase -q origin/main', '', false)]
      expect(earlier(...silent)).toBeUndefined()
      expect(git(...silent)['last commit']).toBe('2b3c4d5 Two (perhaps rebased since)')
      const { text } = renderLedger(ledgerOfMessages(silent.flat()))
      expect(renderLedger(parseLedger(text)).text).toBe(text)
      const pushed = ran('git push', 'To github.com:me/app.git\n   1a2b3c4..2b3c4d5  main -> main', false)
      const before = [...two, pushed, ...silent.slice(-1)]
      const yes = 'yes: main -> main (github.com:me/app.git)'
      expect(git(...before)['pushed']).toBe(`${yes} (perhaps rebased since)`)
      const { text: again } = renderLedger(ledgerOfMessages(before.flat()))
      expect(renderLedger(parseLedger(again)).text).toBe(again)
      const push = ran('git push -f', ' + 2b3c4d5...9f8e7d6 main -> main (forced update)', false)
      expect(git(...silent, push)['last commit']).toBe('9f8e7d6 Two')
      expect(git(...silent, push)['pushed']).toBe('yes: main -> main')
      const log = ran('git log --oneline -1', '9f8e7d6 Two', false)
      expect(git(...silent, log)['last commit']).toBe('9f8e7d6 Two')
    })

    it('goes on from a rendering only until there is another last commit', () => {
      const before = parseLedger(renderLedger(ledgerOfMessages(two.flat())).text)
      const goingOn = (...steps: readonly (readonly Message[])[]): string | undefined =>
        mergeLedgers(before, ledgerOfMessages(steps.flat(), { from: 4 })).rows.find(
          ({ key }) => key === 'earlier commits',
        )?.value
      expect(goingOn(ran('git log --oneline -1', '2b3c4d5 Two', false))).toBe('1a2b3c4 One')
      expect(goingOn(ran('git commit --amend -m New', '[main 9f9f9f9] New\n 1 file changed', false))).toBe(
        '1a2b3c4 One',
      )
      expect(goingOn(next)).toBeUndefined()
      expect(goingOn(rebased)).toBeUndefined()
      expect(goingOn(ran('git reset --hard HEAD~1', 'HEAD is now at 1a2b3c4 One', false))).toBeUndefined()
    })
  })

  it('says that a check shows no errors where nothing else was asked for', () => {
    const failed = ran('npm run check', "a.ts(1,2): error TS2304: Cannot find name 'x'.\nExit code 1", true)
    const states = (command: string, output = ''): readonly string[] =>
      rowsOf([...failed, ...ran(command, output)], 'checks').map(({ state }) => state)
    const quiet = 'npm run check 2>&1 | grep "error"'
    expect(states(quiet)).toEqual(['no errors shown'])
    expect(states('npm run check 2>&1 | grep -iE "error|fail" | head -5', '(no output)')).toEqual([
      'no errors shown',
    ])
    const ledger = ledgerOfMessages([...ran('npm run check', 'Exit code 0', false), ...ran(quiet, '', false)])
    const { text } = renderLedger(ledger)
    expect(text).toContain('- no errors shown #4 `npm run check`: passed before')
    expect(renderLedger(parseLedger(text)).text).toBe(text)
    expect(states('npm run check 2>&1 | grep "error"', 'a.ts(1,2): error TS2304: no x')).toEqual(['failed'])
    expect(states('npm run check 2>&1 | grep -v "error"')).toEqual(['unknown'])
    expect(states('npm run check 2>&1 | grep "warning"')).toEqual(['unknown'])
  })

  it('settles a failure by a wider run that passed, though a later one shows no result', () => {
    const steps = [
      ran('npm test -- a.test.ts', 'Tests  1 failed (1)\nExit code 1', true),
      ran('npm test', 'Tests  5 passed (5)', false),
      ran('npm test 2>&1 | grep error', '', false),
    ]
    const rows = rowsOf(steps.flat(), 'checks').filter(({ state }) => state !== 'hidden')
    expect(rows.map(({ key }) => key)).toEqual(['npm test'])
  })

  it('has nothing to commit of a file that was made and deleted again', () => {
    const made = answered('Write', { file_path: '/repo/src/new.ts', content: 'x' }, 'File created.')
    const deleted = ran('rm /repo/src/new.ts', '', false)
    const branch = ran('git branch --show-current', 'main', false)
    expect(git(branch, edited('/repo/src/a.ts'), made, deleted)['uncommitted']).toBe('/repo/src/a.ts')
    const commit = ran('git add -A && git commit -m x', '[main 1a2b3c4] x\n 1 file changed', false)
    expect(git(branch, made, commit, deleted)['uncommitted']).toBe('/repo/src/new.ts')
  })

  it('forgets edits that somebody else may have committed', () => {
    const before = ran('git log --oneline -1', '1a2b3c4 First', false)
    const after = ran('git log --oneline -1', '5d6e7f8 Second', false)
    const first = edited('/repo/src/a.ts')
    expect(git(before, first, before)['uncommitted']).toBe('/repo/src/a.ts')
    expect(git(before, first, after)).not.toHaveProperty('uncommitted')
    expect(git(before, first, after, edited('/repo/src/b.ts'))['uncommitted']).toBe('/repo/src/b.ts')
  })

  it('does not hide what is uncommitted', () => {
    const status =
      'On branch main\nChanges not staged for commit:\n  (use "git add <file>..." to update what will be committed)\n        modified:   src/a.ts\n\nno changes added to commit (use "git add" and/or "git commit -a")'
    expect(git(ran('git status', status, false))).toMatchObject({ uncommitted: 'src/a.ts' })
  })

  it('leaves a refused patch refused, however much of it is repeated', () => {
    const patch = `*** Begin Patch\n*** Update File: docs/tasks.md\n@@\n-# Tasks\n+- [ ] Write it\n+- [x] Read it\n*** End Patch`
    const refused = answered(
      'apply_patch',
      { input: patch },
      `apply_patch verification failed: ${'no such line\n'.repeat(300)}`,
    )
    expect(rowsOf(refused, 'tasks')).toEqual([])
    expect(rowsOf(refused, 'files')).toEqual([])
  })

  it('does not make an error of a test that passes', () => {
    const [error] = rowsOf(
      ran(
        'go test ./... | tail -5',
        '--- PASS: TestEmpty (0.00s)\n=== RUN   TestFull\nFAIL\nFAIL\texample.com/app\t2.6s',
        true,
      ),
      'errors',
    )
    expect(error?.value).toBe('FAIL\texample.com/app\t2.6s')
  })
})

describe('an agent that says that all tests pass', () => {
  const failed = ran('make integration-test', 'Exit code 1\n--- FAIL: TestResume (3.3s)', true)

  it('is believed where a check by another name has passed since', () => {
    const proven = [
      ...failed,
      ...ran('go test -tags=integration ./...', 'ok  \texample.com/app\t51.480s', false),
      said('assistant', 'All integration tests pass.'),
    ]
    expect(rowsOf(proven, 'errors').map(({ state }) => state)).toEqual(['past'])
  })

  it('is not believed without that, nor where it only wants to see it', () => {
    for (const later of [
      [said('assistant', 'All integration tests pass.')],
      [
        ...ran('go test ./one', 'ok  \texample.com/one\t1.4s', false),
        said('assistant', 'I will make sure that all tests pass.'),
      ],
    ])
      expect(rowsOf([...failed, ...later], 'errors').map(({ state }) => state)).toEqual(['open'])
  })
})

describe('a command that the user ran', () => {
  const commit = [
    ...ran('git commit -am "Fix it"', '[main 1a2b3c4] Fix it', false),
    ...ran('git push', '   aaaaaaa..1a2b3c4  main -> main', false),
    ...ran('npm test', 'Tests  12 passed (12)', false),
  ]
  const rebased = 'Rebasing (1/1)\rSuccessfully rebased and updated refs/heads/main.'

  it.each([
    [
      'Claude Code',
      [
        '<bash-input>git pull --rebase</bash-input>',
        `<bash-stdout>${rebased}</bash-stdout><bash-stderr></bash-stderr>`,
      ],
    ],
    [
      'Codex',
      [
        `<user_shell_command>\n<command>\ngit pull --rebase\n</command>\n<result>\nExit code: 0\nDuration: 1.2 seconds\nOutput:\n${rebased}\n</result>\n</user_shell_command>`,
      ],
    ],
    [
      'Gemini CLI',
      [
        `I ran the following shell command:\n\`\`\`sh\ngit pull --rebase\n\`\`\`\n\nThis produced the following result:\n\`\`\`\n${rebased}\n\`\`\``,
      ],
    ],
    ['pi', [`Ran \`git pull --rebase\`\n\`\`\`\n${rebased}\n\`\`\``]],
  ])('changes the repository: %s', (_, texts) => {
    const steps = [...commit, ...texts.map(text => said('user', text))]
    expect(git(steps)).toMatchObject({
      'last commit': '(rebased) Fix it',
      pushed: 'no: rebased after the last push',
    })
    expect(rowsOf(steps, 'checks')[0]?.note).toBe('pull since')
  })

  it('is a check, and none where nothing was printed yet', () => {
    const typed = said('user', '<bash-input>npm run lint</bash-input>')
    const problems = '2 problems (2 errors, 0 warnings)'
    const printed = said('user', `<bash-stdout>${problems}</bash-stdout><bash-stderr></bash-stderr>`)
    expect(rowsOf([typed, printed], 'checks')).toMatchObject([{ key: 'npm run lint', state: 'failed' }])
    expect(rowsOf([typed], 'checks')).toEqual([])
    expect(rowsOf([printed], 'checks')).toEqual([])
  })
})

describe('a program behind a pipe', () => {
  it('is not resolved by what feeds it', () => {
    const broken = ran('go run ./app list | python3 -c "import x"', 'Exit code 1\nSyntaxError: bad', true)
    expect(rowsOf([...broken, ...ran('go run ./app list', 'fine', false)], 'errors')).toMatchObject([
      { state: 'open' },
    ])
  })
})

describe('a refused edit', () => {
  it('of several files is that of the file which the tool names', () => {
    const patch = ['a.ts', 'b.ts'].map(path => `*** Update File: src/${path}\n@@\n-old\n+new\n`).join('')
    const refused = (why: string) =>
      answered('apply_patch', { input: `*** Begin Patch\n${patch}*** End Patch` }, why, true)
    const blamed = (why: string) => rowsOf(refused(why), 'errors').map(({ key }) => key)
    expect(blamed('apply_patch verification failed: Failed to find expected lines in src/a.ts:')).toEqual([
      'apply_patch src/a.ts',
    ])
    expect(blamed('Error: the patch does not apply')).toEqual([
      'apply_patch src/a.ts',
      'apply_patch src/b.ts',
    ])
  })

  it('is decided by what the tool says, not by what it repeats', () => {
    const [error] = rowsOf(
      answered(
        'apply_patch',
        { input: '*** Begin Patch\n*** Update File: a.ts\n@@\n-x\n+y\n*** End Patch' },
        "apply_patch verification failed: Failed to find expected lines in a.ts:\nit('throws an Error: undefined', () => {",
      ),
      'errors',
    )
    expect(error?.value).toBe('apply_patch verification failed: Failed to find expected lines in a.ts:')
  })
})

describe('what is still so', () => {
  it('is what a stash brought back', () => {
    const output =
      'Saved working directory and index state WIP on main: 1a2b3c4 x\n0 issues.\nOn branch main\nChanges not staged for commit:\n\tmodified:   src/a.ts\n\nno changes added to commit (use "git add" and/or "git commit -a")\nDropped refs/stash@{0} (19dca9c)'
    expect(git(ran('git stash && npm run lint; git stash pop', output, false))).toMatchObject({
      uncommitted: 'src/a.ts',
    })
  })

  it('is an error that another command still shows', () => {
    const error = "src/a.ts(5,15): error TS2305: Module 'b' has no exported member 'C'."
    const states = rowsOf(
      [
        ...ran('npm run publish', `${error}\nCommand exited with code 1`, true),
        ...ran('node a.js', 'fine', false),
        ...ran('node b.js', 'fine', false),
        ...ran('node c.js', 'fine', false),
        ...ran('npm run build', error, true),
      ],
      'errors',
    ).map(({ state }) => state)
    expect(states).toEqual(['open', 'open'])
  })
})

describe('a commit whose own line is not shown', () => {
  it('takes what was staged', () => {
    const committed = ran(
      'git add src/a.ts && git commit -m "x" 2>&1 | tail -1 && git push origin main 2>&1 | tail -2',
      'To https://example.com/app.git\n   c1a49bf..7e1ba22  main -> main',
      false,
    )
    expect(git(edited('src/a.ts'), committed)).not.toHaveProperty('uncommitted')
    const branch = ran('git branch --show-current', 'main', false)
    const refused = ran('git commit -m "x" | tail -1', 'error: the index is locked', false)
    expect(git(branch, edited('src/a.ts'), refused)).toMatchObject({ uncommitted: 'src/a.ts' })
  })

  it('is followed by what a request says of the files and the branch', () => {
    const state = git(
      ran('git status', 'On branch work\nnothing to commit, working tree clean', false),
      ran('gh pr create --fill', 'Warning: 3 uncommitted changes\nhttps://github.com/o/app/pull/7', false),
    )
    expect(state).not.toHaveProperty('uncommitted')
    expect(
      git(
        ran('git branch --show-current', 'work', false),
        ran(
          'gh pr merge 7 --squash --delete-branch',
          'From https://github.com/o/app\n * branch            main       -> FETCH_HEAD\nFast-forward',
          false,
        ),
      ),
    ).toMatchObject({ branch: 'main' })
  })

  it('leaves out personal settings, which are in no repository of the work', () => {
    const clean = ran('git status --short', '', false)
    const notes = edited('/Users/me/.claude/skills/review/skill.md')
    expect(git(clean, notes, edited('/Users/me/.codex/worktrees/1/app/a.ts'))).toMatchObject({
      uncommitted: '/Users/me/.codex/worktrees/1/app/a.ts',
    })
  })

  it('is the commit that a merged request has brought', () => {
    expect(
      git(
        ran('git commit -m "Open the door"', '[work 1a2b3c4] Open the door\n 1 file changed', false),
        ran(
          'gh pr merge 7 --squash --delete-branch',
          'From https://github.com/o/app\n * branch            main       -> FETCH_HEAD\nUpdating 5555aaaa..6666bbbb\nFast-forward\n a.ts | 1 +',
          false,
        ),
      ),
    ).toMatchObject({ branch: 'main', 'last commit': '6666bbbb' })
  })
})

describe('a chain of a check and another program', () => {
  const tried = 'go build -o /tmp/door ./cmd/door && /tmp/door open 2>&1; echo "Exit code: $?"'

  it('does not fail the check by the exit code of the program, nor show what that printed', () => {
    const [row] = rowsOf(ran(tried, 'Unknown command "open".\nExit code: 1', false), 'checks')
    expect(row).toMatchObject({ key: 'go build ./cmd/door -o /tmp/door', state: 'unknown', value: '' })
  })

  it('is over when the work has gone on without the program', () => {
    const steps = ['a', 'b', 'c'].flatMap(name => ran(`node ${name}.js`, 'Exit code 0\nfine'))
    const tries = ran(tried, 'Unknown command "open".\nExit code: 1', false)
    expect(rowsOf([...tries, ...steps], 'errors').map(({ state }) => state)).toEqual(['past'])
    const broken = ran('npm test && git push', 'Exit code 1\n2 tests failed', true)
    expect(rowsOf([...broken, ...steps], 'errors').map(({ state }) => state)).toEqual(['open'])
  })

  it('does not count a directory that was removed among the files that were changed since', () => {
    const removed = ran('rm -rf docs/old-notes && rm -r src/a.ts', '', false)
    expect(rowsOf([...ran('npm test', '5 passed', false), ...removed], 'checks')[0]?.note).toBe(
      '1 file changed since: a.ts',
    )
  })

  it('is no script that only has a name like one', () => {
    expect(rowsOf(ran('bash skills/test-harness.sh configure', 'Installed', false), 'checks')).toEqual([])
    expect(rowsOf(ran('bash scripts/test-unit.sh', 'fine', false), 'checks')).toHaveLength(1)
  })

  it('fails it where the compiler complains, behind a pipe too', () => {
    const broken = '# example.com/door/cmd\ncmd/door/main.go:18:10: undefined: openDoor'
    expect(rowsOf(ran('go build ./... 2>&1 | head -30', broken, false), 'checks')).toMatchObject([
      { state: 'failed', value: broken },
    ])
  })
})

describe('a script', () => {
  it('is shown from where it does something', () => {
    const script = 'set -euo pipefail\nDIRECTORY=$(mktemp -d)\ngit -C "$DIRECTORY" init'
    expect(rowsOf(ran(script, '', false), 'commands')[0]?.key).toBe('DIRECTORY=$(mktemp -d)\n…')
    expect(rowsOf(ran('set -e && npm test', '', false), 'commands')[0]?.key).toBe('npm test')
  })
})

describe('a wider run', () => {
  it('covers one of several tests whose names begin alike', () => {
    const checks = rowsOf(
      [
        ...ran(
          'go test ./app -run "TestCommit_Fails|TestCommit_Waits" -v',
          'FAIL\texample.com/app\t0.7s',
          true,
        ),
        ...ran('go test ./app -run "TestCommit_" -v', 'ok  \texample.com/app\t1.5s', false),
      ],
      'checks',
    )
    expect(checks.map(({ state }) => state)).toEqual(['passed'])
  })
})

describe('a program that is handed to a command', () => {
  it('is no file that was read', () => {
    const program = "gh api comments | jq --arg author me '[.[] | select(.by == $author)]'"
    expect(rowsOf(ran(program, '[]', false), 'files')).toEqual([])
  })
})

describe('what git is not said to have done', () => {
  const commit = ran(
    'git commit -am "Mend it"',
    '[main 1a2b3c4] Mend it\n 1 file changed, 1 insertion(+)',
    false,
  )

  it('a commit that a hook refused', () => {
    for (const refusal of ['husky - pre-commit hook exited with code 1 (error)', 'ruff.........Failed'])
      expect(git(ran('git commit -am "Mend it" 2>&1 | tail -3', refusal, false))).not.toHaveProperty(
        'last commit',
      )
    expect(
      git(ran('git commit -am "Mend it" 2>&1 | tail -1', ' 1 file changed, 1 insertion(+)', false)),
    ).toHaveProperty('last commit')
  })

  it('names the last commit by a log that other output precedes', () => {
    const status = 'On branch main\nnothing to commit, working tree clean\n'
    const log = '1a2b3c4 Mend it\n0a1b2c3 Before\n'
    expect(git(ran('git status && git log --oneline -2', status + log, false))['last commit']).toBe(
      '1a2b3c4 Mend it',
    )
    expect(git(ran('git status && git log --oneline -5', status + log, false))).not.toHaveProperty(
      'last commit',
    )
  })

  it('a clean tree after a commit is taken back whose edits stay', () => {
    expect(git(commit, ran('git reset --soft HEAD~1', '', false))).not.toHaveProperty('uncommitted')
    const hard = ran('git reset --hard HEAD~1', 'HEAD is now at 0a1b2c3 Before', false)
    expect(git(commit, hard)['uncommitted']).toBe('none')
  })

  it('a pull request that was there before', () => {
    const there =
      'a pull request for branch "fix" into branch "main" already exists:\nhttps://github.com/a/b/pull/12'
    expect(git(ran('gh pr create --fill', there, true))['pull request']).toBe('#12')
  })
})

describe('what was put on the stash', () => {
  const put = ran('git stash', 'Saved working directory and index state WIP on main: 1a2b3c4 Mend it', false)
  const again = ran(
    'git stash push -m "try it"',
    'Saved working directory and index state On main: try it',
    false,
  )
  const dropped = 'Dropped refs/stash@{0} (5d6e7f8)'
  const back = ran(
    'git stash pop',
    `On branch main\nChanges not staged for commit:\n\tmodified:   a.ts\n\n${dropped}`,
    false,
  )

  it('is named until it is back', () => {
    expect(git(put)).toMatchObject({
      branch: 'main',
      'last commit': '1a2b3c4 Mend it',
      uncommitted: 'none',
      stash: 'WIP on main: 1a2b3c4 Mend it',
    })
    expect(git(put, back)).not.toHaveProperty('stash')
    expect(git(put, ran('git stash clear', '', false))).not.toHaveProperty('stash')
    expect(git(put, ran('git stash apply', 'On branch main', false))).not.toHaveProperty('stash')
    const kept = ran(
      'git stash pop',
      'CONFLICT (content): Merge conflict in a.ts\nThe stash entry is kept in case you need it again.',
      true,
    )
    expect(git(put, kept)).toHaveProperty('stash')
    expect(git(ran('git stash', 'No local changes to save', false))).not.toHaveProperty('stash')
  })

  it('may be several things', () => {
    expect(git(put, again)['stash']).toBe('On main: try it (and 1 before)')
    expect(git(put, again, back)['stash']).toBe('WIP on main: 1a2b3c4 Mend it')
  })

  it('is not in doubt where a check ran meanwhile, and is read back from a printed ledger', () => {
    const between = ran(
      'git stash && npm test; git stash pop',
      `Saved working directory and index state WIP on main: 1a2b3c4 x\n${dropped}`,
      false,
    )
    expect(git(between)).not.toHaveProperty('stash')
    const printed = parseLedger(renderLedger(ledgerOfMessages(put)).text)
    expect(printed.rows.find(({ key }) => key === 'stash')?.value).toBe('WIP on main: 1a2b3c4 Mend it')
    const merged = mergeLedgers(ledgerOfMessages(put), ledgerOfMessages(back, { from: put.length }))
    expect(merged.rows.filter(({ key, state }) => key === 'stash' && state !== 'hidden')).toEqual([])
  })
})
