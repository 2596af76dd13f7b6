import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type ObservationsJson,
  observationsJson,
  parseMarkdown,
  parseXml,
  type SessionObservations,
} from '../../../src/tools/observe/index.ts'
import { bugfixTurns, rawSession } from '../../tools/observe/sessions.ts'
import { type Workplace, workplace } from './run-fovea.ts'

const session = JSON.stringify(rawSession(bugfixTurns))

let work: Workplace
beforeAll(() => {
  work = workplace()
  const write = (name: string, content: string | Uint8Array): void => {
    mkdirSync(dirname(work.path(name)), { recursive: true })
    writeFileSync(work.path(name), content)
  }
  write('session.json', session)
  write('empty.json', JSON.stringify([{ role: 'user', content: ' ' }]))
  write('hi.json', JSON.stringify([{ role: 'user', content: 'hi' }]))
  write('logs/one.json', session)
  write('logs/deep/two.json.gz', gzipSync(session))
  write('logs/settings.json', '{"theme":"dark"}')
  write('none/notes.txt', 'nothing')
})
afterAll(() => work.remove())

describe('fovea observe', () => {
  it('writes markdown, says what it saved, and names messages that come back', async () => {
    const { code, stdout, stderr } = await work.fovea(['observe', 'session.json', '--keep'])
    expect(code).toBe(0)
    expect(stdout).toMatch(/^# Session Observations\n[\s\S]*## 1\. \[bugfix\] fix: import retry before use\n/)
    expect(stderr).toMatch(
      /^session\.json: 16 messages, 2 observations\n {2}before +[\d,]+ +█+\n {2}after +\d+ +\S+\n {2}saved +[\d,]+ +9\d %\n/,
    )
    expect(stderr).toMatch(/\n {2}bugfix +1\n {2}decision +1\n/)
    const [read] = parseMarkdown(stdout)
    const handle = read?.observations[1]?.handle ?? ''
    const back = await work.fovea(['expand', handle])
    expect(JSON.parse(back.stdout)).toEqual(rawSession(bugfixTurns).slice(14))
  })

  it('writes XML and JSON, to a file and without a store where asked to', async () => {
    const fresh = { FOVEA_STORE: work.path('never.db') }
    const xml = await work.fovea(['observe', 'session.json', '--xml', '--no-store', '-o', 'memory.xml'], {
      envHere: fresh,
    })
    expect({ code: xml.code, stdout: xml.stdout }).toEqual({ code: 0, stdout: '' })
    expect(existsSync(work.path('never.db'))).toBe(false)
    const read = parseXml(readFileSync(work.path('memory.xml'), 'utf8'))
    const json = await work.fovea(['observe', 'session.json', '--json', '--no-store'], { envHere: fresh })
    // One number for one message: in JSON as in the documents.
    expect(JSON.parse(json.stdout)).toEqual(observationsJson(read))
    const [written] = JSON.parse(json.stdout) as readonly ObservationsJson[]
    const numbers = written?.observations.map(({ messages }) => messages?.join('-'))
    const document = readFileSync(work.path('memory.xml'), 'utf8')
    expect(written?.version).toBe(2)
    expect(numbers?.[0]).toMatch(/^1-/)
    expect(numbers).toEqual(Array.from(document.matchAll(/<messages>(.*?)<\/messages>/g), ([, span]) => span))
    expect(JSON.stringify(read)).not.toContain('db_')
  })

  it('observes folders, standard input, and many sessions as one', async () => {
    const { code, stdout, stderr } = await work.fovea(['observe', 'logs', '--json'])
    const sessions = JSON.parse(stdout) as readonly SessionObservations[]
    expect(code).toBe(0)
    expect(sessions.map(each => each.session)).toEqual(['logs/deep/two.json.gz', 'logs/one.json'])
    expect(stderr).toMatch(/^skipped: .*settings\.json.*\n2 sessions: 32 messages, 4 observations\n/)
    const piped = await work.fovea(['observe', '-', '--xml'], { input: session })
    expect(parseXml(piped.stdout)[0]?.observations).toHaveLength(2)
  })

  it('meets a budget and says what it left out, or that it cannot', async () => {
    const { code, stdout, stderr } = await work.fovea([
      'observe',
      'session.json',
      '--keep',
      '--tokens',
      '330',
    ])
    expect(code).toBe(0)
    expect(stderr).toMatch(/budget: 330 tokens, met\nleft out: 2 narratives/)
    expect(parseMarkdown(stdout)[0]?.leftOut?.narratives).toBe(2)
    const tight = await work.fovea(['observe', 'session.json', '-t', '20'])
    expect(tight.code).toBe(3)
    expect(tight.stderr).toMatch(/NOT met/)
    expect(tight.stdout).toContain('do not touch the session table')
  })

  it('never calls an empty result a saving, and says where a session is too small', async () => {
    const { code, stdout, stderr } = await work.fovea(['observe', 'empty.json'])
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/nothing to observe/)
    expect((await work.fovea(['observe', 'hi.json'])).stderr).toContain('keep the session itself')
  })

  it('goes on after a file that cannot be read, and says so with its exit code', async () => {
    const { code, stdout, stderr } = await work.fovea(['observe', 'session.json', 'nowhere.json'])
    expect(code).toBe(1)
    expect(stdout).toContain('# Session Observations')
    expect(stderr).toMatch(/skipped: Cannot read nowhere\.json/)
    for (const [args, why] of [
      [['none'], /No session files \(\.json, .*\.specstory\/history\/\*\.md.*, also \.gz\) in none/],
      [['https://example.org/s.jsonl'], /it is an address, not a file; download it first/],
      [['empty.json', 'nowhere.json'], /None of 2 files/],
    ] as const) {
      const failed = await work.fovea(['observe', ...args])
      expect({ code: failed.code, stdout: failed.stdout }).toEqual({ code: 1, stdout: '' })
      expect(failed.stderr).toMatch(why)
    }
  })

  it('refuses a wrong command line, and never overwrites a session', async () => {
    for (const args of [
      [],
      ['session.json', '--tokens', 'many'],
      ['session.json', '--tokens', '0'],
      ['session.json', '--xml', '--json'],
      ['session.json', '-o', './session.json'],
    ])
      expect((await work.fovea(['observe', ...args])).code, args.join(' ')).toBe(2)
    expect(readFileSync(work.path('session.json'), 'utf8')).toBe(session)
    expect((await work.fovea(['observe', '--help'])).stdout).toMatch(/Examples:/)
  })
})
