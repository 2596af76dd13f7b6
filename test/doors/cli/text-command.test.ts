import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { buildCodebook } from '../../../src/tools/documents/build-codebook.ts'
import { encodeText } from '../../../src/tools/documents/encode-text.ts'
import { localEndpoint } from '../../models/local-endpoint.ts'
import { hostNotes } from '../../tools/workspace/folders.ts'
import { type Workplace, workplace } from './run-fovea.ts'

let work: Workplace
beforeEach(() => {
  work = workplace()
})
afterEach(() => work.remove())

const write = (name: string, content: string | Uint8Array): string => {
  writeFileSync(work.path(name), content)
  return name
}
const read = (name: string): string => readFileSync(work.path(name), 'utf8')

describe('fovea text encode and decode', () => {
  it('give every byte back, through files and through pipes', async () => {
    const text = `\uFEFF${hostNotes().replaceAll('\n', '\r\n')}no final line break`
    write('notes.md', text)
    const encoded = await work.fovea(['text', 'encode', 'notes.md', '-o', 'short.md'])
    expect(encoded).toMatchObject({ code: 0, stdout: '' })
    expect(encoded.stderr).toMatch(/^[\d,]+ → [\d,]+ tokens, \d+ % saved, exact\n$/)
    expect(read('short.md').length).toBeLessThan(text.length)
    const decoded = await work.fovea(['text', 'decode', 'short.md', '-o', 'back.md'])
    expect(decoded.code).toBe(0)
    expect(read('back.md')).toBe(text)
    const piped = await work.fovea(['text', 'encode', '-'], { input: text })
    expect(piped.stdout).toBe(read('short.md'))
  })

  it('report tokens with the legend, by step and by technique', async () => {
    const { code, stdout } = await work.fovea(['text', 'encode', '-', '--json'], { input: hostNotes() })
    expect(code).toBe(0)
    const report = JSON.parse(stdout)
    expect(report).toMatchObject({ encoded: true, isRoundTripExact: true, tokens: { counter: 'o200k_base' } })
    expect(report.tokens.after).toBeLessThan(report.tokens.before)
    expect(report.steps.at(-1).after).toBe(report.tokens.after)
    expect(report.alone.dictionary).toBeGreaterThan(0)
    expect(report.text).toMatch(/^Fovea text 1 /)
  })

  it('leave a text as it is where there is nothing to gain, and say so', async () => {
    const { code, stdout, stderr } = await work.fovea(['text', 'encode', '-'], {
      input: 'Buy $AAPL, $WS, $IP.5.',
    })
    expect({ code, stdout, stderr }).toEqual({
      code: 0,
      stdout: 'Buy $AAPL, $WS, $IP.5.',
      stderr: 'written as it is: encoding saves no tokens\n',
    })
    const once = (await work.fovea(['text', 'encode', '-'], { input: hostNotes() })).stdout
    const twice = await work.fovea(['text', 'encode', '-'], { input: once })
    expect(twice.stdout).toBe(once)
    expect(twice.stderr).toContain('encoded already')
  })

  it('refuse what is no text, and never write over the input', async () => {
    write('binary', Buffer.from([0x61, 0, 0x62]))
    write('notes.md', hostNotes())
    const [binary, same] = await Promise.all([
      work.fovea(['text', 'encode', 'binary', '-o', 'out.md']),
      work.fovea(['text', 'encode', 'notes.md', '-o', 'notes.md']),
    ])
    expect(binary).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/binary is not text: byte 1 is NUL/),
    })
    expect(same).toMatchObject({ code: 2, stderr: expect.stringMatching(/input itself/) })
    expect(existsSync(work.path('out.md'))).toBe(false)
  })

  it('give back what was not encoded, and refuse what was cut or changed since', async () => {
    const { text: encoded } = encodeText(hostNotes())
    const cut = encoded.split('\n').slice(0, 2).join('\n')
    const plain = await work.fovea(['text', 'decode', '-'], { input: 'plain' })
    expect(plain).toMatchObject({
      code: 0,
      stdout: 'plain',
      stderr: expect.stringMatching(/was not encoded/),
    })
    const decode = (input: string) => work.fovea(['text', 'decode', '-', '-o', 'out.md'], { input })
    const damaged = await Promise.all([cut, encoded.replace('Friday', 'Monday')].map(decode))
    for (const refused of damaged)
      expect(refused).toMatchObject({ code: 4, stderr: expect.stringMatching(/changed afterwards/) })
    expect(existsSync(work.path('out.md'))).toBe(false)
  })

  it('share a codebook that only grows', async () => {
    write('one.md', hostNotes())
    const two = hostNotes(40).replaceAll('inventory', 'quarterly accounting')
    write('two.md', two)
    const book = ['--codebook', 'codes.json']
    expect((await work.fovea(['text', 'encode', 'one.md', ...book, '-o', 'one.short'])).code).toBe(0)
    const first = Object.entries(JSON.parse(read('codes.json')).entries)
    expect(first.length).toBeGreaterThan(0)
    expect((await work.fovea(['text', 'encode', 'two.md', ...book, '-o', 'two.short'])).code).toBe(0)
    expect(Object.entries(JSON.parse(read('codes.json')).entries).slice(0, first.length)).toEqual(first)
    const back = await Promise.all(
      ['one', 'two'].map(name => work.fovea(['text', 'decode', `${name}.short`, ...book])),
    )
    expect(back.map(({ stdout }) => stdout)).toEqual([hostNotes(), two])
  })

  it('name a codebook that is missing, damaged or another one', async () => {
    const codebook = buildCodebook([hostNotes()])
    write('one.short', encodeText(hostNotes(), { codebook }).text)
    write('one.md', hostNotes())
    write('broken.json', '{')
    const entries = Object.entries(codebook.entries)
    const swapped = Object.fromEntries(entries.map(([code], at) => [code, entries.at(at - 1)?.[1]]))
    write('other.json', JSON.stringify({ version: 1, entries: swapped }))
    const decode = ['text', 'decode', 'one.short']
    const [none, absent, other, broken] = await Promise.all([
      work.fovea(decode),
      work.fovea([...decode, '--codebook', 'absent.json']),
      work.fovea([...decode, '--codebook', 'other.json']),
      work.fovea(['text', 'encode', 'one.md', '--codebook', 'broken.json']),
    ])
    expect(none).toMatchObject({
      code: 4,
      stderr: expect.stringMatching(/needs codebook [0-9a-f]{6} of \d+ entries, and none/),
    })
    expect(absent).toMatchObject({ code: 1, stderr: expect.stringContaining('absent.json') })
    expect(other).toMatchObject({ code: 4, stderr: expect.stringMatching(/another codebook/) })
    expect(broken).toMatchObject({ code: 2, stderr: expect.stringMatching(/no JSON/) })
    expect(read('broken.json')).toBe('{')
  })
})

describe('fovea text rules', () => {
  const document =
    '# Gates\n\n- gate 1 opens at six in the morning\n- gate 1 opens at six in the morning\n\n## Nothing\n'

  it('leaves out what is said twice, and keeps the original in the store', async () => {
    const { code, stdout, stderr } = await work.fovea(['text', 'rules', '-'], { input: document })
    expect(code).toBe(0)
    expect(stdout.match(/gate 1/g)).toHaveLength(1)
    const handle = /db_[0-9a-f]+/.exec(stderr)?.[0] ?? ''
    expect((await work.fovea(['expand', handle])).stdout).toBe(document)
  })

  it('lists every change as JSON', async () => {
    const { stdout } = await work.fovea(['text', 'rules', '-', '--json'], { input: document })
    const report = JSON.parse(stdout)
    expect(report).toMatchObject({ loss: 'lossy', byRule: { 'duplicate-lines': 1 } })
    expect(report.changes[0]).toMatchObject({ rule: expect.any(String), reason: expect.any(String) })
    expect(report.tokens.after).toBeLessThan(report.tokens.before)
  })

  it('leaves a document with nothing to drop as it is, and stores nothing', async () => {
    const { code, stdout } = await work.fovea(['text', 'rules', '-'], { input: 'One line.\n' })
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'One line.\n' })
    expect(existsSync(work.store)).toBe(false)
  })
})

describe('fovea text notation', () => {
  const prose = Array.from(
    { length: 12 },
    (_, at) =>
      `It is important to note that in order to open gate ${at} of the harbour you should make sure that the light is on, due to the fact that the gate is dark at night.`,
  ).join('\n\n')

  it('leaves out words, says how to be read, and keeps the original in the store', async () => {
    const { code, stdout, stderr } = await work.fovea(['text', 'notation', '-', '--level', 'medium'], {
      input: prose,
    })
    expect(code).toBe(0)
    expect(stdout).toMatch(/^\[Abbreviated/)
    for (let gate = 0; gate < 12; gate += 1) expect(stdout).toContain(`gate ${gate}`)
    const handle = /db_[0-9a-f]+/.exec(stderr)?.[0] ?? ''
    expect((await work.fovea(['expand', handle])).stdout).toBe(prose)
    const apart = JSON.parse(
      (await work.fovea(['text', 'notation', '-', '-l', 'ultra', '--apart', '--json'], { input: prose }))
        .stdout,
    )
    expect(apart).toMatchObject({ compressed: true, level: 'ultra', loss: 'lossy', original: handle })
    expect(apart.text.startsWith('[')).toBe(false)
    expect(apart.tokens.after).toBeLessThan(apart.tokens.before)
  })

  it('refuses a level that there is not, and leaves an encoded text as it is', async () => {
    expect((await work.fovea(['text', 'notation', '-', '--level', 'extreme'], { input: prose })).code).toBe(2)
    const encoded = (await work.fovea(['text', 'encode', '-'], { input: hostNotes() })).stdout
    const refused = await work.fovea(['text', 'notation', '-'], { input: encoded })
    expect(refused).toMatchObject({
      code: 0,
      stdout: encoded,
      stderr: expect.stringContaining('decode it first'),
    })
  })
})

describe('fovea text notation --writer', () => {
  const text =
    'The gateway at 10.0.1.2 must not be restarted by `systemctl restart`, as the people of the office have said to us.\n'
  const good = 'gateway 10.0.1.2: must not restart by `systemctl restart`'
  const completion = (content: string) => ({
    body: { choices: [{ message: { content }, finish_reason: 'stop' }] },
  })

  it('takes what the model writes, with the original in the store', async () => {
    await using endpoint = await localEndpoint(() => completion(good))
    write('a.md', text)
    const made = await work.fovea(
      [
        'text',
        'notation',
        'a.md',
        '--apart',
        '-l',
        'ultra',
        '--writer',
        endpoint.url,
        '--writer-model',
        'm-1',
      ],
      { envHere: { FOVEA_WRITER_KEY: 'the-key-of-it' } },
    )
    expect(made).toMatchObject({ code: 0, stdout: good })
    expect(made.stderr).toMatch(/saved by the model; the original is db_/)
    expect(endpoint.received[0]).toMatchObject({
      headers: { authorization: 'Bearer the-key-of-it' },
      body: { model: 'm-1' },
    })
    expect(JSON.stringify(endpoint.received[0]?.body)).toContain('The gateway at 10.0.1.2')
    const handle = /db_[0-9a-f]+/.exec(made.stderr)?.[0] ?? ''
    expect((await work.fovea(['expand', handle])).stdout).toBe(text)
  })

  it('takes the tables where the model drops a fact, and says why', async () => {
    await using endpoint = await localEndpoint(() => completion('gateway: no restart'))
    write('a.md', text)
    const args = ['text', 'notation', 'a.md', '--apart', '--writer', endpoint.url, '--writer-model', 'm-1']
    const made = await work.fovea(args)
    expect(made.stdout).toContain('10.0.1.2')
    expect(made.stderr).toMatch(/Written by tables: the answer of the writer lacks the number 10\.0\.1\.2/)
    const nameless = await work.fovea(['text', 'notation', 'a.md', '--writer', endpoint.url])
    expect(nameless).toMatchObject({ code: 2, stderr: expect.stringContaining('--writer-model') })
  })
})
