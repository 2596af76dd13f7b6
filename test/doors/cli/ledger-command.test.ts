import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createLedger, parseLedger, type Row, readLedger, renderLedger } from '../../../src/ledger/index.ts'
import { type Workplace, workplace } from './run-fovea.ts'

const example = join(import.meta.dirname, '../../../examples/session.jsonl')
const secret = `ghp_${'a1B2'.repeat(9)}`

const session = [
  { role: 'user', content: 'Make the parser accept empty input. Never touch the lexer!' },
  { role: 'assistant', content: 'The parser throws on it. Shall I return an empty list?' },
  { role: 'user', content: 'yes' },
  {
    role: 'assistant',
    content: null,
    tool_calls: [
      { id: 'c1', type: 'function', function: { name: 'Bash', arguments: '{"command":"npm test"}' } },
    ],
  },
  { role: 'tool', tool_call_id: 'c1', content: 'Exit code 1\nTypeError: list is not iterable' },
  { role: 'assistant', content: `The token ${secret} is not needed. Next, I will mend the test.` },
]

let work: Workplace
beforeEach(() => {
  work = workplace()
  writeFileSync(work.path('session.json'), JSON.stringify(session))
})
afterEach(() => work.remove())

describe('fovea ledger', () => {
  it('shows the state of a session, without colours where nobody sees them', async () => {
    const { code, stdout } = await work.fovea(['ledger', 'session.json'])
    expect(code).toBe(0)
    expect(stdout).not.toContain('\u001b')
    expect(stdout).not.toContain(secret)
    for (const line of [
      'Session Intent',
      '  • Make the parser accept empty input. Never touch the lexer!',
      'Errors  1 open, 0 resolved',
      '  ✗ TypeError: list is not iterable',
      '    asked: Shall I return an empty list?',
      'Open Questions\n  none',
      '  • Never touch the lexer!',
    ])
      expect(stdout).toContain(`${line}\n`)
  })

  it('is the markdown of the library, within a budget, and comes back from it', async () => {
    const { stdout } = await work.fovea(['ledger', 'session.json', '--markdown'])
    const ledger = createLedger(session, { format: 'openai-chat' })
    expect(stdout).toBe(renderLedger(ledger).text)
    expect(renderLedger(parseLedger(stdout)).text).toBe(stdout)
    const small = await work.fovea(['ledger', 'session.json', '--markdown', '--tokens', '140'])
    expect(small.stdout.length).toBeLessThan(stdout.length)
    expect(small.stdout).toContain('Never touch the lexer!')
    expect(small.stdout).toMatch(/\[\d+ more\]/)
  })

  it('is plain JSON for programs, with messages counted from 1', async () => {
    const { stdout } = await work.fovea(['ledger', '-', '--json'], { input: JSON.stringify(session) })
    const written = JSON.parse(stdout)
    expect(written).toMatchObject({ version: 4, turns: session.length })
    expect(written.rows.find(({ section }: Row) => section === 'intent')).toMatchObject({
      first: 1,
      last: 1,
      facts: [{ turn: 1 }],
    })
    expect(written.rows.find(({ section }: Row) => section === 'errors')).toMatchObject({ first: 5 })
    expect(readLedger(written)).toEqual(JSON.parse(JSON.stringify(createLedger(session))))
  })

  it('is that before a message, where it is asked for', async () => {
    const { stdout } = await work.fovea(['ledger', 'session.json', '--cut', '3'])
    expect(stdout).toContain('2 messages')
    expect(stdout).toContain('Open Questions\n  ? Shall I return an empty list?\n')
    expect(stdout).not.toContain('TypeError')
  })

  it('is kept on request, and leads to the words behind each entry', async () => {
    const kept = await work.fovea(['ledger', 'session.json', '--keep', '--markdown', '--tokens', '140'])
    const handle = /kept as (db_[0-9a-f]{12})/.exec(kept.stderr)?.[1] ?? ''
    expect(kept.stdout).toContain(`more, stored: ${handle}]`)
    const rule = await work.fovea(['expand', `${handle}#constraints.1`])
    expect(rule.stdout).toContain('#1 user\nMake the parser accept empty input. Never touch the lexer!\n')
    const answer = await work.fovea(['expand', `${handle}#decisions.1`])
    expect(answer.stdout).toContain('#2 assistant\nThe parser throws on it.')
    expect(await work.fovea(['expand', `${handle}#constraints.9`])).toMatchObject({ code: 4 })
  })

  it('reads what agents log', async () => {
    const { code, stdout } = await work.fovea(['ledger', example])
    expect(code).toBe(0)
    expect(stdout).toMatch(/Files {2}\d+ changed, \d+ touched/)
  })

  it('says what is wrong', async () => {
    expect(await work.fovea(['ledger', 'nowhere.jsonl'])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/nowhere/),
    })
    expect(await work.fovea(['ledger', 'session.json', '--tokens', 'few'])).toMatchObject({ code: 2 })
    expect(await work.fovea(['ledger', 'session.json', '--markdown', '--tokens', '10'])).toMatchObject({
      code: 3,
      stderr: expect.stringMatching(/^budget: 10 tokens, NOT met: the headings alone take \d+\n$/),
    })
    expect(await work.fovea(['ledger', 'session.json', '--json', '--markdown'])).toMatchObject({ code: 2 })
  })
})

describe('the window of a model', () => {
  it('is shown by inspect', async () => {
    const { stdout } = await work.fovea(['inspect', 'session.json', '--window', 'claude-sonnet-4-5'])
    expect(stdout).toMatch(/Window of claude-sonnet-4-5: 200,000 tokens less 40,000 for the answer, 0\.\d %/)
    const unknown = await work.fovea(['inspect', 'session.json', '--window'])
    expect(unknown).toMatchObject({ code: 2 })
  })

  it('keeps compress from a session that fits, and starts it on one that does not', async () => {
    const room = await work.fovea(['compress', example, '--window', '1m', '-o', 'same.json'])
    expect(room.stderr).toMatch(
      /strategy: none needed \(\d+ % of the usable window is full, less than 70 %\)/,
    )
    const full = await work.fovea(['compress', example, '--window', '2k', '--gate', 'on', '-o', 'view.json'])
    expect(full.stderr).toMatch(/strategy: \w+ \(\d+ % of the usable window is full/)
    expect(full.stderr).toMatch(/gate: \d+ of \d+ questions? about what was removed answered/)
    const unknown = await work.fovea(['compress', example, '--window', 'nobody'])
    expect(unknown).toMatchObject({ code: 2 })
  })
})
