import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatNamed } from '../../../src/formats/index.ts'
import { maskSecrets } from '../../../src/scan/secrets/secrets.ts'
import {
  observe,
  parseMarkdown,
  parseXml,
  renderMarkdown,
  renderXml,
} from '../../../src/tools/observe/index.ts'
import type { Observation, ObservedFact } from '../../../src/tools/observe/observation.ts'
import { observeMessages } from '../../../src/tools/observe/observe-messages.ts'
import { readTranscript } from '../../../src/transcripts/read-transcript.ts'
import type { Message } from '../../../src/types.ts'
import { bash, edit, read, session, type Turn } from './sessions.ts'

const corpus = join(import.meta.dirname, '../../../../shared/corpus/transcripts')

/** What somebody said or printed in a message; arguments and JSON answers also as the values that they hold. */
function textsOf({ blocks }: Message): readonly string[] {
  return blocks.flatMap(block =>
    block.type === 'opaque' ? [] : [maskSecrets(block.text).replaceAll('\r\n', '\n')],
  )
}

function saysSo(text: string, said: string): boolean {
  return said.includes(text) || said.includes(JSON.stringify(text).slice(1, -1))
}

/** Items of a list are numbered: the message that ends one need not name it. */
function untrueFacts(
  observations: readonly Observation[],
  messages: readonly Message[],
): readonly ObservedFact[] {
  const texts = messages.map(textsOf)
  return observations.flatMap(({ facts }) =>
    facts.filter(({ text, verb, message = -1 }) => {
      const own = verb === 'finished' || verb === 'planned' ? texts.flat() : (texts[message] ?? [])
      return !own.some(said => saysSo(text, said))
    }),
  )
}

const words = fc.constantFrom(
  'Please fix the parser.',
  'yes',
  'We decided to use SQLite instead of PostgreSQL.',
  'It does not work, I get an error.',
  'Should I go on?',
  'The root cause is that `parse_row` reads line 42 twice.',
  'Never touch src/generated.',
  '<system-reminder>Be brief.</system-reminder>',
  '```ts\nconst a = 1\n```',
  'token ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8',
  '日本語で決定します。',
  'Never\r\nagain.\r\n',
  '\ud800',
)
const said = fc.array(words, { minLength: 1, maxLength: 4 }).map(parts => parts.join('\n'))
const step = fc.constantFrom(
  bash('npm test', 'Exit code 1\nTypeError: x is not a function\nTests  1 failed (3)', true),
  bash('npm test', 'Tests  3 passed (3)'),
  bash('git commit -m "fix: rows"', '[main 1a2b3c4] fix: rows'),
  bash('curl -s localhost', 'Gateway: 10.0.1.1\nparse_row took 42 ms'),
  edit('/app/src/a.ts', 'a', 'const parsedRow = 1'),
  edit('/app/lib/b.ts', 'a', 'const otherRow = 1'),
  read('/app/src/a.ts', 'const a = 1'),
  { tool: 'TodoWrite', input: { todos: [{ content: 'Mend "rows"', status: 'in_progress' }] }, output: 'ok' },
  { tool: 'TodoWrite', input: { todos: [{ content: 'Mend "rows"', status: 'completed' }] }, output: 'ok' },
  { tool: 'lookup', input: { id: 'W123' }, output: '{"id":"W123","state":"sent"}' },
)
const turns = fc.array(
  fc.oneof<fc.Arbitrary<Turn>[]>(
    fc.record({ user: said }),
    fc.record({ says: said }),
    fc.record({ does: fc.array(step, { minLength: 1, maxLength: 12 }) }),
  ),
  { minLength: 1, maxLength: 14 },
)

describe('the laws of observations', () => {
  it('hold for any session: facts are true, secrets hidden, messages covered once, everything comes back', () => {
    fc.assert(
      fc.property(turns, given => {
        const messages = session([{ user: 'Fix it.' }, ...given])
        const observations = observeMessages(messages, { root: '/app' })
        expect(untrueFacts(observations, messages)).toEqual([])
        expect(JSON.stringify(observations)).not.toContain('ghp_a1B2')
        const typed = observations.flatMap(({ facts }) =>
          facts.flatMap(({ by, text }) => (by === 'user' ? [text] : [])),
        )
        expect(JSON.stringify(typed)).not.toContain('Be brief')
        expect(observeMessages(messages, { root: '/app' })).toEqual(observations)
        expect(observations.map(each => each.messages?.[0]).slice(1)).toEqual(
          observations.map(each => (each.messages?.[1] ?? 0) + 1).slice(0, -1),
        )
        expect(parseMarkdown(renderMarkdown([{ observations }]))).toEqual([{ observations }])
        expect(parseXml(renderXml([{ observations }]))).toEqual([{ observations }])
      }),
      { numRuns: 100 },
    )
  })

  it('keep all that the user typed, however little room a piece has', () => {
    fc.assert(
      fc.property(turns, given => {
        const observations = observeMessages(session([{ user: 'Fix it.' }, ...given]))
        const kept = new Set(observations.flatMap(({ facts }) => facts.map(({ text }) => text)))
        for (const turn of given)
          if (
            'user' in turn &&
            !turn.user.includes('<') &&
            !turn.user.includes('ghp_') &&
            turn.user.trim() !== ''
          )
            expect(kept).toContain(turn.user.replaceAll('\r\n', '\n').trim())
      }),
      { numRuns: 100 },
    )
  })

  it('hold where a session is long: the work grows with it, and nothing overflows', () => {
    const many = Array.from(
      { length: 3000 },
      (_, at): Turn => (at % 3 === 0 ? { user: 'yes' } : { does: [bash(`echo ${at}`, `${at}`)] }),
    )
    const observations = observeMessages(session([{ user: 'Count.' }, ...many]))
    expect(observations.length).toBeGreaterThan(20)
    const nested = `${'['.repeat(50_000)}${']'.repeat(50_000)}`
    expect(observeMessages(session([{ user: nested }, { does: [bash(nested, nested)] }]))).toHaveLength(1)
  })
})

const everyTwentieth = (_: unknown, at: number): boolean => at % 20 === 0

describe.skipIf(!existsSync(corpus))(
  'observations of real sessions (the corpus lies beside the project)',
  () => {
    const files = !existsSync(corpus)
      ? []
      : readdirSync(corpus, { recursive: true, encoding: 'utf8' })
          .filter(file => /\.(?:jsonl|json|traj)(?:\.gz)?$/.test(file))
          .sort()
          .filter(everyTwentieth)

    it.each(files)('%s: every fact is true, and both forms come back', async file => {
      const transcript = await readTranscript(join(corpus, file))
      const observations = observe(transcript)
      expect(untrueFacts(observations, formatNamed(transcript.format).read(transcript.messages))).toEqual([])
      // Not `toEqual`: a difference would print a session.
      expect(isDeepStrictEqual(parseMarkdown(renderMarkdown([{ observations }])), [{ observations }])).toBe(
        true,
      )
      expect(isDeepStrictEqual(parseXml(renderXml([{ observations }])), [{ observations }])).toBe(true)
    })
  },
)
