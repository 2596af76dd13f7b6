import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ExamReport } from '../../../src/tools/evaluate/exam/exam-report.ts'
import type { LocalEndpoint } from '../../models/local-endpoint.ts'
import { examLog } from '../../tools/evaluate/exam/exam-session.ts'
import { scriptedEndpoint } from '../../tools/evaluate/exam/scripted-model.ts'
import { type Workplace, workplace } from './run-fovea.ts'

let work: Workplace
let endpoint: LocalEndpoint
beforeAll(async () => {
  work = workplace()
  endpoint = await scriptedEndpoint()
  writeFileSync(work.path('limits.jsonl'), examLog(3))
  writeFileSync(work.path('hi.json'), JSON.stringify([{ role: 'user', content: 'hi' }]))
  // Shows what it got, and a view of its own.
  writeFileSync(
    work.path('first.mjs'),
    `let text = ''
for await (const chunk of process.stdin) text += chunk
const messages = JSON.parse(text)
console.log('The first of', messages.length, 'in', process.env.FOVEA_BUDGET, 'tokens:', JSON.stringify(messages[0]))`,
  )
})
afterAll(async () => {
  work.remove()
  await endpoint[Symbol.asyncDispose]()
})

const reading = (...more: readonly string[]): readonly string[] => [
  'evaluate',
  'limits.jsonl',
  '--reader',
  endpoint.url,
  '--model',
  'reader-1',
  ...more,
]

describe('fovea evaluate --reader', () => {
  it('says what it would take and asks nobody without a yes', async () => {
    const before = endpoint.received.length
    const { code, stdout, stderr } = await work.fovea(reading('--reader-price', '3,15', '--folder', 'none'))
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(
      /^3 cases from 1 session: about \d+ calls, [\d,]+ tokens in, [\d,]+ out, \d\.\d+ by your price\.\n/,
    )
    expect(stderr).toContain('What is shaped like a secret is masked')
    expect(stderr).toContain('Nothing was sent; add --yes')
    const dry = await work.fovea(reading('--dry-run', '--json', '--folder', 'none'))
    expect(dry.code).toBe(0)
    expect(JSON.parse(dry.stdout)).toMatchObject({
      cases: [{ at: 'compaction', message: 33 }, { message: 67 }, { message: 101 }],
      estimate: { calls: expect.any(Number) },
    })
    expect(endpoint.received.length).toBe(before)
    expect(existsSync(work.path('none'))).toBe(false)
  })

  it('prints the table, what was lost and what it took, and keeps everything in the folder', async () => {
    const { code, stdout, stderr } = await work.fovea(
      reading('--yes', '--html', 'exam.html', '--method', 'vendor', '--method', 'fovea', '--method', 'none'),
    )
    expect(code).toBe(0)
    expect(stdout).toMatch(
      /^1 session, 3 cases \(all where the agent itself compacted\), 36 questions; 0 more/,
    )
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain("from the agent's own summary")
    expect(stdout).toMatch(/method +all +user +state +fact +decision/)
    expect(stdout).toMatch(/\n {2}none +100 /)
    expect(stdout).toMatch(/\nfovea against the others, question by question\n/)
    expect(stdout).toMatch(
      /\nWhat was lost most often\n[\s\S]* right: [\s\S]* given: unknown \(known from: .*none\)/,
    )
    expect(stdout).toMatch(/Only 3 cases: an anecdote/)
    expect(stdout).toMatch(/\nIt took \d+ calls, /)
    expect(stderr).toContain('The page is exam.html. Everything is in fovea-exam.')
    const page = readFileSync(work.path('exam.html'), 'utf8')
    expect(page).toContain('"name":"vendor summary"')
    expect(page).toContain('What is the limit of service_100?')
    expect(page).toContain('"type":"bars"')
    expect(readFileSync(work.path('fovea-exam/report.txt'), 'utf8')).toBe(stdout)
    const asked = endpoint.received.length
    const again = await work.fovea(
      reading('--yes', '--json', '--method', 'vendor', '--method', 'fovea', '--method', 'none'),
    )
    expect(endpoint.received.length).toBe(asked)
    const report = JSON.parse(again.stdout) as ExamReport
    expect(report.used.calls).toBe(0)
    expect(report.methods.map(({ name }) => name)).toEqual(['vendor summary', 'fovea', 'none'])
  })

  it('examines commands: the history on their input, the view on their output', async () => {
    const run = (method: string) =>
      work.fovea(
        reading(
          '--yes',
          '--json',
          '--cases',
          '1',
          '--folder',
          'commands',
          '--method',
          'none',
          '--method',
          method,
        ),
      )
    const { code, stdout } = await run(`first=${process.execPath} first.mjs`)
    expect(code).toBe(0)
    const report = JSON.parse(stdout) as ExamReport
    expect(report.methods.map(({ name }) => name)).toEqual(['none', 'first'])
    const [only] = report.cases
    expect(only?.views.find(({ method }) => method === 'first')?.tokens).toBeGreaterThan(10)
    const sent = endpoint.received
      .map(({ body }) => JSON.stringify(body))
      .find(text => text.includes('The first of'))
    expect(sent).toContain(`The first of 34 in ${only?.budget} tokens: `)
    const failing = JSON.parse((await run('broken=exit 3')).stdout) as ExamReport
    expect(failing.notes.map(({ step, why }) => `${step}: ${why}`)).toEqual([
      'view of broken: the command ended with 3',
    ])
    const silent = JSON.parse((await run('silent=true')).stdout) as ExamReport
    expect(silent.notes.map(({ why }) => why)).toEqual(['the command printed nothing'])
    // Messages are a view too, even none.
    const tool = JSON.parse((await run('cat > /dev/null; echo "[]"')).stdout) as ExamReport
    expect(tool.methods[1]).toMatchObject({
      name: 'cat > /dev/null; echo "[]"',
      cases: 1,
      all: { mean: 0, questions: 12 },
    })
  })

  it('refuses a wrong command line', async () => {
    for (const [args, why] of [
      [['limits.jsonl', '--yes'], '--yes needs --reader'],
      [reading('--method', 'telepathy').slice(1), 'There is no method "telepathy"'],
      [reading('--cases', '0').slice(1), '--cases 0 is no whole number'],
      [reading('--reader-price', '3').slice(1), '--reader-price 3 is not of the form'],
      [reading('-b', '10%,5%').slice(1), '--budget takes one share'],
    ] as const) {
      const { code, stderr } = await work.fovea(['evaluate', ...args])
      expect([code, stderr]).toEqual([2, expect.stringContaining(why)])
    }
    const short = await work.fovea(['evaluate', 'hi.json', '--reader', endpoint.url, '-m', 'm', '--yes'])
    expect([short.code, short.stderr]).toEqual([1, expect.stringContaining('No case for an exam: hi.json')])
    const key = await work.fovea([
      'evaluate',
      'limits.jsonl',
      '--reader',
      'http://127.0.0.1:9',
      '-m',
      'm',
      '--yes',
      '--folder',
      'away',
    ])
    expect([key.code, key.stderr]).toEqual([
      1,
      expect.stringMatching(/No call was answered\. The first: .*could not be reached/),
    ])
  })

  it('finds the model of an endpoint that has one, and names those of one that has more', async () => {
    const models = (...names: readonly string[]) =>
      scriptedEndpoint('openai', undefined, ({ user }) =>
        user === '' ? { body: { data: names.map(id => ({ id })) } } : undefined,
      )
    const args = (url: string) => [
      'evaluate',
      'limits.jsonl',
      '--reader',
      url,
      '--yes',
      '--json',
      '--cases',
      '1',
      '--method',
      'none',
      '--folder',
      'one',
    ]
    await using one = await models('only-one')
    const { stdout } = await work.fovea(args(one.url))
    expect(one.received[0]?.path).toBe('/v1/models')
    expect((JSON.parse(stdout) as ExamReport).reader).toMatch(/^only-one at /)
    await using two = await models('small', 'large')
    const { code, stderr } = await work.fovea(args(two.url))
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining(
        '--reader needs --model: the name of the model to ask for. It has small, large.',
      ),
    ])
  })

  it('goes on after Ctrl-C', async () => {
    await using slow = await scriptedEndpoint('openai', undefined, (_, count) =>
      count === 9 ? { hang: true } : undefined,
    )
    const args = [
      'evaluate',
      'limits.jsonl',
      '--reader',
      slow.url,
      '-m',
      'slow',
      '--yes',
      '--folder',
      'stopped',
      '--parallel',
      '1',
    ]
    const stopped = await work.fovea(args, {
      during: child => {
        const timer = setInterval(() => {
          if (slow.received.length < 9) return
          clearInterval(timer)
          child.kill('SIGINT')
        }, 20)
      },
    })
    expect(stopped.code).toBe(1)
    expect(stopped.stderr).toContain(
      'Interrupted. What was answered is in stopped; the same command goes on from there.',
    )
    const { code, stdout } = await work.fovea([...args, '--json'])
    expect(code).toBe(0)
    expect((JSON.parse(stdout) as ExamReport).reused).toBe(8)
    const bodies = slow.received.map(({ body }) => JSON.stringify(body))
    expect(new Set(bodies).size).toBe(bodies.length - 1)
  })

  it('explains itself', async () => {
    const { stdout } = await work.fovea(['evaluate', '--help'])
    expect(stdout).toContain('The reading exam (--reader):')
    expect(stdout).toContain('FOVEA_READER_KEY')
  })
})
