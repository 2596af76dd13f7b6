/** What a row does not say where it cannot be sure. */
import { describe, expect, it } from 'vitest'
import type { Row } from '../../src/ledger/ledger.ts'
import { ledgerOfMessages } from '../../src/ledger/ledger-of-messages.ts'
import { parseLedger } from '../../src/ledger/markdown/parse-ledger.ts'
import { renderLedger } from '../../src/ledger/markdown/render-ledger.ts'
import type { Message } from '../../src/types.ts'
import { answered, said } from '../tools/evaluate/messages.ts'

function ran(command: string, output = '', isError?: boolean): readonly Message[] {
  return answered('Bash', { command }, output, isError)
}

function edit(path: string, before = 'x', after = 'y'): readonly Message[] {
  return answered('Edit', { file_path: path, old_string: before, new_string: after }, 'The file was updated.')
}

function rowsOf(messages: readonly Message[], section: string): readonly Row[] {
  return ledgerOfMessages(messages).rows.filter(row => row.section === section && row.state !== 'hidden')
}

function states(messages: readonly Message[], section: string): readonly string[] {
  return rowsOf(messages, section).map(({ state, key }) => `${state} ${key}`)
}

describe('a rule', () => {
  const rule = said('user', 'Make sure that headColor is used for titles.')
  const heard = said('assistant', 'Done.')
  const amended = (...messages: readonly Message[]) => rowsOf(messages, 'constraints')[0]?.amendedBy

  it('is amended by the next message where that takes it back', () => {
    expect(amended(rule, heard, said('user', 'well, i think it should be headTint and headShade?'))).toBe(2)
    expect(amended(rule, heard, said('user', 'I meant the footer titles'))).toBe(2)
    expect(amended(rule, said('user', 'or the color of the links'))).toBe(1)
  })

  it.each([
    "yeah let's do length only",
    'can you review the tests that they don’t duplicate each other',
    'Give a clear recommendation (a hybrid, with a person only on conflict) and say why.',
  ])('is not what only asks or answers: %s', text => {
    expect(rowsOf([said('user', text)], 'constraints')).toEqual([])
  })

  it.each([
    'can we push to a private repo, I don’t want my notes to be public',
    'Weigh the options (it must NOT need a server).',
  ])('is what binds in it: %s', text => {
    expect(rowsOf([said('user', text)], 'constraints')).toHaveLength(1)
  })

  it('falls where the user says that it was not meant for this session', () => {
    const [row] = rowsOf([rule, heard, said('user', 'sorry wrong chat. ignore last message.')], 'constraints')
    expect(row?.supersededBy).toBe(2)
    const fallenAt = (next: string) =>
      rowsOf([rule, heard, said('user', next)], 'constraints')[0]?.supersededBy
    expect(fallenAt('Ignore my last message and only list the files.')).toBe(2)
    expect(fallenAt('It opens in the wrong window')).toBeUndefined()
  })

  it('stays where the next message speaks of other things', () => {
    expect(amended(rule, heard, said('user', 'no logs! save() should return an error'))).toBeUndefined()
    expect(amended(rule, heard, said('user', 'well, the build should be faster'))).toBeUndefined()
    expect(amended(rule, heard, said('user', 'Now add the titles to the index.'))).toBeUndefined()
    expect(amended(rule, heard, heard, said('user', 'or the color of the links'))).toBeUndefined()
  })
})

describe('a rule for one request', () => {
  const later = [said('assistant', 'Done.'), said('user', 'Now write a page about the lexer.')]

  it.each([
    "Don't add a test for this fix.",
    'In this PR never touch the lexer.',
    'Leave the colours alone, you must not change the theme here.',
  ])('holds until the user asks for something else: %s', text => {
    const rule = said('user', text)
    expect(rowsOf([rule], 'constraints')).toHaveLength(1)
    expect(rowsOf([rule, said('assistant', 'Done.'), said('user', 'ok')], 'constraints')).toHaveLength(1)
    expect(rowsOf([rule, ...later], 'constraints')).toEqual([])
    expect(rowsOf([rule, ...later], 'talk')).toHaveLength(2)
  })

  it('differs from one that stays', () => {
    expect(rowsOf([said('user', 'Never touch the lexer.'), ...later], 'constraints')).toHaveLength(1)
    expect(rowsOf([said('user', 'Here we never use tabs.'), ...later], 'constraints')).toHaveLength(1)
  })
})

describe('a call that the settings do not allow', () => {
  it.each([
    'Permission to use Bash with command npm test && ls has been denied.',
    "Claude requested permissions to use Bash, but you haven't granted it yet.",
    'The user has specified a rule which prevents you from using this specific tool call.',
  ])('has neither run nor failed, and nobody said anything: %s', answer => {
    const session = ran('npm test', answer, true)
    expect(states(session, 'commands')).toEqual(['rejected npm test'])
    for (const section of ['checks', 'errors', 'talk', 'intent']) expect(rowsOf(session, section)).toEqual([])
    const refused = answered('Edit', { file_path: 'a.ts', old_string: 'a', new_string: 'b' }, answer, true)
    expect(rowsOf(refused, 'files')).toEqual([])
    expect(rowsOf(refused, 'errors')).toEqual([])
  })
})

describe('a path that several files end in', () => {
  const read = (path: string) => answered('Read', { file_path: path }, 'text')
  const files = [...read('/r/package.json'), ...read('/r/web/package.json')]

  it('may mean any of them', () => {
    expect(states([...files, ...edit('package.json')], 'files')).toEqual([
      'read, perhaps modified /r/package.json',
      'read, perhaps modified /r/web/package.json',
      'modified package.json',
    ])
  })

  it('means none that is gone, or that the same message names by more', () => {
    const gone = answered('Bash', { command: 'rm /r/web/package.json' }, 'Exit code: 0')
    expect(states([...files, ...gone, ...edit('package.json')], 'files')).toContain(
      'read, deleted /r/web/package.json',
    )
    const patch =
      '*** Begin Patch\n*** Update File: /r/web/package.json\n@@\n-a\n+b\n*** Add File: package.json\n+c\n*** End Patch'
    const patched = answered('apply_patch', { input: patch }, 'Done')
    expect(states([...files, ...patched], 'files')).toContain('read, modified /r/web/package.json')
  })

  it('says nothing of files that are read later, or of which more is known', () => {
    expect(states([...edit('package.json'), ...files], 'files').slice(1)).toEqual([
      'read /r/package.json',
      'read /r/web/package.json',
    ])
    const known = [...files, ...edit('/r/web/package.json'), ...edit('package.json')]
    expect(states(known, 'files')[1]).toBe('read, modified /r/web/package.json')
  })
})

describe('uncommitted files', () => {
  const session = [
    ran('cd /repo/app && git status --short', ' M src/a.ts\n M src/b.ts'),
    edit('/repo/app/src/c.ts'),
    edit('/repo/app/src/c.ts', 'y', 'z'),
    ran('cd /repo/tree && git status --short', ' M lib/z.ts'),
    ran('git status --short', ' M docs/other.md'),
    edit('notes/prompt.md'),
  ].flat()

  it('are those of one repository, and say which', () => {
    expect(rowsOf(session, 'git').find(({ key }) => key === 'uncommitted')?.value).toBe(
      'src/a.ts, src/b.ts, /repo/app/src/c.ts (in app)',
    )
  })

  it('are counted where there are many of them', () => {
    const lines = Array.from({ length: 230 }, (_, at) => ` M src/${at}.ts`)
    const many = ran('git status --short', lines.join('\n'))
    const value = rowsOf(many, 'git').find(({ key }) => key === 'uncommitted')?.value
    expect(value).toMatch(/^… 210 more, src\/180\.ts, .*src\/199\.ts$/)
    const { text } = renderLedger(ledgerOfMessages(many))
    expect(renderLedger(parseLedger(text)).text).toBe(text)
  })

  it('come back from their rendering', () => {
    const { text } = renderLedger(ledgerOfMessages(session))
    expect(renderLedger(parseLedger(text)).text).toBe(text)
  })
})

describe('whether a commit is pushed', () => {
  it('is not changed by a push that no call shows', () => {
    const session = [
      ran('git status', "On branch main\nYour branch is up to date with 'origin/main'.\n\nnothing to commit"),
      ran('git commit -am "Fix it"', '[main 1a2b3c4] Fix it\n 1 file changed'),
    ].flat()
    expect(rowsOf(session, 'git').find(({ key }) => key === 'pushed')?.value).toBe(
      'no: no call shows a push of 1a2b3c4',
    )
  })
})

describe('an error', () => {
  const failing = ran('go build -tags=e2e ./e2e/...', 'Exit code 1\ne2e/env.go:4:2: undefined: agent', true)
  const passing = ran('go test ./cli/...', 'ok  \texample.com/cli\t1.2s', false)
  const state = (...steps: readonly (readonly Message[])[]) => rowsOf(steps.flat(), 'errors')[0]?.state

  it('is past, not resolved, where another command took its place', () => {
    const claim = [said('assistant', 'All unit tests pass.')]
    expect(state(failing, passing, claim)).toBe('past')
  })

  it('is not settled by the wish to see which tests pass', () => {
    const wish = [said('assistant', 'Actually, let me run ALL the tests to see which ones pass:')]
    expect(state(failing, passing, wish)).toBe('open')
  })

  it('of tests is past where all tests of the project pass', () => {
    const red = ran('go test ./cli/... -v 2>&1 | grep -A 20 FAIL', '--- FAIL: TestHook (0.01s)\nFAIL', false)
    expect(state(red, ran('mise run test', 'ok  \texample.com/cli\t1.2s', false))).toBe('past')
    expect(state(red, ran('mise run lint', '0 issues.', false))).toBe('open')
    const tagged = ran('go test -tags e2e ./cli/...', 'Exit code 1\n--- FAIL: TestHook (0.01s)', true)
    expect(state(tagged, ran('mise run test', 'ok  \texample.com/cli\t1.2s', false))).toBe('open')
  })

  it('of a script is resolved where the script is started without its shell', () => {
    const red = ran('bash tools/setup.sh --json', 'Exit code 127\ntools/setup.sh: line 2: x: not found', true)
    expect(state(red, ran('tools/setup.sh --json', 'Exit code 0\n{}'))).toBe('resolved')
  })

  it('is not expected where the check never ran', () => {
    const session = [
      said('assistant', 'Now the test. It should fail, as the function is not written yet.'),
      ...ran(
        'cd app/tests && go test ./...',
        'Exit code 1\n(eval):cd:1: no such file or directory: app/tests',
        true,
      ),
    ]
    expect(rowsOf(session, 'errors')).toMatchObject([{ state: 'open' }])
    const later = ['a', 'b', 'c'].flatMap(name => edit(`/repo/${name}.ts`))
    expect(rowsOf([...session, ...later], 'errors')).toMatchObject([{ state: 'past' }])
  })

  it('is not that somebody interrupted the call', () => {
    const stopped = ran(
      'npm test',
      'Exit code 137\n[Request interrupted by user for tool use]\n3 passed',
      true,
    )
    expect(rowsOf(stopped, 'errors')).toEqual([])
    expect(states(stopped, 'checks')).toEqual(['aborted npm test'])
    expect(states(stopped, 'commands')).toEqual(['unknown npm test'])
    const aborted = ran('npm test', 'Error in the debugger\nDebugger attached.\n\nCommand aborted', true)
    expect(rowsOf(aborted, 'errors')).toEqual([])
    const task = { description: 'Look', prompt: 'Look at it.' }
    const agent = answered('Task', task, '[Request interrupted by user for tool use]', true)
    expect(rowsOf(agent, 'subagents')).toEqual([])
  })

  it('of a command that was written wrongly is no failure of a check', () => {
    const red = ran(
      'golangci-lint run --out-format=line',
      'Exit code 3\nError: unknown flag: --out-format',
      true,
    )
    expect(state(red)).toBe('open')
    expect(rowsOf(red, 'checks')).toEqual([])
    expect(state(red, ran('golangci-lint run', '0 issues.', false))).toBe('past')
  })

  it.each([
    "jq: error: syntax error, unexpected //, expecting '}' at <top-level>, line 5:",
    "/bin/bash: -c: line 1: syntax error near unexpected token `|'",
    'zsh: no matches found: build/*.js',
    "zsh:1: unmatched '",
    'awk: line 1: syntax error at or near }',
  ])('is past with the next command where a shell or filter could not read the text: %s', line => {
    const red = ran("gh api repos/a/b/pulls | jq '.[] .x // .y'", `Exit code 3\n${line}`, true)
    expect(state(red)).toBe('open')
    expect(state(red, ran("gh api repos/a/b/pulls | jq '(.x // .y)'", '4', false))).toBe('past')
  })

  it.each([
    './deploy.sh: line 12: syntax error: unexpected end of file',
    'jq: parse error: Invalid numeric literal at line 1, column 10',
  ])('stays open with another command where a script or an input could not be read: %s', line => {
    const red = ran('./deploy.sh | jq .version', `Exit code 2\n${line}`, true)
    expect(state(red, ran('git status', 'nothing to commit, working tree clean', false))).toBe('open')
  })

  it('is no test that passed, whatever it is called', () => {
    const output =
      'PASSED test_a.py::test_raises[ValueError]\nFAILED test_a.py::test_adds - assert 1 == 2\n1 failed, 1 passed'
    expect(rowsOf(ran('pytest -rA', `Exit code 1\n${output}`, true), 'errors')[0]?.value).toMatch(
      /^FAILED test_a/,
    )
  })

  it('is not what a script says where a command fails', () => {
    const looked = ran('ls -la a.json 2>/dev/null || echo "File not found"', 'File not found', false)
    expect(states(looked, 'commands').map(row => row.split(' ', 1)[0])).toEqual(['finished'])
    expect(rowsOf(looked, 'errors')).toEqual([])
  })

  it('of git behind a check is not that of the check', () => {
    const red = ran(
      'git stash && npm run lint; git stash pop',
      'Exit code 1\nerror: Your local changes would be overwritten by merge:\n\ta.ts',
      true,
    )
    expect(state(red, ran('git diff --name-only', 'a.ts', false), ran('git stash drop', 'Dropped'))).toBe(
      'past',
    )
  })

  it('that a tool heads with a word alone is what follows it', () => {
    const refused = answered(
      'str_replace_editor',
      { command: 'str_replace', path: '/repo/a.c', old_str: 'x', new_str: 'y' },
      'ERROR:\nNo replacement was performed, old_str did not appear in /repo/a.c.',
      true,
    )
    expect(rowsOf(refused, 'errors')[0]?.value).toBe(
      'No replacement was performed, old_str did not appear in /repo/a.c.',
    )
  })

  it('is the test that fails, not what one that passes logs', () => {
    const output =
      'Exit code 1\nError: context deadline exceeded\nfatal: no remote\n--- FAIL: TestResume (0.06s)\nFAIL'
    expect(rowsOf(ran('go test ./...', output, true), 'errors')[0]?.value).toBe(
      '--- FAIL: TestResume (0.06s)',
    )
    const passes =
      'Exit code 1\n(pass) cli > rejects an unknown flag [9ms]\n✓ throws an error\n3 tests failed:'
    expect(rowsOf(ran('bun test a.test.ts', passes, true), 'errors')[0]?.value).toBe('3 tests failed:')
  })

  it('is resolved after the files that were changed, where they are few or named', () => {
    const red = ran('npm test', 'Exit code 1\nsrc/b.ts(4,1): error TS2304: no name', true)
    const green = ran('npm test', '3 passed', false)
    const edits = (count: number) =>
      Array.from({ length: count }, (_, at) => edit(`/repo/src/${'abcdefgh'[at]}.ts`))
    expect(rowsOf([red, ...edits(2), green].flat(), 'errors')[0]?.note).toBe('a.ts, b.ts')
    expect(rowsOf([red, ...edits(8), green].flat(), 'errors')[0]?.note).toBe('b.ts')
  })

  it('that the user reported is resolved by what the user says soon after', () => {
    const report = said('user', 'The list is wrong, it does not work.')
    const other = [said('user', 'Add a title.'), said('user', 'And a footer.')]
    expect(state([report], [said('user', 'It works now.')])).toBe('resolved')
    expect(state([report], other, [said('user', 'It works now.')])).not.toBe('resolved')
  })
})

describe('a check', () => {
  it('that ran again in a chain which failed has the outcome of the chain', () => {
    const session = [
      ran('mise run fmt', '[fmt] done', false),
      edit('/repo/app/a.go'),
      ran('mise run fmt && mise run lint', 'Exit code 1\n[fmt] done\na.go:1: bad (ireturn)\n1 issue', true),
    ].flat()
    expect(states(session, 'checks')).toEqual(['failed mise run fmt && mise run lint'])
  })

  it('shows of a chain that passed only what its last check printed', () => {
    const chain = ran('npm run lint && npm test', '0 issues.\nok  \texample.com/cli\t1.2s', false)
    expect(rowsOf(chain, 'checks').map(({ value }) => value)).toEqual(['', 'ok  \texample.com/cli\t1.2s'])
  })

  it('that failed is settled by a task that runs all of its kind, but not by another task', () => {
    const red = ran('go test ./cli/...', 'Exit code 1\n--- FAIL: TestHook (0.01s)', true)
    const green = ran('mise run test', 'ok  \texample.com/cli\t1.2s', false)
    expect(states([...red, ...green], 'checks')).toEqual(['passed mise run test'])
    const other = ran('mise run test:e2e', 'Exit code 1\n--- FAIL: TestHook (0.01s)', true)
    expect(states([...other, ...green], 'checks')).toEqual([
      'failed mise run test:e2e',
      'passed mise run test',
    ])
    const types = ran('npx tsc --noEmit', 'Exit code 2\nsrc/a.ts(1,2): error TS2304: Cannot find name', true)
    const check = ran('npm run check', 'Checked 12 files.', false)
    expect(states([...types, ...check], 'checks')).toEqual(['passed npm run check'])
  })

  it('counts a file once, however its path is spelled', () => {
    const session = [
      ran('npm test', '3 passed', false),
      ran("sed -i 's/a/b/' src/a.ts"),
      edit('/repo/app/src/a.ts'),
    ].flat()
    expect(rowsOf(session, 'checks')[0]?.note).toBe('1 file changed since: a.ts')
    const alike = [...ran('npm test', '3 passed', false), ...edit('/repo/a/x.sh'), ...edit('/repo/b/x.sh')]
    expect(rowsOf(alike, 'checks')[0]?.note).toBe('2 files changed since: x.sh')
  })
})

describe('what is being done', () => {
  const steps = (...messages: readonly (readonly Message[])[]) =>
    rowsOf([said('user', 'Go.'), ...messages.flat()], 'doing').flatMap(({ state, value }) =>
      state === 'said' || state === 'applied' ? [] : [`${state} ${value}`],
    )
  const chain = ran('npm run fmt && npm run lint && npm test', 'Exit code 1\nsrc/a.ts: 2 errors', true)

  it('is not done where a chain of checks stopped early', () => {
    expect(steps([said('assistant', 'Let me run the full check suite now.')], chain)).toEqual([])
    expect(steps([said('assistant', 'Let me run the tests now.')], chain)).toEqual([])
    const passed = ran('npm run lint && npm test', '12 passed', false)
    expect(steps([said('assistant', 'Let me run the tests and the linter.')], passed)).toEqual([
      'done Let me run the tests and the linter.',
    ])
    expect(
      steps([said('assistant', 'Let me run the tests and the linter.')], ran('npm test', '12 passed', false)),
    ).toEqual(['not seen Let me run the tests and the linter.'])
  })

  it('is not done where it was taken out again', () => {
    const test = 'it("opens", () => {\n  expect(openDoor()).toThrow(DoorError)\n})'
    expect(
      steps(
        [said('assistant', 'Now let me add a test for the `DoorError` case:')],
        edit('/repo/a.test.ts', 'end', `${test}\nend`),
        edit('/repo/a.test.ts', test, '// DoorError is hard to test here.'),
      ),
    ).toEqual([])
  })

  it('is not one of several steps, nor what the next words are', () => {
    expect(
      steps(
        [said('assistant', "I'll change src/a.ts, push the branch, then open a request.")],
        edit('/repo/src/a.ts'),
      ),
    ).toEqual([])
    expect(steps([said('assistant', 'Let me create a summary of what was done:\n\nAll is well.')])).toEqual(
      [],
    )
  })

  it('names what is changed, not where it is taken from', () => {
    expect(
      steps(
        [said('assistant', 'Let me fix it by using the constants from src/a.ts.')],
        edit('/repo/src/b.ts'),
      ),
    ).toEqual([])
    expect(
      steps([said('assistant', 'Let me remove the checks from src/a.ts.')], edit('/repo/src/a.ts')),
    ).toEqual(['done Let me remove the checks from src/a.ts.'])
  })

  it('is not done by a command that only looks', () => {
    expect(
      steps(
        [said('assistant', "I'll add a rule for `os.Getwd` to the settings.")],
        ran('grep -rn os.Getwd src', 'src/a.go: os.Getwd()'),
        edit('/repo/b.ts'),
      ),
    ).toEqual([])
  })
})

describe('an edit', () => {
  it('is not named by what its comments speak of', () => {
    const after = 'run()\n// Updates current_session.\nwriteSession()'
    expect(rowsOf(edit('/repo/a.go', 'run()', after), 'files')[0]?.value).toBe('writeSession')
  })
})

describe('a definition', () => {
  it('that both sides of an edit have is not changed by one that follows it', () => {
    const before = '// one is first.\nvar one = Prompt{\n\tName: "one",\n}'
    const after = `${before}\n\n// two is second.\nvar two = Prompt{\n\tName: "two",\n}`
    expect(rowsOf(edit('/repo/a.go', before, after), 'files')[0]?.value).toBe('two')
    expect(rowsOf(edit('/repo/a.go', before, before.replace('"one"', '"1"')), 'files')[0]?.value).toBe('one')
  })
})

describe('the request', () => {
  const filler = 'Follow these rules for the plan and write it down in the file that is named above. '.repeat(
    5,
  )
  const prompt = (words: string) =>
    said('user', `## User Input\n\n\`\`\`text\n${words}\n\`\`\`\n\n## Outline\n\n${filler}`)
  const session = [
    said('user', 'Write a parser.'),
    said('assistant', 'Written.'),
    said('user', 'Rename the lexer to scanner.'),
    said('assistant', 'Renamed.'),
  ]

  it('is not current any more behind a prompt that nobody typed anything into', () => {
    expect(states(session, 'intent')).toEqual(['original original', 'current current'])
    const later = [...session, prompt(''), said('assistant', 'The plan is written.')]
    expect(states(later, 'intent')).toEqual(['original original'])
    expect(rowsOf(later, 'turns').map(({ value }) => value)).toEqual(['Written.', 'Renamed.'])
    expect(rowsOf([...session, prompt('Plan it.')], 'intent').map(({ value }) => value)).toEqual([
      'Write a parser.',
      'Plan it.',
    ])
  })

  it('is not shown by the number of an option alone', () => {
    expect(states([...session, said('user', '3')], 'intent')).toEqual(['original original'])
    expect(states([...session, said('user', 'go')], 'intent')).toEqual(states(session, 'intent'))
  })

  it('names the plan of an agent as such', () => {
    const plan = `Implement the following plan:\n\n# Plan\n\n${'- Write the next function.\n'.repeat(90)}`
    expect(rowsOf([said('user', plan)], 'talk')[0]?.note).toMatch(/^words of an agent: \d+ lines beginning/)
  })
})

describe('a decision', () => {
  const asked = said('assistant', 'Which one holds the names? Should each parser define its own constants?')
  const decided = said('user', "I'd prefer that each parser defines its own constants")
  const done = said('assistant', 'Done.')
  const row = (...later: readonly Message[]) =>
    rowsOf([asked, decided, done, ...later], 'decisions').find(({ value }) => value.startsWith("I'd prefer"))

  it('is replaced where the user goes back', () => {
    expect(row(said('user', "I concede defeat. let's go back"))?.supersededBy).toBe(3)
    expect(row(said('user', 'actually, can you revert that?'))?.supersededBy).toBe(3)
    expect(row(said('user', 'or we go back to the table'))?.supersededBy).toBeUndefined()
    const others = ['Add a title.', 'And a footer.', 'Rename it.'].map(text => said('user', text))
    expect(row(...others, said('user', 'you can undo that'))?.supersededBy).toBeUndefined()
  })

  it('is amended by a later answer that restricts it', () => {
    const choose = (question: string, answer: string) =>
      answered(
        'AskUserQuestion',
        { questions: [{ question, header: 'Choice', options: [{ label: answer }, { label: 'Other' }] }] },
        `User has answered your questions: "${question}"="${answer}". You can now continue.`,
      )
    const session = [
      ...choose('Should Stop compress at once?', 'Keep it: compress on commit'),
      ...choose('Is the state stored?', 'store it, but the change to idle needs to compress'),
    ]
    expect(rowsOf(session, 'decisions').map(({ amendedBy }) => amendedBy)).toEqual([3, undefined])
    const { text } = renderLedger(ledgerOfMessages(session))
    expect(text).toContain('#2 user, amended by #4: Keep it: compress on commit')
    expect(renderLedger(parseLedger(text)).text).toBe(text)
  })
})

describe('what the user wants now', () => {
  const session = [
    said('user', 'Write a parser.'),
    said('assistant', 'Minor or major?'),
    said('user', 'minor, it is small'),
  ]

  it('is what was said when a call was not allowed', () => {
    const rejected = answered(
      'Bash',
      { command: 'git push' },
      "The user doesn't want to proceed with this tool use. The tool use was rejected. To tell you how to proceed, the user said:\nupdate the document first, then wait",
      true,
    )
    const rows = rowsOf([...session, ...rejected], 'intent')
    expect(rows.map(({ value }) => value)).toEqual([
      'Write a parser.',
      'update the document first, then wait',
    ])
  })

  it('is what the user agrees to, with the question', () => {
    const later = [
      ...session,
      said('assistant', 'Bumped. Should I commit and tag?'),
      said('user', 'yeah, do it all'),
    ]
    expect(rowsOf(later, 'intent').at(-1)).toMatchObject({
      state: 'current',
      value: 'yeah, do it all',
      note: 'Should I commit and tag?',
    })
    const { text } = renderLedger(ledgerOfMessages(later))
    expect(renderLedger(parseLedger(text)).text).toBe(text)
  })

  it('has what was pasted below words that lead to it', () => {
    const text =
      'I removed the folder and now I get: > add a script, please?\n  ⎿  Hook error: Failed with status code: Usage:\n       app hooks run [flags]\n\n     Flags:\n       -h, --help   help for run\n\n     failed to open the repository: it does not exist'
    expect(rowsOf([said('user', text)], 'intent')[0]?.value).toContain('Hook error')
  })
})

describe('a check of another state of the files', () => {
  it('is no result of the work', () => {
    const stashed = ran(
      'git stash && npm run lint; git stash pop',
      '0 issues.\nerror: would be overwritten',
      true,
    )
    expect(rowsOf(stashed, 'checks')).toEqual([])
  })
})

describe('a file that git wrote back', () => {
  it('is said to be taken back', () => {
    expect(rowsOf(ran('git checkout -- src/a.ts && sed -i s/a/b/ src/b.ts', ''), 'files')).toMatchObject([
      { key: 'src/a.ts', value: 'taken back with git' },
      { key: 'src/b.ts', value: '' },
    ])
  })
})

describe('an open question', () => {
  it('is not one that is quoted', () => {
    const words = 'It works:\n\n- Unknown command `enabl` shows the suggestion "Did you mean \'enable\'?"'
    expect(rowsOf([said('user', 'Mend it.'), said('assistant', words)], 'questions')).toEqual([])
  })

  it('is not an offer', () => {
    expect(
      rowsOf([said('user', 'hi'), said('assistant', 'Hello! How can I help you today?')], 'questions'),
    ).toEqual([])
    expect(
      rowsOf([said('user', 'hi'), said('assistant', 'Which file do you mean?')], 'questions'),
    ).toHaveLength(1)
  })
})

describe('an edit that was refused', () => {
  it('is past where the file took a later one, also where it is a plan of the agent itself', () => {
    for (const path of ['/repo/src/a.ts', '/home/me/.claude/plans/quiet-otter.md']) {
      const refused = answered(
        'Edit',
        { file_path: path, old_string: 'x', new_string: 'y' },
        '<tool_use_error>String to replace not found in file.',
        true,
      )
      const states = (messages: readonly Message[]): readonly string[] =>
        rowsOf(messages, 'errors').map(({ state }) => state)
      expect(states(refused)).toEqual(['open'])
      expect(states([...refused, ...edit(path)])).toEqual(['past'])
    }
  })
})
