import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findSessions } from '../../../src/doors/cli/find-sessions.ts'
import { defaultShares } from '../../../src/tools/evaluate/evaluate.ts'
import type { EvaluationReport } from '../../../src/tools/evaluate/report.ts'
import { nameAt, shortLog } from './evaluate-session.ts'
import { type Workplace, workplace } from './run-fovea.ts'

let work: Workplace
beforeAll(() => {
  work = workplace()
  const write = (name: string, content: string | Uint8Array): void => {
    mkdirSync(dirname(work.path(name)), { recursive: true })
    writeFileSync(work.path(name), content)
  }
  write('session.jsonl', shortLog())
  write('hi.json', JSON.stringify([{ role: 'user', content: 'hi' }]))
  write('broken.jsonl', 'not a session\n')
  write('logs/deep/er/one.jsonl.gz', gzipSync(shortLog()))
  write('logs/settings.json', '{"theme":"dark"}')
  write('logs/notes.txt', 'nothing')
  write('logs/node_modules/pack/package.json', '{}')
  write('empty/notes.txt', 'nothing')
})
afterAll(() => work.remove())

describe('fovea evaluate', () => {
  it('shows what a compression would have lost and what the agent lost, as a table', async () => {
    const { code, stdout, stderr } = await work.fovea(['evaluate', 'session.jsonl', '--budget', '30%, 10%'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(
      /^1 session, [\d,]+ tokens \(o200k_base\)\n\n(?:At|Asked for) 10 % of the tokens, fovea/,
    )
    expect(stdout).toContain("At 1 compaction of its own, the agent's summary showed")
    expect(stdout).toMatch(/Only \d cases: an anecdote/)
    expect(stdout).toMatch(/method +at 30 % +at 10 %\n/)
    for (const method of ['none', 'window', 'masking', 'head and tail', 'vendor summary', 'fovea', 'oracle'])
      expect(stdout).toContain(`\n  ${method} `)
    expect(stdout).toContain(nameAt(8))
  })

  it('prints the report as JSON and writes the page, of files and folders', async () => {
    const { code, stdout, stderr } = await work.fovea([
      'evaluate',
      'logs',
      '-b',
      '20%',
      '--json',
      '--html',
      'page.html',
    ])
    const report = JSON.parse(stdout) as EvaluationReport
    expect(report.shares).toEqual([0.2])
    expect(report.transcripts.map(({ name, agent }) => [name, agent])).toEqual([
      ['logs/deep/er/one.jsonl.gz', 'claude-code'],
    ])
    expect(report.groups[0]?.compactions.find(({ method }) => method === 'vendor summary')?.cases).toBe(1)
    expect(report.transcripts[0]?.compactions[0]?.outcome?.lost).toContain(nameAt(8))
    // What lies beside sessions in a folder is named, and is nobody's fault.
    expect(code).toBe(0)
    expect(report.skipped.map(({ name }) => name)).toEqual(['logs/settings.json'])
    expect(stderr).toMatch(/skipped: logs\/settings\.json/)
    expect(stderr).toContain('The page is page.html')
    const page = readFileSync(work.path('page.html'), 'utf8')
    expect(page.slice(page.indexOf('application/json'))).toContain('vendor summary')
  })

  it('goes on after a file that cannot be read, and says so with its exit code', async () => {
    const { code, stdout, stderr } = await work.fovea([
      'evaluate',
      'broken.jsonl',
      'hi.json',
      'nowhere.jsonl',
    ])
    expect(code).toBe(1)
    expect(stdout).toContain('This session is too short: it has 1 message')
    expect(stderr).toMatch(/skipped: broken\.jsonl .*\nskipped: Cannot read nowhere\.jsonl/)
  })

  it('says in one sentence that nothing could be read', async () => {
    for (const [args, why] of [
      [['broken.jsonl'], /broken\.jsonl is not a transcript/],
      [['empty'], /No session files .* in empty/],
      [['broken.jsonl', 'nowhere.jsonl'], /None of 2 files/],
    ] as const) {
      const { code, stdout, stderr } = await work.fovea(['evaluate', ...args, '--html', 'none.html'])
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
      expect(stderr).toMatch(why)
      expect(stderr.trim().split('\n')).toHaveLength(1)
      expect(existsSync(work.path('none.html'))).toBe(false)
    }
  })

  it('reads standard input and prints the page', async () => {
    const { code, stdout } = await work.fovea(['evaluate', '-', '--html', '-'], {
      input: readFileSync(work.path('hi.json')),
    })
    expect(code).toBe(0)
    expect(stdout).toMatch(/^<!doctype html>[\s\S]*too short[\s\S]*<\/html>\n$/)
  })

  it('refuses a wrong command line, and never overwrites a session', async () => {
    for (const args of [
      [],
      ['hi.json', '--budget', '300'],
      ['hi.json', '--budget', '120%'],
      ['hi.json', '--budget', '0%'],
      ['hi.json', '--strategy', 'telepathy'],
      ['hi.json', '--json', '--html', '-'],
      ['hi.json', '--html', './hi.json'],
    ])
      expect((await work.fovea(['evaluate', ...args])).code, args.join(' ')).toBe(2)
    expect(readFileSync(work.path('hi.json'), 'utf8')).toBe('[{"role":"user","content":"hi"}]')
  })

  it('explains itself', async () => {
    const { stdout } = await work.fovea(['evaluate', '--help'])
    expect(stdout).toMatch(/Examples:/)
    expect(stdout).toContain(defaultShares.map(share => `${share * 100}%`).join(','))
  })
})

describe('findSessions', () => {
  it('takes files as they are named, and what looks like a session from folders, once and in order', () => {
    const logs = work.path('logs')
    const deep = work.path('logs/deep/er/one.jsonl.gz')
    expect(findSessions([logs, 'notes.txt', deep])).toEqual([
      { path: deep, isNamed: true },
      { path: work.path('logs/settings.json'), isNamed: false },
      { path: 'notes.txt', isNamed: true },
    ])
  })
})
