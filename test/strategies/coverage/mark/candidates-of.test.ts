import { describe, expect, it } from 'vitest'
import type { Candidate, Section } from '../../../../src/strategies/coverage/read/candidate.ts'
import type { Message } from '../../../../src/types.ts'
import { result, say, text } from '../../../formats/neutral-messages.ts'
import { step } from '../../partition/session.ts'
import { offersIn } from '../measured.ts'

const messages: readonly Message[] = [
  say('user', text('Please fix the login redirect.\nYou must never touch the billing code.')),
  say('assistant', text('I look at the file.')),
  ...step('a', {
    name: 'Read',
    args: { file_path: 'src/login.ts', encoding: 'utf8', limit: 40 },
    result: 'export function login(user: string): void {\n  redirect(user)\n}\n',
  }),
  say('assistant', { type: 'opaque', kind: 'reasoning', value: {} }),
  ...step('b', { name: 'Bash', args: { command: 'echo done' }, result: '\u001b[32mdone\u001b[0m' }),
]
const { sections, candidates } = offersIn(messages)
const indexOf = (part: string): number => candidates.findIndex(candidate => candidate.text.includes(part))
const candidate = (part: string): Candidate => candidates[indexOf(part)] as Candidate

describe('offersOf', () => {
  it('makes a section of every block that has a text, with who said it', () => {
    expect(sections.map(({ message, author, title }) => [message, author, title])).toEqual([
      [0, 'user', ''],
      [1, 'words', ''],
      [2, 'calls', 'Read src/login.ts'],
      [3, 'tools', 'src/login.ts'],
      [5, 'calls', 'Bash echo done'],
      [6, 'tools', 'Bash echo done'],
    ])
    expect(sections.map(({ callId }) => callId)).toEqual([undefined, undefined, 'a', 'a', 'b', 'b'])
  })

  it('names the subagent whose report was asked for', () => {
    const launch = (id: string, description: string) =>
      step(id, {
        name: 'Task',
        args: { description, prompt: 'Look at all of it.' },
        result: `Async agent launched successfully.\nagentId: agent-${id} (internal)`,
      })
    const asked = step('c', {
      name: 'TaskOutput',
      args: { task_id: 'agent-b', block: true },
      result: 'All is well.',
    })
    const { sections: own } = offersIn([
      ...launch('a', 'Review speed'),
      ...launch('b', 'Review names'),
      ...asked,
    ])
    expect(own.slice(-1).map(({ title }) => title)).toEqual(['TaskOutput (Review names)'])
    expect(offersIn([...launch('b', 'Review names'), ...asked]).candidates.at(-2)?.text).toBe(
      'TaskOutput (Review names)',
    )
  })

  it('reads what a host has wrapped in JSON as it was printed', () => {
    const linesOf = (name: string, args: Readonly<Record<string, unknown>>, printed: string) => {
      const answer = JSON.stringify([{ query: name, result: printed, success: true }])
      return offersIn(step('c', { name, args, result: answer }))
        .candidates.filter(({ author }) => author === 'tools')
        .map(({ text: line, number, value }) => [number, value, line.trim()])
    }
    const files = [{ path: 'src/a.ts' }]
    expect(linesOf('read_files', { files }, '7 | export function a() {\n8 |   b()')).toEqual([
      [7, 'key', 'export function a() {'],
      [8, 'plain', 'b()'],
    ])
    const program = 'export function parse(text: string): Tree {\n  return read(text)\n}\n'
    expect(linesOf('show_symbol', {}, program)[0]?.slice(1)).toEqual([
      'key',
      'export function parse(text: string): Tree {',
    ])
  })

  it('reads a file in the message of a user as one that was read', () => {
    const file =
      '<file_content path="/w/src/login.ts">\nexport function login() {\n  go()\n}\n</file_content>'
    const [typed, attached] = offersIn([
      say('user', text('Mend the login.'), text(file)),
      ...step('e', {
        name: 'Edit',
        args: { file_path: '/w/src/login.ts', old_string: '  go()', new_string: '  redirect()' },
        result: 'File updated.',
      }),
    ]).sections
    expect(typed).toMatchObject({ author: 'user', title: '' })
    expect(attached).toMatchObject({
      author: 'tools',
      title: '…/login.ts',
      origin: 'file /w/src/login.ts',
      isChanged: true,
      lines: 3,
    })
    expect(attached).not.toHaveProperty('isInserted')
  })

  it('leaves out an edit in words that was refused and made again', () => {
    const refused =
      'Your proposed edit has introduced new syntax error(s).\n\nThis is how your edit would have looked if applied\n---\n[File: /a.py (2 lines total)]\n1:total = count(rows))\n---\nYour changes have NOT been applied. Please fix your edit command and try again.\n\n(Open file: /a.py)\n(Current directory: /)\nbash-$'
    const edit = (line: string) =>
      say('assistant', text(`I count rows.\n\n\`\`\`\nedit 1:1\n${line}\nend_of_edit\n\`\`\``))
    const linesOf = (...said: readonly Message[]) =>
      offersIn([say('user', text('Count the rows.')), ...said])
        .candidates.filter(({ isUninformative }) => !isUninformative)
        .map(each => each.text)
    const first = [edit('total = count(rows))'), say('user', text(refused))]
    expect(linesOf(...first)).toContain('total = count(rows))')
    const retried = linesOf(...first, edit('total = count(rows)'))
    expect(retried).toContain('total = count(rows)')
    expect(retried.join('\n')).not.toContain('total = count(rows))')
  })

  it('knows what a program put into the message of a user', () => {
    const skill = '<skill>\n<name>review</name>\nNever push.\n</skill>'
    const given = [skill, 'Review it.', `${skill}\n\nReview it.`, 'Done.'].map(said =>
      say('user', text(said)),
    )
    expect(offersIn(given).sections.map(({ isInserted }) => isInserted)).toEqual([
      true,
      undefined,
      undefined,
      undefined,
    ])
  })

  it('shows once what the agent thought and then said', () => {
    const thought = 'The lock is taken twice.\n\nBoth workers wait for the queue.'
    const uninformativeAfter = (words: string): readonly string[] => {
      const call = step('c', { name: 'Read', args: { file_path: 'src/lock.ts' }, result: 'lock' })
      const [read, answer] = call as readonly [Message, Message]
      const reasoning = { type: 'opaque', kind: 'reasoning', value: { text: thought } } as const
      const spoken = say('assistant', reasoning, text(words), ...read.blocks)
      return offersIn([say('user', text('Why does it hang?')), spoken, answer])
        .candidates.filter(({ isUninformative, author }) => isUninformative && author === 'words')
        .map(({ text: line }) => line.trim())
    }
    expect(uninformativeAfter('I see: the lock is taken twice.')).toEqual(['The lock is taken twice.'])
    expect(uninformativeAfter('Let me read the lock.')).toEqual([])
  })

  it('shows the mere title of a thought only in the last step', () => {
    const thinking = (id: string, title: string): readonly Message[] => {
      const [read, answer] = step(id, {
        name: 'Read',
        args: { file_path: `src/${id}.ts` },
        result: 'lock',
      }) as readonly [Message, Message]
      const reasoning = { type: 'opaque', kind: 'reasoning', value: { text: title } } as const
      return [say('assistant', reasoning, ...read.blocks), answer]
    }
    const shown = offersIn([
      say('user', text('Why does it hang?')),
      ...thinking('f', '**Looking for the lock**'),
      ...thinking('g', '**Reading the queue**'),
    ]).candidates.filter(({ isUninformative, author }) => !isUninformative && author === 'words')
    expect(shown.map(each => each.text)).toEqual(['**Reading the queue**'])
  })

  it('knows a summary of what came before in the message of a user', () => {
    const summary = 'This session is being continued from a previous conversation.\n\nThe parser was mended.'
    const given = [summary, 'Now the writer.'].map(said => say('user', text(said)))
    expect(offersIn(given).sections.map(({ isSummary }) => isSummary)).toEqual([true, undefined])
  })

  it('shows a summary without its draft, and without requests that are there', () => {
    const summary =
      'This session is being continued from a previous conversation.\n\nAnalysis:\nThe parser was mended.\n\nSummary:\n1. Files:\n   - parser.ts: mended\n2. All user messages:\n   - "Mend the parser."\n   - "And the reader."'
    const shown = offersIn([
      say('user', text('Mend the parser.')),
      say('assistant', text('It is mended.')),
      say('user', text(summary)),
      say('assistant', text('I go on.')),
    ]).candidates.filter(
      ({ isUninformative, value, section }) => !isUninformative && value !== 'noise' && section === 2,
    )
    expect(shown.map(each => each.text.trim())).toEqual([
      '1. Files:',
      '- parser.ts: mended',
      '2. All user messages:',
      '- "And the reader."',
    ])
  })

  it('leaves out what a summary says of its own time, once something was asked after it', () => {
    const summary =
      'This session is being continued from a previous conversation.\n\n7. Files:\n   The parser was mended.\n\n8. Current Work:\n   I was mending the reader.'
    const bare = (...later: readonly Message[]) =>
      offersIn([say('user', text(summary)), ...later])
        .candidates.filter(({ isUninformative }) => isUninformative)
        .map(each => each.text.trim())
    expect(bare(say('assistant', text('I go on.')))).not.toContain('I was mending the reader.')
    const asked = bare(say('assistant', text('Done.')), say('user', text('Now the writer.')))
    expect(asked).toContain('I was mending the reader.')
    expect(asked).not.toContain('The parser was mended.')
  })

  it('shows with a request that it was stopped at once', () => {
    const stop = say('user', text('[Request interrupted by user]'))
    const partOf = (...given: readonly Message[]): string | undefined =>
      offersIn(given).candidates.find(each => each.text.startsWith('[Request'))?.part
    const [wish, answer] = [say('user', text('yes')), say('assistant', text('I delete them.'))]
    expect(partOf(wish, stop, say('user', text('What is the difference?')))).toBe('answer')
    expect(partOf(wish, answer, stop, say('user', text('What is the difference?')))).not.toBe('answer')
  })

  it('offers what was stopped and typed again once', () => {
    const given = ['Fix the parser now.', '[Request interrupted by user]', 'Fix the parser first.']
    const { candidates } = offersIn(given.map(said => say('user', text(said))))
    expect(candidates.map(({ text }) => text)).toEqual(given.slice(1))
  })

  it('offers of a demonstration only what introduces it', () => {
    const head = 'Here is a demonstration of how to correctly accomplish this task.'
    const shown = '--- DEMONSTRATION ---\nSolve the issue.\n--- END OF DEMONSTRATION ---'
    const { candidates } = offersIn([say('user', text(`${head}\n${shown}\n`)), say('user', text('Go.'))])
    expect(candidates.map(({ text }) => text)).toEqual([head, 'Go.'])
  })

  it('lets sections follow each other without a gap', () => {
    for (const [index, { firstCandidate }] of sections.entries())
      expect(candidates.findIndex(({ section }) => section === index)).toBe(firstCandidate)
    expect(candidates.map(({ section }) => section)).toEqual(
      candidates.map(({ section }) => section).sort((a, b) => a - b),
    )
  })

  it('begins a call with its title and ends it with what the title does not say', () => {
    const { firstCandidate } = sections[2] as Section
    expect(
      candidates.slice(firstCandidate, firstCandidate + 2).map(({ label, text }) => label + text),
    ).toEqual(['Read src/login.ts', 'encoding: utf8'])
    expect(candidates[firstCandidate + 1]?.under).toBe(firstCandidate)
  })

  it('knows the calls that only look, but for the last step', () => {
    const looks = offersIn([
      ...messages,
      ...step('c', { name: 'Grep', args: { pattern: 'login' }, result: 'src/login.ts:1:login' }),
    ]).sections.flatMap(({ isReadOnly, callId }) => (isReadOnly === true ? [callId] : []))
    expect(looks).toEqual(['a'])
  })

  it('puts a body under its signature, and all of a result under its call', () => {
    expect(candidate('redirect(user)').under).toBe(indexOf('function login'))
    let at = indexOf('redirect(user)')
    while ((candidates[at]?.under ?? -1) >= 0) at = candidates[at]?.under as number
    expect(at).toBe(sections[2]?.firstCandidate)
  })

  it('knows the rules of the user', () => {
    expect(candidates.filter(({ isRule }) => isRule).map(each => each.text)).toEqual([
      'You must never touch the billing code.',
    ])
    const [said] = offersIn([say('assistant', text('You must never touch the billing code.'))]).candidates
    expect(said?.isRule).toBe(false)
  })

  it('distinguishes what a program wrote into a message from what the user typed', () => {
    const { candidates: said } = offersIn([
      say(
        'user',
        text(
          [
            '<local-command-caveat>You must never respond to this.</local-command-caveat>',
            '<system-reminder>You must always run the linter.</system-reminder>',
            'Please fix the login.',
            'You must not touch billing.',
          ].join('\n'),
        ),
      ),
    ])
    const about = (part: string): unknown => {
      const found = said.find(each => each.text.includes(part))
      return found === undefined ? undefined : [found.author, found.isRule]
    }
    expect(about('respond to this')).toEqual(['tools', false])
    expect(about('run the linter')).toEqual(['tools', false])
    expect(about('fix the login')).toEqual(['user', false])
    expect(about('touch billing')).toEqual(['user', true])
  })

  it('takes a summary of an earlier conversation for words of the agent', () => {
    const summary =
      'This session is being continued from a previous conversation.\nThe user said: never push.'
    expect(offersIn([say('user', text(summary))]).candidates.map(each => [each.author, each.isRule])).toEqual(
      [
        ['words', false],
        ['words', false],
      ],
    )
  })

  it('takes what a shell answers through a message for output of a tool', () => {
    const { candidates: said } = offersIn([
      say('assistant', text('```bash\nls\n```')),
      say('user', text('<returncode>0</returncode>\n<output>\nYou must never see this.\n</output>')),
    ])
    expect(said.filter(each => each.section === 1).map(each => [each.author, each.isRule])).toContainEqual([
      'tools',
      false,
    ])
    expect(said.some(each => each.isRule)).toBe(false)
  })

  it('gives no value to the answer of a to-do list, and shows beside the call why it failed', () => {
    const args = { todos: [{ content: 'Test', status: 'pending' }] }
    const offers = (result: string, isError: boolean) =>
      offersIn(step('a', { name: 'TodoWrite', args, result, isError })).candidates
    expect(offers('Todos are set.', false).at(-1)?.value).toBe('noise')
    expect(offers('It is locked.', true)[0]?.text).toContain('failed: It is locked.')
    // One that is made by itself is given its number.
    const made = step('a', { name: 'TaskCreate', args: { subject: 'Test' }, result: 'Task #7 created.' })
    expect(offersIn(made).candidates.at(-1)?.value).not.toBe('noise')
  })

  it('rates what an edit since the last request leaves to do above its other lines', () => {
    const lines = 'open(file)\n// TODO: close the file\nreturn file'
    const edit = {
      name: 'Edit',
      args: { file_path: 'a.ts', old_string: 'x', new_string: lines },
      result: 'ok',
    }
    const keysOf = (...more: readonly Message[]) =>
      offersIn([say('user', text('Open it.')), ...step('a', edit), ...more]).candidates.flatMap(
        ({ text, value, label }) => (value === 'key' && label === '+' ? [text] : []),
      )
    expect(keysOf()).toEqual(['// TODO: close the file'])
    expect(keysOf(say('user', text('Write it, too.')))).toEqual([])
  })

  it('says how often edits failed before a command changed the file', () => {
    const edit = { file_path: 'tax.ts', old_string: 'const tax = 7', new_string: 'const tax = 8' }
    const failed = { name: 'Edit', args: edit, result: 'Error: the text is not in the file.', isError: true }
    const changed = { name: 'Bash', args: { command: "sed -i 's/7/8/' tax.ts" }, result: '' }
    const shown = offersIn([
      ...step('a', failed),
      ...step('b', failed),
      ...step('c', changed),
    ]).candidates.filter(({ text, isUninformative }) => text.startsWith('Edit') && !isUninformative)
    expect(shown.map(({ text }) => text)).toEqual([
      'Edit tax.ts → failed: Error: the text is not in the file. (2 times)',
    ])
  })

  it('shows a comment on a failure that names nothing with the call', () => {
    const read = { name: 'Read', args: { file_path: 'rates.ts' }, result: 'Not there.', isError: true }
    const opening = (comment: string) => {
      const offers = offersIn([...step('a', read), say('assistant', text(comment))]).candidates
      return offers[offers.findIndex(({ author }) => author === 'words')]?.under
    }
    expect(opening('The file is gone.')).toBe(0)
    expect(opening('`rates.ts` is gone.')).toBe(-1)
  })

  it('does not show a failed call with words that follow later results', () => {
    const read = { name: 'Read', args: { file_path: 'rates.ts' }, result: 'Not there.', isError: true }
    const other = { name: 'Read', args: { file_path: 'tax.ts' }, result: 'export const tax = 7' }
    const offers = offersIn([...step('a', read), ...step('b', other), say('assistant', text('Both pass.'))])
    expect(offers.candidates.find(({ author }) => author === 'words')?.under).toBe(-1)
  })

  it('distinguishes statements of a program from its definitions and comments', () => {
    const content = '// Adds two.\nexport function add(a, b) {\n  const sum = a + b\n  return sum\n}\n'
    const written = offersIn(step('a', { name: 'Write', args: { file_path: 'a.ts', content }, result: 'ok' }))
    const codeOf = (part: string) => written.candidates.find(({ text }) => text.includes(part))?.isCode
    expect(codeOf('Adds two')).toBe(false)
    expect(codeOf('function add')).toBe(false)
    expect(codeOf('const sum')).toBe(true)
  })

  it('shows the outcome of a command once, beside its name', () => {
    const ran = step('a', {
      name: 'Bash',
      args: { command: 'npm test' },
      result: 'Tests: 12 passed, 12 total',
    })
    const [call, result] = offersIn(ran).candidates
    expect(call?.text).toContain('→ Tests: 12 passed, 12 total')
    expect(result?.isUninformative).toBe(true)
  })

  it('leaves out what a host adds to an answer', () => {
    const answered = step('a', {
      name: 'Read',
      args: { file_path: 'a.txt' },
      result: 'the text\n<system-reminder>\nBe careful.\n</system-reminder>\n',
    })
    expect(offersIn(answered).candidates.map(({ text }) => text)).not.toContain('Be careful.')
  })

  it('says of a command that ran again what holds now', () => {
    const load = (id: string, command: string, result: string): readonly Message[] =>
      step(id, { name: 'Bash', args: { command }, result })
    const offered = offersIn([
      ...load('a', './load', 'Exit code 1\nno key'),
      ...load('b', './load', '3 rows'),
      ...load('c', './count | tail -1', '3 rows'),
      ...load('d', './count', '4 rows'),
    ]).candidates.filter(({ text }) => text.startsWith('Bash '))
    expect(offered.map(({ text, isUninformative }) => [text, isUninformative])).toEqual([
      ['Bash ./load → exit 1: no key (#3 ran without it)', false],
      ['Bash ./load → 3 rows', false],
      ['Bash ./count → 3 rows', true],
      ['Bash ./count → 4 rows', false],
    ])
  })

  it('knows how a command came out, but for a patch that a shell is handed', () => {
    const outcomeOf = (command: string): string | undefined =>
      offersIn(step('a', { name: 'Bash', args: { command }, result: 'Done!' })).sections[0]?.outcome
    expect(outcomeOf("python3 - <<'E'\nprint('Done!')\nE")).toBe('Done!')
    const patch = '*** Begin Patch\n*** Update File: a.ts\n@@\n-one\n+two\n*** End Patch'
    expect(outcomeOf(`apply_patch <<'E'\n${patch}\nE`)).toBeUndefined()
  })

  it('counts the lines of an output without those that a host writes around it', () => {
    const printed = 'first entry\nsecond entry\nthird entry'
    const answers = [
      `Chunk ID: 1a2b3c\nWall time: 0.1 seconds\nProcess exited with code 0\nOriginal token count: 9\nOutput:\n${printed}`,
      `Exit code: 0\nWall time: 0.1 seconds\nOutput:\n${printed}`,
      `${printed}\n<shellId: 3 completed with exit code 0>`,
    ]
    for (const answer of answers) {
      const { sections, candidates } = offersIn(
        step('a', { name: 'exec_command', args: { cmd: './list' }, result: answer }),
      )
      expect(sections.at(-1)?.lines).toBe(3)
      expect(candidates.slice(-3).map(each => each.text)).toEqual(printed.split('\n'))
    }
  })

  it('shows what a terminal shows', () => {
    expect(candidates.at(-1)?.text).toBe('done')
  })

  it('offers no blank text, and nothing under itself or what comes later', () => {
    const blank = offersIn([
      say('user', text(' \n\n')),
      say('tool', result('unknown', '')),
      ...messages,
    ]).candidates
    for (const [index, { text: shown, under }] of blank.entries()) {
      expect(shown.trim()).not.toBe('')
      expect(under).toBeLessThan(index)
    }
  })

  it('keeps titles short, and shorter where the call has said it', () => {
    const command = `echo ${'😀'.repeat(200)}`
    const both = step('a', { name: 'Bash', args: { command }, result: 'done' })
    const [call, result] = offersIn(both).sections.map(({ title }) => title) as [string, string]
    expect(call.length).toBeLessThanOrEqual(130)
    expect(result.length).toBeLessThanOrEqual(48)
    for (const title of [call, result]) {
      expect(title.isWellFormed()).toBe(true)
      expect(title).toMatch(/^Bash echo 😀+ …(?:😀+ …)?$/u)
    }
  })

  it('takes line numbers for numbers, not for text, and names a file once', () => {
    const shown = ['    11→import x', '    12→', '    13→\tuse(x)'].join('\n')
    const { candidates: lines } = offersIn(
      step('a', { name: 'Read', args: { file_path: '/w/src/a.ts' }, result: shown }),
    )
    expect(lines.map(({ text, number }) => [text, number])).toEqual([
      ['Read /w/src/a.ts', undefined],
      ['import x', 11],
      ['\tuse(x)', 13],
    ])
  })

  it('reads what a command printed inside of its wrapper, and how it ended', () => {
    const wrapped = (output: string, exitCode: number): string =>
      JSON.stringify({ output, metadata: { exit_code: exitCode, duration_seconds: 0.1 } })
    const shown = (result: string): readonly string[] =>
      offersIn(step('a', { name: 'shell', args: { command: ['make'] }, result })).candidates.map(
        ({ text }) => text,
      )
    expect(shown(wrapped('cc main.c\nld main.o\n', 0)).slice(1)).toEqual(['cc main.c', 'ld main.o'])
    expect(shown(wrapped('cc main.c\nno rule\n', 2))[0]).toMatch(/^shell make → exit 2: /)
  })
})

describe('what says nothing by itself', () => {
  const edit = (id: string, from: string, answer: string): readonly Message[] =>
    step(id, {
      name: 'Edit',
      args: { file_path: 'src/login.ts', old_string: from, new_string: `${from}()` },
      result: answer,
    })
  const offered = (said: readonly Message[]): readonly Candidate[] => offersIn(said).candidates
  const bare = (said: readonly Message[], part: string): readonly boolean[] =>
    offered(said)
      .filter(({ text }) => text.includes(part))
      .map(({ isUninformative }) => isUninformative)

  it('is what a check that passed has printed, not what one that failed has', () => {
    const tests = (output: string): readonly Message[] =>
      step('t', { name: 'Bash', args: { command: 'npm test' }, result: output })
    expect(bare(tests(`${'loaded 3 fixtures\n'.repeat(4)}Tests  23 passed (23)`), 'fixtures')).not.toContain(
      false,
    )
    expect(
      bare(tests(`${'loaded 3 fixtures\n'.repeat(4)}Tests  1 failed | 22 passed (23)`), 'fixtures'),
    ).toContain(false)
  })

  it('is an edit that failed and was made again', () => {
    const failed = edit('a', 'old', '<tool_use_error>String to replace not found in file.</tool_use_error>')
    expect(bare(failed, 'old()')).toEqual([false])
    expect(bare([...failed, ...edit('b', 'new', 'The file has been updated.')], 'old()')).toEqual([true])
  })

  it('is not an edit that failed where another file of the same name was changed', () => {
    const failed = edit('a', 'old', '<tool_use_error>String to replace not found in file.</tool_use_error>')
    const other = step('b', {
      name: 'Edit',
      args: { file_path: 'lib/login.ts', old_string: 'new', new_string: 'new()' },
      result: 'The file has been updated.',
    })
    expect(bare([...failed, ...other], 'old()')).toEqual([false])
  })

  it('is a line of an edit in which a later one replaces a text, unless everywhere by another', () => {
    const replace = (id: string, old_string: string, new_string: string, more = {}): readonly Message[] =>
      step(id, {
        name: 'Edit',
        args: { file_path: 'src/login.ts', old_string, new_string, ...more },
        result: 'The file has been updated.',
      })
    const made = replace('a', 'x', 'const rows = sheet.loadRows(path)\nconst sizes = rows.map(sizeOf)')
    const all = replace('b', 'sheet.loadRows', 'sheet.rows', { replace_all: true })
    expect(bare([...made, ...all], 'loadRows(')).toEqual([false])
    const one = replace('b', 'sheet.loadRows', 'sheet.rows')
    expect(bare([...made, ...one], 'loadRows(')).toEqual([true])
    expect(bare([...made, ...all], 'sizeOf')).toEqual([false])
    expect(bare([...all, ...made], 'loadRows(')).toEqual([false])
    expect(bare([...made, ...replace('b', 'loadRows(path)', 'loadRows(path, 3)')], 'const rows')).toEqual([
      true,
    ])
    expect(
      bare([...made, ...replace('b', 'rows.map(sizeOf)', 'rows.map(sizeOf)\nlog()')], 'const sizes'),
    ).toEqual([false])
    const other = { file_path: 'lib/login.ts' }
    expect(bare([...made, ...replace('b', 'loadRows', 'rows', other)], 'const rows')).toEqual([false])
    const written = step('w', {
      name: 'Write',
      args: { file_path: 'src/login.ts', content: 'export function load(): void {\n  loadRows(1)\n}\n' },
      result: 'File created',
    })
    expect(bare([...written, ...replace('b', 'load()', 'read()')], 'function load')).toEqual([true])
  })

  it('is a line of a file that a later edit replaces, whoever showed it and however its path is written', () => {
    const read = step('a', {
      name: 'Read',
      args: { file_path: '/w/src/login.ts' },
      result: 'export function login(user: string): void {\n  redirect(user, home)\n}\n',
    })
    const shell = (id: string, command: string): readonly Message[] =>
      step(id, { name: 'Bash', args: { command }, result: '' })
    const sed = shell('b', "cd src && sed -i 's/redirect(user, home)/go(user)/' login.ts")
    expect(bare([...read, ...sed], '  redirect(')).toEqual([true])
    expect(bare([...read, ...sed], 'function login')).toEqual([false])
    expect(bare([...sed, ...read], '  redirect(')).toEqual([false])
    expect(bare([...read, ...shell('b', "sed -i 's/redirect/go/' lib/login.ts")], '  redirect(')).toEqual([
      false,
    ])
    const edited = edit('c', '  redirect(user, home)', 'The file has been updated.')
    expect(bare([...read, ...edited], 'redirect(user, home)')[0]).toBe(true)
  })

  it('is a line of a patch that a later one takes out of the same file', () => {
    const patch = (id: string, ...lines: readonly string[]): readonly Message[] =>
      step(id, {
        name: 'apply_patch',
        args: { input: ['*** Begin Patch', ...lines, '*** End Patch'].join('\n') },
        result: 'Success. Updated the following files',
      })
    const line = 'const rows = readAll(path)'
    const made = patch(
      'a',
      '*** Delete File: c.ts',
      '*** Update File: a.ts',
      '+x()',
      '*** Add File: b.ts',
      `+${line}`,
    )
    const out = (file: string) =>
      patch('b', '*** Update File: d.ts', '+y()', `*** Update File: ${file}`, `-${line}`)
    expect(bare([...made, ...out('b.ts')], line)).toEqual([true, false])
    expect(bare([...made, ...out('a.ts')], line)).toEqual([false, false])
  })

  it('is a comment that an earlier edit takes away, and what a host answers to an edit', () => {
    const later = ['b', 'c'].flatMap(id => edit(id, `other ${id}`, 'The file has been updated.'))
    const said = [
      ...edit('a', '// old words', 'The file src/login.ts has been updated.\n    1→login()'),
      ...later,
    ]
    expect(bare(said, '// old words')[0]).toBe(true)
    expect(bare(said, '1→login')).toEqual([])
    expect(
      offered(said)
        .filter(({ author }) => author === 'tools')
        .every(({ isUninformative }) => isUninformative),
    ).toBe(true)
  })

  it('is each of many comments that the last edit takes away, and none of a few', () => {
    const comments = ['// one reason', '// and a second', '// and a third']
    const lastly = (replaced: readonly string[]): readonly boolean[] => {
      const args = { file_path: 'src/login.ts', old_string: replaced.join('\n'), new_string: 'login()' }
      const made = step('a', { name: 'Edit', args, result: 'The file has been updated.' })
      return bare([say('user', text('Go on.')), ...made], '// one reason')
    }
    expect(lastly(comments.slice(0, 2))).toEqual([false])
    expect(lastly(comments)).toEqual([true])
  })
})

describe('a patch of several files', () => {
  const input = [
    ...[
      '*** Begin Patch',
      '*** Delete File: src/old.ts',
      '*** Update File: src/rows.ts',
      '@@',
      '+const size = 1',
    ],
    ...['*** Add File: test/rows.test.ts', '+const limit = 2', '*** End Patch'],
  ].join('\n')
  const { candidates: lines } = offersIn(
    step('a', { name: 'apply_patch', args: { input }, result: 'Success. Updated the following files' }),
  )
  const textsAbove = (part: string): readonly string[] => {
    const above: string[] = []
    for (let at = lines.findIndex(({ text }) => text.includes(part)); at >= 0; at = lines[at]?.under ?? -1)
      above.push(lines[at]?.text ?? '')
    return above
  }

  it('says in its title that the first is gone, and shows the lines of the others under their names', () => {
    const title = 'apply_patch src/old.ts (deleted, and 2 more files) → applied'
    expect(textsAbove('size')).toEqual(['const size = 1', 'rows.ts:', title])
    expect(textsAbove('limit')).toEqual(['const limit = 2', 'test/rows.test.ts (added):', title])
  })
})

describe('what a line makes no sense without', () => {
  const under = (said: readonly Message[], part: string): string | undefined => {
    const { candidates } = offersIn(said)
    return candidates[candidates.find(({ text }) => text.includes(part))?.under ?? -1]?.text
  }

  it('is the head of its table', () => {
    const said = [
      say(
        'assistant',
        text(
          '# Times\n\nIt was measured twice, on a quiet machine.\n\n- the first run is not counted\n- the rest are\n\n| Case | Time |\n|---|---|\n| a | 4 ms |\n| b | 9 ms |\n',
        ),
      ),
    ]
    expect(under(said, '9 ms')).toBe('| Case | Time |')
  })

  it('is the place that a checker named before it; the step and the time of a job are left out', () => {
    const at = 'Lint\tRun Biome\t2026-06-17T10:22:22.3762677Z '
    const lines = ['./src/index.ts:58:21 lint/style', '', '  × Use a template.', '', 'error: lint failed']
    const said = step('a', {
      name: 'Bash',
      args: { command: 'gh run view 1 --log' },
      result: lines.map(line => at + line).join('\n'),
    })
    expect(under(said, '× Use a template.')).toBe('./src/index.ts:58:21 lint/style')
  })

  it('keeps the words of a person who did not allow an edit, and leaves out the edit', () => {
    const rejection =
      "The user doesn't want to proceed with this tool use. The tool use was rejected. To tell you how to proceed, the user said:\nuse a map instead"
    const edit = { file_path: 'src/a.ts', old_string: 'one()', new_string: 'two()\nthree()' }
    const rejected = offersIn([
      say('user', text('Change it.')),
      ...step('a', { name: 'Edit', args: edit, result: rejection }),
    ]).candidates
    expect(rejected.find(({ text }) => text.includes('use a map instead'))?.part).toBe('answer')
    expect(
      rejected.filter(({ label }) => label === '+').map(({ isUninformative }) => isUninformative),
    ).toEqual([true, true])
  })

  it('shows a command that was not allowed only where the person said nothing to it', () => {
    const rejected = "The user doesn't want to proceed with this tool use. The tool use was rejected."
    const said = (words: string) =>
      offersIn([
        say('user', text('Try it.')),
        ...step('a', {
          name: 'Bash',
          args: { command: 'mkdir /tmp/x\nrm -rf build/cache\nmake everything' },
          result: rejected + words,
        }),
      ]).candidates.find(({ text }) => text.includes('rm -rf build/cache'))?.isUninformative
    expect(said(' To tell you how to proceed, the user said:\nclone it instead')).toBe(true)
    expect(said('')).toBe(false)
  })

  it('puts short items below the line that says what they are', () => {
    const { candidates: said } = offersIn([
      say('user', text('Why?')),
      say(
        'assistant',
        text('A new session has:\n- a state file\n- no checkpoint\n\nIt is removed with the next cleanup.'),
      ),
      say('user', text('Go on.')),
    ])
    const at = said.findIndex(({ text }) => text === 'A new session has:')
    expect(said.filter(({ under }) => under === at).map(({ text }) => text)).toEqual([
      '- a state file',
      '- no checkpoint',
    ])
  })

  it('keeps what a check has found, and leaves out what a program logs while all is well', () => {
    const printed = '12:00:01 INFO session started\nFAIL src/a.test.ts\nexpected 1, got 2\n1 failed'
    const { candidates: found } = offersIn([
      say('user', text('Test it.')),
      ...step('a', { name: 'Bash', args: { command: 'npm test' }, result: printed }),
    ])
    expect(found.find(({ text }) => text.includes('INFO'))?.isUninformative).toBe(true)
    expect(found.find(({ text }) => text.includes('expected 1'))?.isUninformative).toBe(false)
  })

  it('leaves tasks to the head, and keeps what describes one', () => {
    const { candidates: task } = offersIn([
      say('user', text('Plan it.')),
      ...step('a', {
        name: 'TaskCreate',
        args: {
          subject: 'Wire the reader',
          description: 'Change open():\n- read the header first',
          activeForm: 'Wiring',
        },
        result: 'Task #1 created successfully',
      }),
      ...step('b', {
        name: 'TodoWrite',
        args: { todos: [{ content: 'Test it', status: 'pending', activeForm: 'Testing' }] },
        result: 'Todos have been modified',
      }),
    ])
    const isUninformative = (part: string): boolean | undefined =>
      task.find(({ text }) => text.includes(part))?.isUninformative
    expect(isUninformative('read the header first')).toBe(false)
    expect(isUninformative('Test it')).toBe(true)
    expect(isUninformative('created successfully')).toBe(true)
  })
})

describe('a short reply', () => {
  const underOf = (words: string, reply: string): string | undefined => {
    const found = offersIn([say('assistant', text(words)), say('user', text(reply))]).candidates
    return found[found.at(-1)?.under ?? -1]?.text
  }

  it('makes no sense without the question that it answers', () => {
    const question = 'Shall I round the totals alone?'
    expect(underOf(`The sums differ by a cent.\n\n${question}`, 'yes')).toBe(question)
    expect(
      underOf(`The sums differ by a cent.\n\n${question}`, 'yes, and write down each difference by hand'),
    ).toBe(undefined)
    expect(underOf('The sums differ by a cent.', 'ok')).toBe(undefined)
    expect(underOf(`${question}\n\n- a\n- b\n- c\n\nI go on.`, 'ok')).toBe(undefined)
  })
})

describe('a command that printed nothing', () => {
  const run = (id: string, command: string): readonly Message[] =>
    step(id, { name: 'Bash', args: { command }, result: '(no output)' })
  const isUninformative = (command: string, ...later: readonly Message[]): boolean | undefined =>
    offersIn([...run('a', command), ...later]).candidates.find(({ text }) => text.includes(command))
      ?.isUninformative

  it('says nothing by itself where it searched, or where the turn is over', () => {
    const request = say('user', text('Now the tests.'))
    const next = run('b', 'npm test')
    expect(isUninformative('grep -rn total src', ...next)).toBe(true)
    expect(isUninformative('mkdir build', request, ...next)).toBe(true)
    expect(isUninformative('mkdir build', ...next)).toBe(false)
  })
})

describe('what reads like a rejection', () => {
  const reasons = Array.from(
    { length: 6 },
    (_, at) => `Suite ${at} takes an hour and bills the account ${at}.`,
  )
  const words = [
    "The user doesn't want to proceed with this tool use. To tell you how to proceed, the user said:",
    ...reasons,
    'You must never run the tests.',
  ].join('\n')
  const rules = (isError: boolean): readonly string[] =>
    offersIn(
      step('a', { name: 'Read', args: { file_path: 'a.md' }, result: words }).map(message => ({
        ...message,
        blocks: message.blocks.map(block =>
          block.type === 'toolResult' && isError ? { ...block, isError } : block,
        ),
      })),
    )
      .candidates.filter(({ isRule }) => isRule)
      .map(each => each.text)

  it('binds the agent only where the host calls it an error', () => {
    expect(rules(true)).toEqual(['You must never run the tests.'])
    expect(rules(false)).toEqual([])
  })

  it('takes the beginning of an answer for one where it says yes or no to a question', () => {
    const partOf = (asked: string, said: string): string | undefined =>
      offersIn([
        say('user', text(asked)),
        say('assistant', text(said)),
        say('user', text('Go on.')),
      ]).candidates.find(each => said.startsWith(each.text.trim()))?.part
    expect(partOf('Are all of them rounded?', 'No, not all of them.')).toBe('answer')
    expect(partOf('ok. are all of them rounded now', 'No, not all of them.')).toBe('answer')
    expect(partOf('Are all of them rounded?', 'Nothing is left.')).not.toBe('answer')
    expect(partOf('Are all of them rounded?', 'No response requested.')).not.toBe('answer')
    expect(partOf('check whether they are rounded', 'No, not all of them.')).toBe('answer')
  })

  it('lets an objection be shown only with the sentence that it is about', () => {
    const found = 'The writer rounds each of the amounts that the reader has rounded before it books them.'
    const { candidates: said } = offersIn([
      say('user', text('Round them once.')),
      say(
        'assistant',
        text(`${found} However, this one is only called by the tests. The reader rounds all of them.`),
      ),
    ])
    const at = said.findIndex(each => each.text.startsWith('However'))
    expect(said[said[at]?.under ?? -1]?.text.trim()).toBe(found)
    expect(said[at + 1]?.under).toBe(-1)
  })

  it('lets an announcement be shown only with what was found before it', () => {
    const { candidates: said } = offersIn([
      say('user', text('Round them once.')),
      say('assistant', text('The writer rounds each amount again. Let me look at its callers.')),
    ])
    const at = said.findIndex(each => each.text.startsWith('Let me'))
    expect(said[said[at]?.under ?? -1]?.text.trim()).toBe('The writer rounds each amount again.')
  })

  it('takes the first statement of the words that end a turn for an answer to a question', () => {
    const partOf = (asked: string, said: string): string | undefined =>
      offersIn([
        say('user', text(asked)),
        say('assistant', text(said)),
        say('user', text('Go on.')),
      ]).candidates.find(each => said.startsWith(each.text.trim()))?.part
    expect(partOf('Why are they rounded twice?', 'The writer rounds what the reader rounded.')).toBe('answer')
    expect(partOf('Round them once.', 'The writer rounds what the reader rounded.')).not.toBe('answer')
    expect(partOf('Why are they rounded twice?', 'Here is what I found in the writer.')).not.toBe('answer')
  })

  it('takes a yes or no for an answer to a question in a message that stays as it is', () => {
    const messages = [
      say('user', text('Are all of them rounded?')),
      say('assistant', text('No, not all of them.')),
      ...step('a', { name: 'Read', args: { file_path: 'a.ts' }, result: 'let a = 1' }),
    ]
    const { candidates } = offersIn(messages, 1)
    expect(candidates.find(each => each.text.startsWith('No, not all'))?.part).toBe('answer')
  })

  it('takes a yes or no of the words that end a turn for an answer, whatever the form of the request', () => {
    const partOf = (...said: readonly string[]): string | undefined =>
      offersIn([
        say('user', text('Round all of them, if they are not rounded.')),
        ...said.map(each => say('assistant', text(each))),
        say('user', text('Go on.')),
      ]).candidates.find(each => each.text.startsWith('No, not all'))?.part
    expect(partOf('No, not all of them.')).toBe('answer')
    expect(partOf('No, not all of them. I look at the others.', 'Now all are rounded.')).not.toBe('answer')
  })

  it('takes the first statement of what was pasted without a word for what was typed', () => {
    const finding =
      'The rounding of rows is lost\n\nMedium Severity\n\nThe session.Row struct is missing the rounded field that exists in store.Row. When a row is saved via rowFrom, the value is lost because the destination type lacks this field. This causes total to always return 0, incorrectly reporting rounded rows as exact ones.\n'
    const typed = offersIn([
      say('user', text('Hi.')),
      say('assistant', text('Hello.')),
      say('user', text(finding)),
    ])
      .candidates.filter(({ part, section }) => part === 'typed' && section > 0)
      .map(each => each.text.trim())
    expect(typed).toEqual(['The rounding of rows is lost'])
  })

  it('counts no blank lines at the end of an output', () => {
    const [section] = offersIn(
      step('a', { name: 'Read', args: {}, result: 'one\n\ntwo\n\n\n' }),
    ).sections.slice(-1)
    expect(section?.lines).toBe(3)
  })
})
