import { mkdirSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fitted, textTable } from '../../../src/doors/cli/text-table.ts'
import { raw, session } from '../../strategies/partition/session.ts'
import { type Workplace, workplace } from './run-fovea.ts'

const longest = (text: string): number => Math.max(...text.split('\n').map(line => line.length))
const why = 'a reason that goes on for so long that no terminal of eighty columns could show it in one line'

describe('a table', () => {
  it('breaks no word and keeps numbers in their columns', () => {
    const text = textTable([
      ['first', { right: '1,234' }, why],
      ['second', { right: '5' }, why],
    ])
    expect(longest(text)).toBeLessThanOrEqual(80)
    const lines = text.split('\n')
    const end = (lines[0] ?? '').indexOf('1,234') + '1,234'.length
    expect(lines.find(line => line.includes('second'))?.slice(0, end)).toMatch(/ 5$/)
    const words = new Set(text.split(/\s+/))
    for (const word of why.split(' ')) expect(words).toContain(word)
  })

  it('that fits is one line a row, also on a wide terminal', () => {
    expect(textTable([['a', why]], '', 120)).toBe(`a  ${why}\n`)
  })

  it('of many columns is shown in parts, each with its first column', () => {
    const header = Array.from({ length: 14 }, (_, at) => ({ right: `measure-${at}` }))
    const values = header.map((_, at) => ({ right: `${at}.0 %` }))
    const text = textTable([
      ['method', ...header],
      ['coverage', ...values],
    ])
    expect(longest(text)).toBeLessThanOrEqual(80)
    expect(text.match(/coverage/g)?.length).toBeGreaterThan(1)
    for (const { right } of [...header, ...values]) expect(text).toContain(right)
  })

  it('cuts a word in its middle only where it alone is too long', () => {
    const path = `src/${'folder/'.repeat(20)}file.ts`
    const text = textTable([[path, { right: '12' }]])
    expect(longest(text)).toBeLessThanOrEqual(80)
    expect(text).toMatch(/^ {2}src\/\S+…\S+file\.ts +12\n$/)
  })
})

it('sentences are broken on a terminal, and stay lines in a pipe', () => {
  expect(fitted(`note: ${why}\n`, undefined)).toBe(`note: ${why}\n`)
  expect(longest(fitted(`note: ${why}\n`, 60))).toBeLessThanOrEqual(60)
})

describe('on a terminal of 80 columns no line is longer', () => {
  let work: Workplace
  const before = process.env['COLUMNS']
  beforeAll(async () => {
    process.env['COLUMNS'] = '80'
    work = workplace()
    writeFileSync(work.path('a-session-with-a-name-that-is-rather-long.json'), JSON.stringify(raw(session())))
    mkdirSync(work.path('notes'))
    const document = `# Notes of the whole team\n\n${'- Production server: 10.0.1.2, user deploy, workspace /home/deploy/workspace\n'.repeat(60)}`
    writeFileSync(work.path('notes/MEMORY.md'), document)
    writeFileSync(
      work.path('notes/a-document-with-a-very-long-name-that-somebody-once-wrote-for-a-reason.md'),
      document,
    )
    await work.fovea([...compress, '--state', 's.json', '-s', 'anchored', '-o', 'v.json'])
  })
  afterAll(() => {
    if (before === undefined) delete process.env['COLUMNS']
    else process.env['COLUMNS'] = before
    work.remove()
  })

  const file = 'a-session-with-a-name-that-is-rather-long.json'
  const compress = ['compress', file]
  it.each([
    [['inspect', file]],
    [['inspect', file, '--window', 'claude-opus-5']],
    [[...compress, '--dry-run', '--explain']],
    [[...compress, '--dry-run', '--explain', '-b', '400']],
    [[...compress, '--dry-run', '--explain', '-s', 'partition', '--gate', 'on']],
    [[...compress, '-b', '30%', '-o', 'w.json']],
    [['resume', 's.json', file, '--dry-run']],
    [['uncompress', 'v.json', '-o', 'back.json']],
    [['search', 'authenticate']],
    [['store', 'stats']],
    [['store', 'purge', '--max-age', '30d', '--dry-run']],
    [['ledger', file]],
    [['observe', file, '-o', 'o.md']],
    [['evaluate', file]],
    [['workspace', 'audit', 'notes']],
    [['workspace', 'estimate', 'notes']],
    [['workspace', 'tiers', 'notes']],
    [['text', 'encode', 'notes/MEMORY.md', '-o', 'm.md']],
  ] as const)('%s', async args => {
    const { stdout, stderr, code } = await work.fovea(args)
    const text = stdout + stderr
    expect({ code, text }).not.toMatchObject({ code: 2 })
    expect(text.split('\n').filter(line => Array.from(line).length > 80)).toEqual([])
  })
})
