/** What a view shows of what people said through tools: answers to questions, words with a rejection, consent to a plan. */
import { describe, expect, it } from 'vitest'
import { compress, compressSync } from '../../../src/compress.ts'
import type { NoteWriter } from '../../../src/models/model.ts'

const filler = Array.from({ length: 8 }, (_, at) => [
  call(`r${at}`, 'Read', { file_path: `/w/notes/n${at}.md` }),
  result(
    `r${at}`,
    Array.from(
      { length: 40 },
      (_, row) => `Sheet ${at} keeps \`column${at}x${row}\` for quarter ${row}.`,
    ).join('\n'),
  ),
]).flat()

function call(id: string, name: string, input: object): object {
  return { role: 'assistant', content: [{ type: 'tool_use', id, name, input }] }
}

function result(id: string, content: string, isError = false): object {
  return {
    role: 'user',
    content: [{ type: 'tool_result', tool_use_id: id, content, ...(isError && { is_error: true }) }],
  }
}

function asked(...questions: readonly string[]): object {
  const description = 'It keeps each total beside the sheet that it was summed from, for whoever audits them.'
  return {
    questions: questions.map(question => ({
      question,
      header: 'Totals',
      options: Array.from({ length: 4 }, (_, at) => ({
        label: `Way ${at}`,
        description: `${at}. ${description}`,
      })),
    })),
  }
}

const rejection =
  "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file). To tell you how to proceed, the user said:\n"

function viewOf(...steps: readonly object[]): string {
  const messages = [{ role: 'user', content: 'Sum the sheets.' }, ...steps, ...filler]
  const { messages: view } = compressSync(messages, { strategy: 'coverage', budget: 900, strict: true })
  return view
    .map(message => JSON.stringify(message).replaceAll('\\n', '\n').replaceAll('\\"', '"'))
    .join('\n')
}

describe('an answer to a question of a tool', () => {
  it('is shown behind the question, without the choices', () => {
    const view = viewOf(
      call('q', 'AskUserQuestion', asked('Where do the totals go?')),
      result(
        'q',
        'User has answered your questions: "Where do the totals go?"="Way 2". You can now continue.',
      ),
    )
    expect(view).toContain('#2 AskUserQuestion Where do the totals go? → Way 2\n')
    expect(view).not.toContain('audits')
    expect(view).not.toContain('You can now continue')
  })

  it('is shown to the letter where it is long, each with its question', () => {
    const words = 'neither: keep them in a ledger of their own\nand never round before the year is closed'
    const view = viewOf(
      call('q', 'AskUserQuestion', asked('Where do the totals go?', 'Who signs them off?')),
      result(
        'q',
        `User has answered your questions: "Where do the totals go?"="${words}", "Who signs them off?"="Way 1". You can now continue.`,
      ),
    )
    expect(view).toContain(`#3 →\n${words}\nWho signs them off? → Way 1\n`)
  })
})

describe('words with a rejection', () => {
  const words = Array.from(
    { length: 6 },
    (_, at) => `${at}) the totals of quarter ${at} belong to the office ${at}`,
  )

  it('are shown without what the host says around them', () => {
    const view = viewOf(
      call('e', 'Edit', { file_path: '/w/a.ts', old_string: 'sum', new_string: 'total' }),
      result('e', `${rejection}not there`, true),
    )
    expect(view).toContain('Edit /w/a.ts → rejected by the user: not there\n')
    expect(view).not.toContain('want to proceed')
  })

  it('are shown with the lines of the edit that they speak of', () => {
    const view = viewOf(
      call('e', 'Edit', {
        file_path: '/w/a.md',
        old_string: 'sum',
        new_string: 'Total\nKeep the header of each sheet',
      }),
      result('e', `${rejection}drop the header of each sheet`, true),
    )
    expect(view).toContain('+Keep the header of each sheet')
    expect(view).not.toContain('+Total')
  })

  it('are shown whole where they are long', () => {
    const view = viewOf(
      call('p', 'ExitPlanMode', { plan: 'Sum the sheets.' }),
      result('p', `${rejection}${words.join('\n')}`, true),
    )
    for (const line of words) expect(view).toContain(line)
  })
})

describe('a plan that the user let pass', () => {
  it('is shown as approved', () => {
    const view = viewOf(
      call('p', 'ExitPlanMode', { plan: 'Sum the sheets.' }),
      result('p', 'User has approved your plan. You can now start coding.'),
    )
    expect(view).toContain('ExitPlanMode → approved by the user')
  })
})

describe('beside a note of a model', () => {
  async function besideNote(...steps: readonly object[]): Promise<string> {
    let exact = ''
    const last = { role: 'user', content: 'Which columns do the sheets lack?' }
    const messages = [{ role: 'user', content: 'Sum the sheets.' }, ...steps, ...filler, last]
    const writer: NoteWriter = (_, { beside }) => {
      exact = beside
      return ''
    }
    await compress(messages, { strategy: 'coverage', budget: 900, model: { writer } })
    return exact
  }

  it('the words with a rejection are shown once', async () => {
    const words = 'put the totals into the ledger of the audit instead'
    const exact = await besideNote(
      call('e', 'Bash', { command: 'sum --into totals.csv' }),
      result('e', rejection + words, true),
    )
    expect(exact.split(words)).toHaveLength(2)
  })

  it('a short reply is shown with the question that it answers', async () => {
    const exact = await besideNote(
      { role: 'assistant', content: 'The sheets are summed. Shall the totals also be rounded?' },
      { role: 'user', content: 'only the last ones' },
    )
    expect(exact).toContain('user: only the last ones')
    expect(exact).toContain('Shall the totals also be rounded?')
  })
})

describe('a reply that names items by their numbers', () => {
  it('is shown with the items', () => {
    const items = Array.from({ length: 6 }, (_, at) => `${at + 1}. Round the totals of sheet ${at}${at}`)
    const view = viewOf(
      { role: 'assistant', content: `These are left:\n${items.join('\n')}\nThe rest is done.` },
      { role: 'user', content: 'do 2 and 5' },
    )
    expect(view).toContain('2. Round the totals of sheet 11')
    expect(view).toContain('5. Round the totals of sheet 44')
  })
})
