import { describe, expect, it } from 'vitest'
import { callOutcome, isRejected } from '../../../src/scan/actions/call-outcome.ts'

const run = (command: string) => ({ name: 'Bash', text: JSON.stringify({ command }) })
const edit = { name: 'Edit', text: '{"file_path":"a.ts","old_string":"a","new_string":"b"}' }

describe('callOutcome', () => {
  it('quotes what a command printed of how it came out', () => {
    const output = `${'ok some/package 0.1s\n'.repeat(20)}Tests  2 failed | 21 passed (23)\n`
    expect(callOutcome(run('npm test'), { text: `Exit code 1\n${output}` })).toMatch(
      /^exit 1: .*2 failed \| 21 passed/,
    )
    expect(callOutcome(run('git commit -m x'), { text: '[main 1a2b3c4] Fix it\n 1 file changed' })).toBe(
      '[main 1a2b3c4] Fix it | 1 file changed',
    )
  })

  it('says once what a command printed twice', () => {
    expect(callOutcome(run('make'), { text: 'Linked app\nLinked app\n2 files written\n' })).toBe(
      'Linked app | 2 files written',
    )
    const counts = run('grep -c x a.ts; grep -c x b.ts')
    expect(callOutcome(counts, { text: '3\n3\n' })).toBe('3 | 3')
  })

  it('says that a command went on', () => {
    const answer = (output: string): string =>
      `Chunk ID: 5dfeb4\nWall time: 30.0020 seconds\nProcess running with session ID 76358\nOriginal token count: 0\nOutput:\n${output}`
    expect(callOutcome(run('wait-for build'), { text: answer('') })).toBe('still running')
    expect(callOutcome(run('npm run dev'), { text: answer('listening on 4000\n') })).toBe(
      'still running: listening on 4000',
    )
  })

  it('counts the files of a status', () => {
    const status = [
      'On branch main',
      "Your branch is up to date with 'origin/main'.",
      '',
      'Changes not staged for commit:',
      '  (use "git add <file>..." to update what will be committed)',
      '\tmodified:   a.ts',
      '\tdeleted:    b.ts',
      '',
      'Untracked files:',
      '\tc.ts',
    ]
    const outcome = (...lines: readonly string[]): string =>
      callOutcome(run('git stash pop && git status'), { text: lines.join('\n') })
    expect(outcome(...status)).toBe("Your branch is up to date with 'origin/main'. | 2 changed, 1 untracked")
    const many = Array.from({ length: 260 }, (_, at) => `\tnew-${at}.ts`)
    expect(outcome(...status.slice(0, 9), ...many, ...status.slice(0, 2))).not.toContain('changed')
    expect(outcome(...many, ...status.slice(0, 9), ...many.slice(0, 230))).toMatch(
      /2 changed, 230 untracked$/,
    )
  })

  it('says of several commands what each of them did', () => {
    const commit = ['commit 1a2b3c4d5e6f', 'Author: Ann', '', '    Read notes', '', ' notes.md | 12 ++++', '']
    const stat = ' 1 file changed, 12 insertions(+)'
    const rebased = 'Successfully rebased and updated refs/heads/fix.'
    const outcome = (command: string, ...lines: readonly string[]): string =>
      callOutcome(run(command), { text: lines.join('\n') })
    expect(outcome('git rebase main && git show --stat | head -20', rebased, ...commit, stat)).toBe(rebased)
    expect(
      outcome(
        'git rebase main && git merge next',
        rebased,
        'Fast-forward',
        ...commit.slice(5),
        stat,
        '-',
        '=',
      ),
    ).toBe(`${rebased} | Fast-forward | ${stat.trim()}`)
    const subject = 'Read the notes of a person before those that a program wrote for the same day'
    expect(
      outcome(
        'git commit -qm x && git push',
        `[fix 1a2b3c4] ${subject}`,
        stat,
        'To https://example.com/app.git',
        '   5d6e7f8..1a2b3c4  fix -> fix',
      ),
    ).toBe(`[fix 1a2b3c4] ${subject} | ${stat.trim()} | 5d6e7f8..1a2b3c4  fix -> fix`)
  })

  it('says what was pushed, whatever hooks and later commands print', () => {
    const printed = ['hook: one moment', 'hook: done', 'To https://example.com/app.git']
    const outcome = (line: string): string =>
      callOutcome(run('git push && git status -sb'), {
        text: [...printed, `   ${line}`, '## main...origin/main', '?? notes.md'].join('\n'),
      })
    for (const line of ['1a2b3c4..5d6e7f8  main -> main', '- [deleted]         fix/a'])
      expect(outcome(line)).toBe(line)
  })

  it('takes no date of an entry and no number of one for an outcome', () => {
    const help = [
      'Usage: track link ISSUE ISSUE',
      'Example: track link issue-123 issue-456',
      'Flags:',
      '  -h',
    ]
    expect(callOutcome(run('track link --help'), { text: `${help.join('\n')}\n${'text '.repeat(40)}` })).toBe(
      '',
    )
    const entry = [
      'a-1 · Read notes',
      'Owner: Ann',
      'Created: 2026-01-02 · Updated: 2026-01-03',
      'text '.repeat(40),
    ]
    expect(callOutcome(run('track show a-1'), { text: entry.join('\n') })).toBe('')
    expect(callOutcome(run('lint'), { text: `${'a\n'.repeat(90)}Found 2 errors.` })).toBe('Found 2 errors.')
  })

  it('names what a package manager could not do', () => {
    const log = Array.from({ length: 9 }, (_, at) => `Get:${at} http://example.com/packages stable`)
    expect(
      callOutcome(run('apt-get update && apt-get install -y parser'), {
        text: [
          'Exit code 100',
          ...log,
          'Reading package lists...',
          'E: Unable to locate package parser',
        ].join('\n'),
      }),
    ).toMatch(/^exit 100: E: Unable to locate package parser/)
  })

  it('says of a call that the settings do not allow that nobody rejected it', () => {
    const denied = { text: 'Permission to use Bash with command ls has been denied.', isError: true }
    expect(callOutcome(run('ls'), denied)).toBe('not allowed')
    expect(isRejected('not allowed')).toBe(false)
  })

  it('names the tests that failed, and of one or two why the first did', () => {
    const passed = 'ok  \ta\t0.1s\n'.repeat(9)
    const spoken = [
      '=== RUN   TestLogin',
      '--- FAIL: TestLogin (0.01s)',
      '=== RUN   TestLogout',
      '    login_test.go:20: want 1, got 2',
      '--- FAIL: TestLogout (0.01s)',
      '=== RUN   TestNames',
    ]
    const outcome = callOutcome(run('go test -v ./...'), {
      text: `Exit code 1\n${passed}${spoken.join('\n')}`,
    })
    expect(outcome).toContain('--- FAIL: TestLogin (0.01s) | --- FAIL: TestLogout (0.01s)')
    expect(outcome).not.toContain('login_test.go')
    const below = [
      '--- FAIL: TestLogin (0.01s)',
      '    hooks.go:7: captured 0 files',
      '    login_test.go:20: want 1, got 2',
      '    login_test.go:24: TestLogin completed',
      '--- FAIL: TestLogout (0.01s)',
      '    --- FAIL: TestLogout/twice (0.00s)',
    ]
    expect(callOutcome(run('go test ./...'), { text: `Exit code 1\n${passed}${below.join('\n')}` })).toBe(
      'exit 1: --- FAIL: TestLogin (0.01s) | login_test.go:20: want 1, got 2 | --- FAIL: TestLogout (0.01s)',
    )
    const inPath = below.with(3, '    internal/error/login_test.go:24: TestLogin completed')
    expect(callOutcome(run('go test ./...'), { text: `Exit code 1\n${inPath.join('\n')}` })).toContain(
      'want 1, got 2',
    )
  })

  it('says what made a test panic', () => {
    const lines = [
      '--- FAIL: TestLogin (0.01s)',
      'panic: no key [recovered, repanicked]',
      'goroutine 7 [running]:',
      'testing.tRunner.func1.2({0x1, 0x2})',
      '\t/go/src/testing/testing.go:1872 +0x190',
      'FAIL\tapp\t0.383s',
    ]
    expect(callOutcome(run('go test ./...'), { text: `Exit code 1\n${lines.join('\n')}` })).toBe(
      'exit 1: --- FAIL: TestLogin (0.01s) | panic: no key [recovered, repanicked]',
    )
  })

  it('leaves out what Gemini CLI writes around an output', () => {
    const framed = (output: string): string =>
      `Command: x\nDirectory: (root)\nOutput: ${output}\nError: (none)\nExit Code: 0\nSignal: 0\nBackground PIDs: (none)\nProcess Group PGID: 26593`
    expect(callOutcome(run('x'), { text: framed('three files') })).toBe('three files')
    expect(callOutcome(run('x'), { text: framed('(empty)') })).toBe('no output')
  })

  it.each([
    'Your command ran successfully and did not produce any output.',
    'Tool ran without output or errors',
    'Command ran without output',
  ])('reads %j as no output', text => {
    expect(callOutcome(run('x'), { text })).toBe('no output')
  })

  it('quotes an output of a few words whole', () => {
    const tags = '{\n  "latest": "1.2.0",\n  "next": "1.3.0-next.1"\n}\n'
    expect(callOutcome(run('npm view app dist-tags --json'), { text: tags })).toBe(
      '{ "latest": "1.2.0", "next": "1.3.0-next.1" }',
    )
    expect(callOutcome(run('node build.js --plan'), { text: 'three steps\nnone cached\n' })).toBe(
      'three steps | none cached',
    )
  })

  it('names the test that failed and why, wherever the output has it', () => {
    const passed = 'ok  \texample.com/app/other\t0.1s\n'.repeat(200)
    const failed = '--- FAIL: TestLogin (0.00s)\n    login_test.go:20: want 1, got 2\nFAIL\n'
    const outcome = callOutcome(run('go test ./...'), {
      text: `Exit code 1\n${passed}${failed}${passed}FAIL`,
    })
    expect(outcome).toMatch(/^exit 1: --- FAIL: TestLogin .* \| login_test\.go:20: want 1, got 2/)
    expect(outcome).not.toMatch(/\| ok|\| FAIL$/)
  })

  it('sees a failure behind a pipe that hides the exit code', () => {
    const text = `--- FAIL: TestLogin (0.00s)\n    login_test.go:20: want 1, got 2\nFAIL\n${'ok  \ta\t0.1s\n'.repeat(9)}`
    expect(callOutcome(run('go test ./... | tail -20'), { text })).toMatch(
      /^--- FAIL: TestLogin .* \| login_test\.go:20: want 1, got 2/,
    )
  })

  it('says nothing of an edit that was taken, and why one was not', () => {
    expect(callOutcome(edit, { text: 'The file a.ts has been updated.' })).toBe('')
    expect(callOutcome(edit, { text: 'String to replace not found in file.', isError: true })).toMatch(
      /^failed: String to replace not found/,
    )
    const reason = `Found 2 matches of the string to replace, but replace_all is false. ${'Provide more context. '.repeat(4)}`
    const text = `<tool_use_error>${reason}\nString: throw new Error(\`Error: no ${'x'.repeat(60)}\`)</tool_use_error>`
    expect(callOutcome(edit, { text, isError: true })).toBe(`failed: ${reason.trim()}`)
    const advice = 'Error: the lines must match those of the file, also white space and comments.\n'.repeat(4)
    expect(
      callOutcome(edit, { text: `The block matches no lines in a.ts\n\n${advice}`, isError: true }),
    ).toBe('failed: The block matches no lines in a.ts')
  })

  it('says why an unknown tool failed where its output says that at the end', () => {
    const passed = ' ✓ test/cart.test.ts (4 tests)\n'.repeat(20)
    const text = `> vitest run\n\n${passed}AssertionError: expected 7 to be 8\n`
    const call = { name: 'mcp__runner__run_tests', text: '{}' }
    expect(callOutcome(call, { text, isError: true })).toBe('failed: AssertionError: expected 7 to be 8')
  })

  it('shows what explains an error with it', () => {
    const text = `Exit code 1
    sync_test.go:40: pushing
    sync_test.go:41: push failed: exit status 1
        Output: remote: no such branch
--- FAIL: TestSync (0.2s)
FAIL
FAIL	example.com/app/sync	0.3s
`
    expect(callOutcome(run('go test ./sync'), { text, isError: true })).toBe(
      'exit 1: sync_test.go:41: push failed: exit status 1 | Output: remote: no such branch | --- FAIL: TestSync (0.2s)',
    )
  })

  it('says that a call was answered with what it sent', () => {
    const body = 'The fare is now shown in the list of routes.'
    const text = JSON.stringify({ id: 7, body, url: 'https://routes.example/7' })
    expect(callOutcome(run(`api notes/7 -X PATCH -f body="${body}"`), { text })).toBe(
      'answered, body as sent',
    )
    expect(callOutcome(run('api notes/7'), { text })).not.toContain('as sent')
  })

  it('says how many tests failed beside those that it names', () => {
    const failed = ['A', 'B', 'C', 'D', 'E'].map(
      name => `--- FAIL: Test${name} (0.1s)\n    --- FAIL: Test${name}/one\n`,
    )
    const text = `Exit code 1\n${failed.join('')}FAIL\nFAIL\texample.com/app\t0.3s\n`
    expect(callOutcome(run('go test ./...'), { text, isError: true })).toBe(
      'exit 1: --- FAIL: TestA (0.1s) | --- FAIL: TestB (0.1s) | --- FAIL: TestC (0.1s) | 2 more failed',
    )
  })

  it('shows what a linter found before its counts and the last line of a task runner', () => {
    const found = `[lint] $ linter run
src/cart.go:12:3: result is never used (unused)
	return total
	^
src/user.go:7:1: missing comment (doc)
func Load() {
^
`
    const end = '2 issues:\n* unused: 1\n* doc: 1\n[lint] ERROR task failed\n'
    expect(callOutcome(run('task lint'), { text: found + end })).toBe(
      'src/cart.go:12:3: result is never used (unused) | src/user.go:7:1: missing comment (doc) | 2 issues:',
    )
    const tail = `	return a
	^
${end.replace('2', '1').replace('* doc: 1\n', '')}`
    expect(callOutcome(run('task lint | tail -5'), { text: tail })).toBe('1 issues: | * unused: 1')
  })

  it('says that there is no answer', () => {
    expect(callOutcome(run('npm test'), undefined)).toBe('no answer yet')
  })

  it('says what a person said to a call that was not allowed', () => {
    const text =
      "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file). To tell you how to proceed, the user said:\nuse the other branch"
    const outcome = callOutcome(run('git reset --hard'), { text, isError: true })
    expect(outcome).toBe('rejected by the user: use the other branch')
    expect(isRejected(outcome)).toBe(true)
    expect(isRejected('exit 1: rejected')).toBe(false)
  })
})
