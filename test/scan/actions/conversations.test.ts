import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { formatOf } from '../../../src/formats/detect-format.ts'
import { actionsIn } from '../../../src/scan/actions/actions-in.ts'
import { readTranscript } from '../../../src/transcripts/entry.ts'
import type { Message } from '../../../src/types.ts'
import { answered, said } from '../../tools/evaluate/messages.ts'

const shown = (messages: readonly Message[]) =>
  actionsIn(messages).map(
    ({ message, action }) =>
      `${message} ${action.type} ${'path' in action ? action.path : ''} ${action.outcome}`,
  )

describe('what was done in a conversation', () => {
  it('is paired with the answers, and a file that is known is changed, not made', () => {
    const messages = [
      ...answered('Write', { file_path: 'a.ts', content: '1' }, 'done'),
      ...answered('Write', { file_path: 'a.ts', content: '2' }, 'done'),
      ...answered('Bash', { command: 'rm a.ts' }, 'Exit code 0'),
      ...answered('Write', { file_path: 'a.ts', content: '3' }, 'done'),
    ]
    expect(shown(messages)).toEqual([
      '0 create a.ts ok',
      '2 modify a.ts ok',
      '4 run  ok',
      '4 delete a.ts ok',
      '6 create a.ts ok',
    ])
  })

  it('knows files that git listed as changed, until they are deleted', () => {
    const listed = answered('Bash', { command: 'git status --short' }, ' M src/a.ts')
    const written = answered('Write', { file_path: '/w/src/a.ts', content: '1' }, 'done')
    const removed = answered('Bash', { command: 'rm /w/src/a.ts' }, 'Exit code 0')
    expect(shown([...listed, ...written]).at(-1)).toBe('2 modify /w/src/a.ts ok')
    expect(shown([...listed, ...removed, ...written]).at(-1)).toBe('4 create /w/src/a.ts ok')
  })

  it.each([
    [undefined, 'finished'],
    [false, 'ok'],
    [true, 'failed'],
  ])('ends as an answer of two parts says: error %s', (isError, outcome) => {
    const [call, answer] = answered('Bash', { command: 'make' }, 'one', isError)
    const parts = { ...answer, blocks: [...answer.blocks, ...answer.blocks] }
    expect(shown([call, parts])).toEqual([`0 run  ${outcome}`])
  })

  it('is unknown where no answer came', () => {
    expect(shown(answered('Read', { file_path: 'a.ts' }, 'text').slice(0, 1))).toEqual([
      '0 read a.ts unknown',
    ])
  })

  it('is read from the text where an agent has no tools and its shell answers', () => {
    const messages = [
      said('user', 'Fix it.'),
      said('assistant', 'I look.\n\n```bash\ncat a.py\n```'),
      said('user', '<returncode>1</returncode>\n<output>\nNo such file\n</output>'),
      said('assistant', 'Now.\n<execute_bash>\ntouch a.py\n</execute_bash>'),
      said('user', '\n[exit code 0]'),
      said('assistant', '```\nedit 1:2\nx > 1\nend_of_edit\n```'),
      said('user', 'Done.\n(Open file: /r/a.py)\nbash-$'),
      said('assistant', '<command>\nedit\ny > 1\nend_of_edit\n</command>'),
      said('user', 'Done.\n(Open file: /r/b.py)\nbash-$'),
      said('assistant', 'You could run this:\n```bash\nrm a.py\n```'),
      said('user', 'Thank you!'),
    ]
    expect(shown(messages)).toEqual([
      '1 run  failed',
      '1 read a.py failed',
      '3 run  ok',
      '3 create a.py ok',
      '5 modify /r/a.py ok',
      '7 modify /r/b.py ok',
    ])
  })
})

const corpus = join(import.meta.dirname, '../../../../shared/corpus/transcripts')

describe.skipIf(!existsSync(corpus))('transcripts of the corpus (skipped where there is none)', () => {
  it.each(['pi', 'gemini-cli', 'copilot-cli', 'cline'])(
    '%s: every shell call is a run, every path is one line',
    async agent => {
      const folder = join(corpus, agent)
      for (const file of readdirSync(folder)) {
        const { messages: raw, format } = await readTranscript(join(folder, file))
        if (raw.length === 0) continue
        const messages = formatOf(raw, format).read(raw)
        const actions = actionsIn(messages).map(({ action }) => action)
        const shellCalls = messages
          .flatMap(({ blocks }) => blocks)
          .filter(block => block.type === 'toolCall' && /bash|shell|run_commands/.test(block.name))
        expect(actions.filter(({ type }) => type === 'run')).toHaveLength(shellCalls.length)
        for (const action of actions) if ('path' in action) expect(action.path).not.toMatch(/\n/)
      }
    },
  )
})
