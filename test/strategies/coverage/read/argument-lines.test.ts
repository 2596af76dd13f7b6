import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { describeCall } from '../../../../src/scan/actions/describe-call.ts'
import { fileEdits } from '../../../../src/strategies/coverage/mark/replaced-lines.ts'
import { argumentLines } from '../../../../src/strategies/coverage/read/argument-lines.ts'
import type { ToolCallBlock } from '../../../../src/types.ts'
import { anyText } from '../../../scan/any-text.ts'

function callOf(name: string, text: string, media: ToolCallBlock['media'] = 'json'): ToolCallBlock {
  return { type: 'toolCall', callId: 'a', name, text, media }
}

function linesOf(text: string, title = '', media: ToolCallBlock['media'] = 'json'): readonly string[] {
  return argumentLines(callOf('Edit', text, media), title).map(({ label = '', text }) => label + text)
}

describe('argumentLines', () => {
  it.each<[string, unknown, readonly string[]]>([
    ['values by their names', { file_path: 'a.ts', text: 'x\ny' }, ['file_path: a.ts', 'text: x', 'y']],
    ['numbers and words', { amount: 40, all: true, none: null }, ['amount: 40', 'all: true', 'none: null']],
    ['nothing of how much a tool shows', { path: 'a', limit: 40, offset: 2, timeout: 9 }, ['path: a']],
    [
      'what an edit takes out and puts in',
      { file_path: 'a.ts', old_string: 'one\ntwo', new_string: 'one\nthree\nfour' },
      ['-two', '+three', '+four'],
    ],
    [
      'an empty line of an edit only within a text',
      { file_path: 'a.go', old_string: 'x', new_string: 'want := `a\n\nb`\n\nread(want)' },
      ['-x', '+want := `a\n', '+b`', '+read(want)'],
    ],
    [
      'both sides of a text that is replaced everywhere',
      { file_path: 'a.ts', old_string: 'openFile', new_string: 'loadFile', replace_all: true },
      ['everywhere: openFile → loadFile'],
    ],
    [
      'what is only removed everywhere as removed',
      { file_path: 'a.ts', old_string: 'await ', new_string: '', replace_all: true },
      ['-await '],
    ],
    ['nested ones by their own', { edits: [{ old: 'a', new: 'b' }] }, ['old: a', 'new: b']],
    ['numbers in a list together', { view_range: [315, 318] }, ['view_range: [315, 318]']],
    ['lists by the name of the list', { paths: ['a', 'b'] }, ['paths: a', 'paths: b']],
    ['no empty lines', { text: '\n\nx\n\ny\n', empty: '' }, ['text: x', 'y']],
    [
      'nothing of what a call asks leave for',
      { plan: 'x', allowedPrompts: [{ tool: 'Bash', prompt: 'run tests' }] },
      ['plan: x'],
    ],
    ['nothing', {}, []],
    ['a colon in a line', { text: 'x: 1\ny: 2' }, ['text: x: 1', 'y: 2']],
  ])('shows %s', (_, value, lines) => {
    expect(linesOf(JSON.stringify(value))).toEqual(lines)
  })

  it('leaves out a path that the title names without its dot', () => {
    const call = callOf('Read', JSON.stringify({ file_path: './docs/keys.md', part: './docs/other.md' }))
    expect(argumentLines(call, describeCall(call)).map(({ text }) => text)).toEqual(['./docs/other.md'])
  })

  it.each([
    ["cd app && apply_patch <<'EOF'\n", '\nEOF\n'],
    ["apply_patch '", "'"],
  ])('reads a patch that a shell is handed as an edit: %s', (before, after) => {
    const patch = [
      '*** Begin Patch',
      '*** Update File: a.ts',
      '@@',
      '-const limit = 7',
      "+const limit = 'none'",
      '*** Delete File: b.ts',
      '*** End Patch',
    ].join('\n')
    const handed = before.endsWith("'") ? patch.replaceAll("'", `'\\''`) : patch
    const shell = (command: string): ToolCallBlock => callOf('Bash', JSON.stringify({ command }))
    const call = shell(before + handed + after)
    const title = describeCall(call)
    expect(title).toBe(`Bash apply_patch ${before.startsWith('cd') ? 'app/' : ''}a.ts (and 1 more file)`)
    expect(argumentLines(call, title).map(({ label = '', text }) => label + text)).toEqual([
      '-const limit = 7',
      "+const limit = 'none'",
      'b.ts (deleted):',
    ])
    const run = shell(`${before}${handed}${after}\nnpm test`)
    expect(describeCall(run)).toMatch(/^Bash (?:cd app && )?apply_patch .* …$/)
    expect(argumentLines(run, describeCall(run)).some(({ label }) => label === '-')).toBe(false)
  })

  it('begins behind what the title says of a command, whatever comes before that', () => {
    const place = `cd /home/me/${'project/'.repeat(15)}app`
    const [first, second] = ['word '.repeat(24).trim(), 'other '.repeat(10).trim()]
    const shown = (command: string): readonly string[] => {
      const call = callOf('Bash', JSON.stringify({ command }))
      return [describeCall(call), ...argumentLines(call, describeCall(call)).map(({ text }) => text)]
    }
    const title = `Bash ${place} && run ${first.slice(0, 114)} …`
    expect(shown(`${place} && \\\nrun ${first} ${second}`)).toEqual([title, `… word ${second}`])
    expect(shown(`${place} && echo "=== a ===" && run ${first}`)).toEqual([title, '… word'])
    const listed = callOf(
      'shell',
      JSON.stringify({ command: ['powershell.exe', '-Command', `run ${first}`] }),
    )
    expect(argumentLines(listed, describeCall(listed)).map(({ text }) => text)).toEqual([
      expect.stringMatching(/^…( word){1,9}$/),
    ])
    expect(shown(`${place} && run ${first.slice(0, 60)}\nls`)).toEqual([
      `Bash ${place} && run ${first.slice(0, 60).trim()} …`,
      'ls',
    ])
  })

  it('takes one line for that of the title', () => {
    const command = 'cd /w/app && npm run lint:all --fix\nnpm run lint:all --fix --quiet\nls'
    const call = callOf('Bash', JSON.stringify({ command }))
    const title = 'Bash cd /w/app && npm run lint:all --fix …'
    expect(describeCall(call)).toBe(title)
    expect(argumentLines(call, title).map(({ text }) => text)).toEqual([
      'npm run lint:all --fix --quiet',
      'ls',
    ])
  })

  it('does not say by its number which command a call waits for', () => {
    const call = callOf('write_stdin', '{"session_id":30409,"chars":"y","yield_time_ms":30000}')
    expect(argumentLines(call, describeCall(call)).map(({ label = '', text }) => label + text)).toEqual([
      'chars: y',
    ])
  })

  it('marks where a long line of an edit is cut', () => {
    const [, long = ''] = linesOf(
      JSON.stringify({ file_path: 'a.md', old_string: 'x', new_string: 'word '.repeat(80).trim() }),
    )
    expect(long).toMatch(/^\+word .*word …$/)
    expect(long.length).toBeLessThan(250)
  })

  it('follows a patch that a shell is handed through later edits', () => {
    const call = callOf(
      'Bash',
      JSON.stringify({
        command:
          "apply_patch <<'EOF'\n*** Begin Patch\n*** Update File: a.ts\n@@\n-x\n+y\n*** End Patch\nEOF",
      }),
    )
    expect(fileEdits(call, { first: 1, end: 3 }, ['', '-', '+'])).toEqual([
      { path: 'a.ts', isWhole: false, parts: [], first: 1, end: 3 },
    ])
  })

  it('knows a change by what it defines, not by a variable without a value', () => {
    const added = [
      'func load(path string) error {',
      '\tvar rows []struct {',
      '\tvar name string',
      '\tconst limit = 20',
    ]
    const edit = { file_path: 'a.go', old_string: 'x', new_string: added.join('\n') }
    const values = argumentLines(callOf('Edit', JSON.stringify(edit)), '')
      .filter(({ label }) => label === '+')
      .map(({ value }) => value)
    expect(values).toEqual(['useful', 'plain', 'plain', 'useful'])
  })

  it('knows what is gone by its name, not by the names within it', () => {
    const removed = ['  load(path) {', '    const limit = 20', '  }', '  const size = 3']
    const edit = { file_path: 'a.ts', old_string: ['  x', ...removed].join('\n'), new_string: '  x' }
    const values = argumentLines(callOf('Edit', JSON.stringify(edit)), '').flatMap(
      ({ label, text, value }) => (label === '-' && text.includes('const') ? [value] : []),
    )
    expect(values).toEqual(['plain', 'useful'])
  })

  it('shows an own key that other objects inherit', () => {
    expect(linesOf('{"__proto__": "x"}')).toEqual(['__proto__: x'])
  })

  it('shows what is no JSON line by line', () => {
    expect(linesOf('*** Begin Patch\n+new', '', 'text')).toEqual(['+new'])
    expect(linesOf('{"broken', '', 'text')).toEqual(['{"broken'])
  })

  it('leaves out what the title says', () => {
    const call = JSON.stringify({ file_path: 'src/a.ts', text: 'first\nsrc/a.ts\nlast' })
    expect(linesOf(call, 'Edit src/a.ts')).toEqual(['text: first', 'last'])
  })

  it.each([[['bash', '-lc']], [['powershell.exe', '-NoProfile', '-Command']]])(
    'leaves out the shell that a command is handed to: %j',
    launcher => {
      const call = { type: 'toolCall', callId: 'a', name: 'shell', media: 'json' } as const
      const text = JSON.stringify({ command: [...launcher, 'nl -ba plan.md'], workdir: '/w' })
      expect(argumentLines({ ...call, text }, 'shell nl -ba plan.md')).toEqual([])
    },
  )

  it('goes on where a title ends that says only the beginning', () => {
    const command = 'npm test -- --run src/plan\nnpm run lint'
    expect(linesOf(JSON.stringify({ command, timeout: 5 }), 'Edit npm test -- …')).toEqual([
      '… --run src/plan',
      'npm run lint',
    ])
  })

  it('cuts long lines, not characters', () => {
    const long = `${'x'.repeat(239)}😀${'y'.repeat(300)}`
    const lines = linesOf(JSON.stringify({ long }))
    expect(lines.map(line => line.isWellFormed())).toEqual([true, true, true])
    expect(lines.join('')).toBe(`long: ${long}`)
    const pieces = argumentLines(callOf('Edit', JSON.stringify({ long, short: 'z' })), '')
    expect(pieces.map(({ lines }) => lines)).toEqual([1, 0, 0, 1])
  })

  it('says each item of a list of things to do once', () => {
    const todos = [
      { content: 'Read the test', status: 'completed', activeForm: 'Reading the test' },
      { content: 'Mend it', status: 'in_progress', activeForm: 'Mending it' },
      { content: 'Run all\nof them', status: 'pending', activeForm: 'Running all of them' },
    ]
    const lines = argumentLines(callOf('TodoWrite', JSON.stringify({ todos })), 'TodoWrite')
    expect(lines.map(({ text }) => text)).toEqual([
      '[x] Read the test',
      '[~] Mend it',
      '[ ] Run all',
      'of them',
    ])
  })

  it('keeps the name of an argument apart from its value', () => {
    const lines = argumentLines(callOf('Edit', '{"text":"x\\ny"}'), 'Edit')
    expect(lines.map(({ label, text }) => [label, text])).toEqual([
      ['text: ', 'x'],
      ['', 'y'],
    ])
  })

  it('takes any depth', () => {
    const depth = 5000
    expect(linesOf(`${'['.repeat(depth)}${']'.repeat(depth)}`)).toEqual(['…'])
  })

  it('shows every character of a text but its line breaks', () => {
    fc.assert(
      fc.property(anyText, text => {
        expect(linesOf(JSON.stringify({ text }), '\n').join('')).toBe(
          text.replaceAll('\n', '') === '' ? '' : `text: ${text.replaceAll('\n', '')}`,
        )
      }),
    )
  })
})
