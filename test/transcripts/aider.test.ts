import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatNamed } from '../../src/formats/index.ts'
import { ledgerOfMessages } from '../../src/ledger/ledger-of-messages.ts'
import { userCommands } from '../../src/scan/actions/user-commands.ts'
import { typedTexts } from '../../src/scan/speakers/typed-texts.ts'
import { aider } from '../../src/transcripts/aider.ts'
import { readTranscriptFrom } from '../../src/transcripts/read-transcript.ts'
import { noCorpus, readCorpus } from './agent-corpus.ts'
import { readFixture, rejections } from './agent-fixture.ts'

interface Part {
  readonly type: string
  readonly text?: string
  readonly name?: string
  readonly input?: unknown
  readonly content?: unknown
  readonly is_error?: boolean
}

const partsOf = (messages: readonly unknown[]): readonly Part[] =>
  messages.flatMap(message => {
    const { content } = message as { content: string | readonly Part[] }
    return typeof content === 'string' ? [] : content
  })

const start = '# aider chat started at 2026-03-01 09:00:00\n\n'
const edit = '> Applied edit to a.ts  \n'

describe('an aider history', () => {
  it('is the last chat in which something was said; the others are named by their time', async () => {
    const transcript = await readFixture('aider.md')
    expect(transcript).toMatchObject({
      agent: 'aider',
      format: 'anthropic',
      session: '2026-03-02 09:00:00',
      model: 'gpt-5',
      problems: [],
    })
    expect(transcript.sidechains.map(({ name, messages }) => [name, messages.length])).toEqual([
      ['2026-03-01 09:00:00', 3],
      ['2026-03-03 09:00:00', 1],
    ])
    expect(transcript.origins.slice(0, 3)).toEqual([
      { line: 15, timestamp: '2026-03-02 09:00:00' },
      { line: 22 },
      { line: 27 },
    ])
    expect(transcript.events).toEqual([
      { type: 'usage', line: 25, at: 2, inputTokens: 33_985, outputTokens: 61 },
      { type: 'usage', line: 83, at: 4, inputTokens: 9300, outputTokens: 347 },
    ])
    expect(rejections(transcript)).toEqual([])
  })

  it('tells what a person typed from what aider printed, and knows the commands that a person ran', async () => {
    const { messages: raw, format } = await readFixture('aider.md')
    const messages = formatNamed(format).read(raw)
    const typed = messages.flatMap(({ role, blocks }, message) =>
      role === 'user' ? blocks.flatMap((_, block) => typedTexts(messages, { message, block })) : [],
    )
    expect(typed).toEqual(['Dates in March are wrong.\n\nMonths start at 0.'])
    expect(raw[0]).toEqual({
      role: 'user',
      content: expect.stringMatching(/^<aider_output>\n\/usr\/bin\/aider --message .*<\/aider_output>$/s),
    })
    expect(userCommands(messages).map(({ action }) => action)).toEqual([
      expect.objectContaining({ type: 'run', command: 'npm test' }),
      expect.objectContaining({ type: 'run', command: 'git status --short' }),
    ])
  })

  it('has the edits that aider applied or refused as calls, and others as text', async () => {
    const { messages } = await readFixture('aider.md')
    const parts = partsOf(messages)
    expect(parts.filter(({ type }) => type === 'text').map(({ text }) => text)).toEqual([
      'The month is one too high:\n\n> months start at 0\n\n#### What I change',
      'And a test:',
      expect.stringMatching(/^I see\. .*<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n```$/s),
    ])
    expect(parts.flatMap(({ name, input }) => (name === undefined ? [] : [[name, input]]))).toEqual([
      [
        'search_replace',
        {
          file_path: 'src/date.ts',
          old_string: '  return new Date(year, month, day)',
          new_string: '  return new Date(year, month - 1, day)',
        },
      ],
      [
        'search_replace',
        {
          file_path: 'test/date.test.ts',
          old_string: '',
          new_string: 'expect(date(2026, 3, 1).getMonth()).toBe(2)',
        },
      ],
      ['search_replace', { file_path: 'README.md', old_string: '# Date', new_string: '# Dates' }],
      ['edit_file', { file_path: 'src/whole.ts' }],
      ['bash', { command: "git commit -m 'fix: count months from 1' src/whole.ts" }],
    ])
    const results = parts.filter(({ type }) => type === 'tool_result')
    expect(results.map(({ content, is_error: isError = false }) => [content, isError])).toEqual([
      ['Applied edit to src/date.ts', false],
      ['Applied edit to test/date.test.ts', false],
      [
        expect.stringMatching(/^This SEARCH block .* README\.md\n\n# 1 SEARCH.* applied successfully\.$/s),
        true,
      ],
      ['Applied edit to src/whole.ts\nCommit 1a2b3c4 fix: count months from 1', false],
      ['Commit 1a2b3c4 fix: count months from 1', false],
    ])
  })

  it('has the commits that aider made of its edits as calls', async () => {
    const { messages, format } = await readTranscriptFrom(
      "# aider chat started at 2026-03-01 09:00:00\n\n#### Go  \n\nDone.\n\n> Applied edit to my app/a.ts  \n> Commit 1a2b3c4 fix: don't wait  \n",
    )
    const calls = partsOf(messages).flatMap(({ name, input }) => (name === 'bash' ? [input] : []))
    expect(calls).toEqual([{ command: "git commit -m 'fix: don'\\''t wait' 'my app/a.ts'" }])
    const { rows } = ledgerOfMessages(formatNamed(format).read(messages))
    expect(rows.find(({ key }) => key === 'last commit')?.value).toBe("1a2b3c4 fix: don't wait")
    expect(rows.filter(({ value }) => value.startsWith('none shown'))).toEqual([])
  })

  it('is read where aider printed very many lines after an edit', async () => {
    const printed = '> line\n'.repeat(200_000)
    const { messages } = await readTranscriptFrom(
      `${start}#### Go  \n\nDone.\n\n${edit}${printed}> Commit 1a2b3c4 fix  \n`,
    )
    const calls = partsOf(messages).flatMap(({ name, input }) => (name === 'bash' ? [input] : []))
    expect(calls).toEqual([{ command: 'git commit -m fix a.ts' }])
  })

  it('takes several blocks in one fence for edits of one file', async () => {
    const block = (line: string): string =>
      `<<<<<<< SEARCH\n${line}\n=======\n${line}${line}\n>>>>>>> REPLACE\n`
    const { messages } = await readTranscriptFrom(
      `# aider chat started at 2026-03-01 09:00:00\n\n#### Twice  \n\na.ts\n\`\`\`ts\n${block('a')}\n${block('b')}\`\`\`\n\n> Applied edit to a.ts  \n`,
    )
    expect(partsOf(messages).map(({ text, input, content }) => text ?? input ?? content)).toEqual([
      { file_path: 'a.ts', old_string: 'a', new_string: 'aa' },
      { file_path: 'a.ts', old_string: 'b', new_string: 'bb' },
      'Applied edit to a.ts',
      'Applied edit to a.ts',
    ])
  })

  it('takes all that aider printed after an edit for its result', async () => {
    const { messages } = await readTranscriptFrom(`${start}#### Go  \n\nDone.\n\n${edit}> 1 failed  \n`)
    expect(messages.slice(2)).toEqual([
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'line_5_1', content: 'Applied edit to a.ts\n1 failed' },
        ],
      },
    ])
  })

  it('has the tests and linters that aider ran after an edit, and that failed, as calls', async () => {
    const lint = '> # Fix any errors below, if possible.  \n> ## Running: flake8 a.py  \n> a.py:1:1: E999  \n'
    const { messages, format } = await readTranscriptFrom(
      `${start}#### Go  \n\nDone.\n\n${edit}${lint}> Attempt to fix lint errors? no  \n> 1 failed, 2 passed  \n> Attempt to fix test errors? yes  \n`,
    )
    const { rows } = ledgerOfMessages(formatNamed(format).read(messages))
    const checks = rows.filter(({ section }) => section === 'checks')
    expect(checks.map(({ key, state, value }) => [key, state, value])).toEqual([
      ['aider --test', 'failed', expect.stringMatching(/^1 failed, 2 passed/)],
      ['flake8 a.py', 'failed', 'a.py:1:1: E999'],
    ])
    expect(JSON.stringify(messages)).toContain('errors? no')
  })

  it('knows a new file by the question of aider whether to create it', async () => {
    const block = (path: string): string =>
      `${path}\n\`\`\`ts\n<<<<<<< SEARCH\n=======\na\n>>>>>>> REPLACE\n\`\`\`\n\n`
    const { messages } = await readTranscriptFrom(
      `${start}#### Go  \n\n${['a.ts', 'b.ts', 'src/a.ts'].map(block).join('')}> Allow creation of new file b.ts? yes  \n> src/a.ts  \n> Create new file? (Y)es/(N)o [Yes]: y  \n${edit}> Applied edit to b.ts  \n> Applied edit to src/a.ts  \n`,
    )
    expect(partsOf(messages).flatMap(({ name = [] }) => name)).toEqual([
      'search_replace',
      'create_file',
      'create_file',
    ])
  })

  it('reads the commands of aider as those of a shell', async () => {
    const typed = (command: string, printed: string): string => `#### ${command}  \n> ${printed}  \n\n`
    const { messages, format } = await readTranscriptFrom(
      start +
        typed('/commit', 'Commit 1a2b3c4 First') +
        typed("/commit don't wait", "Commit 2b3c4d5 don't wait") +
        typed('/run npm test \\  \n#### -- a', '1 passed') +
        typed('/test', '1 passed') +
        typed('/undo', 'The last commit was not made by aider.') +
        typed('/undo', "Removed: 2b3c4d5 don't wait") +
        typed('/add a.ts', 'Added a.ts to the chat'),
    )
    const commands = userCommands(formatNamed(format).read(messages)).map(({ action }) => action)
    expect(commands.map(action => (action.type === 'run' ? action.command : action.type))).toEqual([
      'git commit -a',
      "git commit -a -m 'don'\\''t wait'",
      'npm test \\\n-- a',
      'aider --test',
      'git reset --keep HEAD~1',
    ])
  })

  it('leaves edits alone that are not in the commit which was undone', async () => {
    const answer = (path: string): string =>
      `#### Change ${path}  \n\n${path}\n\`\`\`ts\n<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n\`\`\`\n\n> Applied edit to ${path}  \n`
    const { messages, format } = await readTranscriptFrom(
      `${start}${answer('b.ts')}\n${answer('a.ts')}> Commit 1a2b3c4 fix  \n\n#### /undo  \n> Removed: 1a2b3c4 fix  \n\n#### Thanks  \n`,
    )
    const { rows } = ledgerOfMessages(formatNamed(format).read(messages))
    const files = rows.filter(({ section }) => section === 'files')
    expect(files.map(({ key, value }) => [key, value])).toEqual([
      ['b.ts', ''],
      ['a.ts', 'taken back with git'],
    ])
  })

  it('has an output of several lines as one, also with blank lines in it', async () => {
    const log = ['> commit 1a2b3c4', 'Author: me', '', '    First', '', 'commit 2b3c4d5', '', '    Second  ']
    const answer = ['', '> as you asked', '', 'It is done.']
    const { messages } = await readTranscriptFrom(
      ['# aider chat started at 2026-03-01 09:00:00', '', '#### /git log  ', ...log, '', '#### Thanks  ']
        .concat(answer)
        .join('\n'),
    )
    expect(messages).toEqual([
      { role: 'user', content: '<bash-input>git log</bash-input>' },
      {
        role: 'user',
        content: `<bash-stdout>\n${log.join('\n').slice('> '.length).trimEnd()}\n</bash-stdout>`,
      },
      { role: 'user', content: 'Thanks' },
      { role: 'assistant', content: [{ type: 'text', text: '> as you asked\n\nIt is done.' }] },
    ])
  })

  it('has the model of its own chat', async () => {
    const chat = (day: number, model: string): string =>
      `# aider chat started at 2026-03-0${day} 09:00:00\n\n> Main model: ${model} with diff edit format  \n\n`
    const { model } = await readTranscriptFrom(
      `${chat(1, 'gpt-5')}#### Hello  \n\nHi.\n\n${chat(2, 'gpt-4')}`,
    )
    expect(model).toBe('gpt-5')
  })

  it('reports text before the first chat', async () => {
    const { problems } = await readTranscriptFrom(
      'lost\n# aider chat started at 2026-03-01 09:00:00\n#### hi  \n',
    )
    expect(problems).toEqual([{ line: 1, why: 'text before the first chat' }])
  })

  it('loses no line, however its parts are mixed', () => {
    const line = fc.constantFrom(
      '',
      '# aider chat started at 2026-03-01 09:00:00',
      '#### word  ',
      '#### /run word  ',
      '#### word',
      '> word  ',
      '> word',
      'word',
      'a.ts',
      '```',
      '<<<<<<< SEARCH',
      '=======',
      '>>>>>>> REPLACE',
      '> Applied edit to a.ts  ',
      '> ## Running: word  ',
      '> Attempt to fix lint errors? word  ',
      '> This SEARCH block failed to exactly match lines in a.ts  ',
      '> <<<<<<< SEARCH  ',
      '> =======  ',
    )
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), lines => {
        const builder = aider.begin()
        const records = ['# aider chat started at 2026-03-01 08:00:00', ...lines].map((text, at) =>
          text.replaceAll('word', `word${at}.`),
        )
        const reasons = records.map((record, at) => builder.add(record, at + 1))
        const shown = JSON.stringify(builder.finish())
        for (const record of records)
          for (const [word] of record.matchAll(/word\d+\./g)) expect(shown).toContain(word)
        expect(reasons.every(reason => reason === undefined)).toBe(true)
      }),
      { numRuns: 3000 },
    )
  })
})

describe.skipIf(noCorpus)('aider in the corpus (skipped where ../shared/corpus is absent)', () => {
  it('reads, with every edit answered', async () => {
    for (const { transcript } of await readCorpus('aider', 4)) {
      expect(transcript.problems).toEqual([])
      expect(rejections(transcript)).toEqual([])
    }
  })
})
