import { describe, expect, it } from 'vitest'
import { observeMessagesByModel } from '../../../src/tools/observe/model/observe-messages-by-model.ts'
import type { Observation } from '../../../src/tools/observe/observation.ts'
import { observeMessages } from '../../../src/tools/observe/observe-messages.ts'
import { bash, bugfixTurns, session } from './sessions.ts'

const messages = session(bugfixTurns)
const deterministic = observeMessages(messages, { root: '/app' })

function answer(facts: readonly string[], more = ''): string {
  return `<observations>\n <observation>\n <type>refactor</type>\n <title>Import of retry</title>\n <facts>\n${facts.map(fact => ` - ${fact}`).join('\n')}\n </facts>${more}\n <narrative>The import was missing.</narrative>\n </observation>\n</observations>`
}

const byAnswer = (given: unknown) =>
  observeMessagesByModel(messages, { root: '/app', writer: () => given as string, timeoutMs: 200 })

describe('observeByModel', () => {
  it('takes an answer whose facts are true, with the words, decisions, errors and files that are known anyway', async () => {
    const { observations, byModel, notes } = await observeMessagesByModel(messages, {
      root: '/app',
      writer: prompt =>
        prompt.includes('retry is not a function')
          ? answer(
              ['const row7 = load(7)', 'fix: import retry before use'],
              '\n <files>\n - Modified src/login.ts\n </files>',
            )
          : answer(['the timeout stays at 30 seconds']),
    })
    expect({ byModel, notes }).toEqual({ byModel: 2, notes: [] })
    const [first, second] = observations as [Observation, Observation]
    expect(first).toMatchObject({
      type: 'refactor',
      title: 'Import of retry',
      narrative: 'The import was missing.',
    })
    expect(first.facts).toContainEqual({
      verb: 'printed',
      by: 'tool',
      message: 3,
      text: 'const row7 = load(7)',
    })
    const kept = (deterministic[0]?.facts ?? []).filter(({ verb }) => verb !== 'found')
    for (const fact of kept) expect(first.facts).toContainEqual(fact)
    expect(first.files).toEqual(deterministic[0]?.files)
    expect(second.facts.map(({ by }) => by)).toEqual(['user', 'assistant'])
  })

  it.each([
    ['a fact that nobody said', answer(['const row7 = load(8)']), /does not say "const row7 = load\(8\)"/],
    [
      'one true fact and one that is not',
      answer(['const row7 = load(7)', 'all is well']),
      /does not say "all is well"/,
    ],
    [
      'a file that did not occur',
      answer(['const row7 = load(7)'], '<files>\n- Modified src/other.ts\n</files>'),
      /src\/other\.ts/,
    ],
    ['no facts', answer([]), /no facts/],
    ['no observation', '<observations></observations>', /0 observations/],
    [
      'two observations',
      answer(['a']).replace('<observation>', '<observation><type>data</type></observation><observation>'),
      /2 observations/,
    ],
    ['a type that is none', answer(['a']).replace('refactor', 'poem'), /"poem"/],
    ['no title', answer(['a']).replace('Import of retry', ''), /title/],
    ['no narrative', answer(['a']).replace('The import was missing.', ' '), /narrative/],
    ['nonsense', 'As a language model, I cannot', /<observations>/],
    ['nothing', '', /<observations>/],
    ['no text', { observations: [] }, /type object/],
    ['far too much', 'x'.repeat(300_000), /300000 characters/],
  ])('falls back on what is known without it: %s', async (_, given, why) => {
    const { observations, byModel, notes } = await byAnswer(given)
    expect(byModel).toBe(0)
    expect(observations).toEqual(deterministic)
    expect(notes.map(({ code }) => code)).toEqual(['model-rejected', 'model-rejected'])
    expect(notes[0]?.message).toMatch(why)
  })

  it('falls back where the model throws, rejects, hangs or is called off', async () => {
    const hanging = (_: string, { signal }: { signal: AbortSignal }): Promise<string> =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    const throwing = (): string => {
      throw new Error('out of order, key ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8')
    }
    for (const [writer, why] of [
      [throwing, /failed: out of order/],
      [() => Promise.reject(new Error('no network')), /failed: no network/],
      [hanging, /no answer within 20 ms/],
    ] as const) {
      const { observations, notes } = await observeMessagesByModel(messages, {
        root: '/app',
        writer,
        timeoutMs: 20,
      })
      expect(observations).toEqual(deterministic)
      expect(notes[0]?.message).toMatch(why)
      expect(JSON.stringify(notes)).not.toContain('ghp_')
    }
    let calls = 0
    const { observations, notes } = await observeMessagesByModel(messages, {
      root: '/app',
      signal: AbortSignal.abort(),
      writer: () => {
        calls += 1
        return ''
      },
    })
    expect({ calls, notes: notes[0]?.message }).toEqual({ calls: 0, notes: 'Observation 1: aborted.' })
    expect(observations).toEqual(deterministic)
  })

  it('shows a model no secrets, and takes none from it', async () => {
    const token = `ghp_${'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'}`
    const secret = session([
      { user: `Use ${token} to push.` },
      { does: [bash(`git push https://x:${token}@github.com/a/b`, 'Everything up-to-date')] },
    ])
    const prompts: string[] = []
    const { observations } = await observeMessagesByModel(secret, {
      writer: prompt => {
        prompts.push(prompt)
        return answer(['Everything up-to-date']).replace('The import was missing.', `Pushed with ${token}.`)
      },
    })
    expect(prompts.join('')).not.toContain(token)
    expect(prompts.join('')).toContain('[secret:github-token:')
    expect(JSON.stringify(observations)).not.toContain(token)
    expect(observations[0]?.narrative).toContain('Pushed with [secret:')
  })

  it('rejects where there is nothing to observe', async () => {
    await expect(observeMessagesByModel([], { writer: () => '' })).rejects.toThrow(/nothing to observe/)
  })
})
