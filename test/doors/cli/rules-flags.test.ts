import { readFileSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { localEndpoint } from '../../models/local-endpoint.ts'
import { prose, type Said, said } from '../../strategies/rules/said.ts'
import { type Workplace, workplace } from './run-fovea.ts'

const report = (last: string): string =>
  Array.from({ length: 20 }, (_, at) => `Station ${at} of the northern line reported a calm night.`)
    .concat(last)
    .join('\n')

const session: readonly Said[] = [
  said('user', prose(600, 'start'), 1),
  said('assistant', report('The last train was early.'), 2),
  said(
    'user',
    'Please set the timeout of the uploader gateway to thirty seconds for all the regions that we serve, and let the retries of the gateway stay as they are for now.',
    3,
  ),
  said('assistant', report('The last train was late.'), 4),
  said(
    'user',
    'Actually, no: set the timeout of the uploader gateway to ninety seconds for all the regions that we serve, not thirty.',
    5,
  ),
  said('assistant', prose(900, 'order'), 6),
  said('user', 'Thanks, go on.', 7),
]

let work: Workplace
beforeEach(() => {
  work = workplace()
  writeFileSync(work.path('session.json'), JSON.stringify(session))
})
afterEach(() => work.remove())

const run = async (...flags: readonly string[]) => {
  const { code, stderr } = await work.fovea([
    'compress',
    'session.json',
    '--recent',
    '0',
    '--explain',
    '-o',
    'view.json',
    ...flags,
  ])
  const view = code === 0 || code === 3 ? readFileSync(work.path('view.json'), 'utf8') : ''
  return { code, stderr, view }
}

describe('fovea compress takes the options of the rules', () => {
  it('--fuzzy', async () => {
    expect((await run()).view).not.toContain('near-dup')
    expect((await run('--fuzzy')).view).toContain('[cce:near-dup of ')
    expect((await run('--fuzzy', '0.999')).view).not.toContain('near-dup')
  })

  it('--contradictions', async () => {
    expect((await run('--contradictions')).view).toContain('[cce:superseded by 5')
    expect((await run('--contradictions', '1')).view).not.toContain('superseded')
  })

  it('--importance', async () => {
    expect((await run('--importance', '0')).stderr).toMatch(/importance 0\.\d\d/)
    expect((await run()).stderr).not.toMatch(/importance 0\.\d\d/)
  })

  it('--preserve-pattern, more than once', async () => {
    const { view, stderr } = await run(
      '--preserve-pattern',
      'round start3 of',
      '--preserve-pattern',
      '/ROUND ORDER5/i',
    )
    expect(view).toContain(session[0]?.content)
    expect(view).toContain(session[5]?.content)
    expect(stderr).toContain('matches /ROUND ORDER5/i')
  })

  it('--names few, where many are shown by default', async () => {
    const output = Array.from({ length: 60 }, (_, at) => `Then loadItem${at} called closeOrder${at}. `).join(
      '',
    )
    const messages = [
      said('user', 'Please look.', 1),
      said('assistant', null, 2, {
        tool_calls: [{ id: 'c1', type: 'function', function: { name: 'look', arguments: '{}' } }],
      }),
      said('tool', output, 3, { tool_call_id: 'c1' }),
      said('user', 'Thanks, go on.', 4),
    ]
    writeFileSync(work.path('session.json'), JSON.stringify(messages))
    const namesIn = (view: string): number => new Set(view.match(/(?:loadItem|closeOrder)\d+/g)).size
    const few = namesIn((await run('--names', 'few')).view)
    const byDefault = (await run()).view
    expect(namesIn(byDefault)).toBeGreaterThan(few + 10)
    expect((await run('--names', 'many')).view).toBe(byDefault)
  })

  it('--force-converge', async () => {
    const budget = ['-s', 'rules', '-b', '600']
    const long = JSON.stringify([said('assistant', `\`\`\`\n${prose(6000)}\n\`\`\``, 1), ...session.slice(4)])
    writeFileSync(work.path('session.json'), long)
    expect((await run(...budget)).code).toBe(3)
    const { code, view } = await run(...budget, '--force-converge')
    expect(code).toBe(0)
    expect(view).toContain('[truncated — ')
  })

  it('--summarizer', async () => {
    await using endpoint = await localEndpoint(() => ({
      body: { choices: [{ message: { content: 'Rounds of the day, in short.' }, finish_reason: 'stop' }] },
    }))
    const { view, code } = await run('--summarizer', endpoint.url, '--summarizer-model', 'small-1')
    expect(code).toBe(0)
    expect(view).toContain('Rounds of the day, in short.')
    expect(endpoint.received[0]?.body).toMatchObject({ model: 'small-1' })
  })

  it('--summarizer where no text is summarized by a model: the view is as without', async () => {
    const { view } = await run('-b', '300')
    const asked = await run(
      '-b',
      '300',
      '--summarizer',
      'http://localhost:1',
      '--summarizer-model',
      'small-1',
    )
    expect(asked).toMatchObject({ code: 0, view })
  })

  it.each([
    [['--fuzzy', 'much'], '--fuzzy much is no number from 0 to 1'],
    [['--preserve-pattern', '(open'], '--preserve-pattern (open is no regular expression'],
    [['--summarizer', 'http://localhost:1'], '--summarizer needs --summarizer-model'],
    [['-b', '300', '--fuzzy'], '--fuzzy is not read by the strategy coverage'],
    [['--summarizer-model', 'small-1'], '--summarizer-model needs --summarizer'],
    [['--writer-kind', 'gemini'], '--writer-kind needs --writer'],
    [['--rehydrate'], '--rehydrate is not read by the strategy rules'],
    [['--no-handles'], '--no-handles is not read by the strategy rules'],
    [['--window', 'small'], '--window is small; it must be'],
    [['--recent', 'few'], '--recent few is no whole number of at least 0'],
    [['--workers', '1.5'], '--workers 1.5 is no whole number from 0 to 64'],
  ])('and refuses %j', async (flags, message) => {
    const { code, stderr } = await run(...flags)
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining(message) })
  })
})
