import { spawnSync } from 'node:child_process'
import { closeSync, existsSync, openSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { shortSession } from '../../short-session.ts'
import { type Workplace, workplace } from './run-fovea.ts'

const example = join(import.meta.dirname, '../../../examples/session.jsonl')
const short = shortSession()

/** A conversation with one long output, one repeated output and an error in the middle. */
function conversation(): { role: string; content: string }[] {
  const log = Array.from({ length: 600 }, (_, at) =>
    at === 300 ? 'ERROR order 88123 was refused' : `2026-03-01 INFO request ${at} took ${at % 97} ms`,
  ).join('\n')
  const file = Array.from({ length: 60 }, (_, at) => `export const value${at} = ${at * 7}`).join('\n')
  return [
    { role: 'system', content: 'You are careful.' },
    { role: 'user', content: 'Why was the order refused? Never restart the server.' },
    { role: 'assistant', content: `I read the log:\n${log}` },
    { role: 'assistant', content: file },
    { role: 'assistant', content: `And again:\n${log}`.slice(0, 40) },
    { role: 'assistant', content: file },
    { role: 'user', content: 'And now?' },
    { role: 'assistant', content: 'The order was refused.' },
  ]
}

let work: Workplace
beforeEach(() => {
  work = workplace()
})
afterEach(() => work.remove())

const write = (name: string, content: string | Uint8Array): string => {
  writeFileSync(work.path(name), content)
  return work.path(name)
}

describe('fovea compress and uncompress', () => {
  it('gives every byte of the example session back', async () => {
    const compressed = await work.fovea(['compress', example, '-o', 'view.json'], { isProcess: true })
    expect(compressed).toMatchObject({ code: 0, stdout: '' })
    expect(compressed.stderr).toMatch(/saved/)
    expect(statSync(work.path('view.json')).size).toBeLessThan(statSync(example).size / 2)
    const back = await work.fovea(['uncompress', 'view.json'], { isProcess: true })
    expect(back.code).toBe(0)
    expect(back.bytes.equals(readFileSync(example))).toBe(true)
  })

  it('meets a budget and says so; names the floor of an impossible one', async () => {
    const met = await work.fovea(['compress', example, '--budget', '30%', '-o', 'view.json'])
    expect(met.code).toBe(0)
    expect(met.stderr).toMatch(/budget: 30 % of the 50,914 that may be compressed: [\d,]+ tokens, met/)
    const impossible = await work.fovea(['compress', example, '--budget', '50', '-o', 'tiny.json'])
    expect(impossible.code).toBe(3)
    expect(impossible.stderr).toMatch(/NOT met/)
    expect(existsSync(work.path('tiny.json'))).toBe(true)
  })

  it('meets a budget in a window that has room, with every strategy and the gate', async () => {
    const file = write('session.json', JSON.stringify(conversation()))
    for (const more of [[], ['--strategy', 'auto'], ['--strategy', 'window', '--gate', 'on']]) {
      const given = ['compress', file, '--budget', '900', '--window', '200k', '--dry-run', '--json', ...more]
      const { stdout } = await work.fovea(given)
      const { budget, tokens } = JSON.parse(stdout).receipt
      expect(budget).toEqual({ tokens: 900, met: true })
      expect(tokens.after.tokens).toBeLessThanOrEqual(900)
    }
    const tight = await work.fovea(['compress', file, '--budget', '20', '--window', '200k', '--dry-run'])
    expect(tight.code).toBe(3)
    expect(tight.stderr).toMatch(/budget: 20 tokens, NOT met; what may not be left out takes \d+/)
  })

  it('reads standard input and writes standard output', async () => {
    const input = JSON.stringify(conversation())
    const { code, stdout } = await work.fovea(['compress', '-', '--recent', '1'], { input })
    expect(code).toBe(0)
    expect(stdout).toContain('ERROR order 88123 was refused')
    const back = await work.fovea(['uncompress', '-', '--messages'], { input: stdout })
    expect(JSON.parse(back.stdout)).toEqual(conversation())
    expect((await work.fovea(['uncompress', '-'], { input: stdout })).stdout).toBe(input)
  })

  it('keeps the shape of a request body', async () => {
    const body = { model: 'gpt-5', messages: conversation(), temperature: 0 }
    const { stdout } = await work.fovea(['compress', '-', '--recent', '0'], { input: JSON.stringify(body) })
    const view = JSON.parse(stdout)
    expect(Object.keys(view)).toEqual(['model', 'messages', 'temperature'])
    expect(stdout.length).toBeLessThan(JSON.stringify(body).length)
    expect(
      JSON.parse((await work.fovea(['uncompress', '-', '--messages'], { input: stdout })).stdout),
    ).toEqual(body)
  })

  it('reads gzip by content', async () => {
    const file = write('session.log', gzipSync(JSON.stringify(conversation())))
    expect((await work.fovea(['compress', file, '-o', 'view.json'])).code).toBe(0)
    expect((await work.fovea(['uncompress', 'view.json'])).bytes.equals(readFileSync(file))).toBe(true)
  })

  it('restores each of two files that have the same view', async () => {
    const files = [
      write('s.json', JSON.stringify(conversation())),
      write('spaced.json', `${JSON.stringify(conversation())}\n`),
      write('s.json.gz', gzipSync(JSON.stringify(conversation()))),
    ]
    for (const [at, file] of [...files, ...files].entries()) {
      const { code, stderr } = await work.fovea(['compress', file, '-o', `view${at}.json`])
      expect({ code, stderr }).toMatchObject({ code: 0 })
    }
    for (const [at, file] of [...files, ...files].entries()) {
      const { bytes } = await work.fovea(['uncompress', `view${at}.json`])
      expect(bytes.equals(readFileSync(file))).toBe(true)
      expect(JSON.parse(readFileSync(work.path(`view${at}.json`), 'utf8'))).toEqual(
        JSON.parse(readFileSync(work.path('view0.json'), 'utf8')),
      )
    }
  })

  it('compresses a session again that has grown by a record which is no message', async () => {
    const session = readFileSync(short, 'utf8')
    const file = write('grown.jsonl', session)
    expect((await work.fovea(['compress', file, '-o', 'first.json'])).code).toBe(0)
    write('grown.jsonl', `${session.trimEnd()}\n{"type":"last-prompt","lastPrompt":"x","sessionId":"y"}\n`)
    const { code, stderr } = await work.fovea(['compress', file, '-o', 'second.json'])
    expect({ code, stderr }).toMatchObject({ code: 0 })
    expect((await work.fovea(['uncompress', 'second.json'])).bytes.equals(readFileSync(file))).toBe(true)
    expect((await work.fovea(['uncompress', 'first.json'])).stdout).toBe(session)
  })

  it('restores the messages of a view that was carried on', async () => {
    await work.fovea([
      'compress',
      write('in.json', JSON.stringify(conversation())),
      '--recent',
      '0',
      '-o',
      'view.json',
    ])
    const view = JSON.parse(readFileSync(work.path('view.json'), 'utf8'))
    const next = { role: 'user', content: 'Thank you.' }
    const { stdout, stderr } = await work.fovea([
      'uncompress',
      write('longer.json', JSON.stringify([...view, next])),
    ])
    expect(JSON.parse(stdout)).toEqual([...conversation(), next])
    expect(stderr).toMatch(/original.* restored/)
  })

  it('says which originals a store lacks, and writes nothing unless asked to', async () => {
    const file = write('in.json', JSON.stringify(conversation()))
    await work.fovea(['compress', file, '-b', '50%', '-s', 'cap', '-o', 'view.json'])
    await work.fovea([
      'compress',
      write('o.json', '[{"role":"user","content":"Hi."}]'),
      '--store',
      'other.db',
    ])
    const refused = await work.fovea(['uncompress', 'view.json', '--store', 'other.db', '-o', 'back.json'])
    expect(refused.code).toBe(4)
    expect(refused.stderr).toMatch(/message \d+ stays as it is: .*db_[0-9a-f]{12}/)
    expect(refused.stderr).toMatch(/Nothing was written: .* --partial writes what can/)
    expect(existsSync(work.path('back.json'))).toBe(false)
    const partial = await work.fovea(['uncompress', 'view.json', '--store', 'other.db', '--partial'])
    expect(partial.code).toBe(4)
    expect(JSON.parse(partial.stdout)).toEqual(JSON.parse(readFileSync(work.path('view.json'), 'utf8')))
  })

  it('says where nothing was restored, for the store never made this view', async () => {
    await work.fovea(['compress', short, '-o', 'view.json'])
    const file = write('plain.json', JSON.stringify(conversation()))
    const { code, stderr } = await work.fovea(['uncompress', file])
    expect({ code, stderr }).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^Nothing was restored: /),
    })
  })

  it('converts to another format', async () => {
    const { stdout, code } = await work.fovea(['compress', short, '--to', 'openai-chat'])
    expect(code).toBe(0)
    expect(JSON.parse(stdout).some((message: { role: string }) => message.role === 'tool')).toBe(true)
  })

  it('does nothing in a dry run but say what the run would do', async () => {
    const dry = await work.fovea(['compress', short, '--dry-run', '--json'])
    expect(existsSync(work.store)).toBe(false)
    const real = await work.fovea(['compress', short, '--json'])
    expect(dry.stdout).toBe(real.stdout)
    expect(dry.stderr).toContain('Dry run')
  })

  it('never overwrites its input', async () => {
    const file = write('session.json', JSON.stringify(conversation()))
    const refused = await work.fovea(['compress', file, '-o', './session.json'])
    expect(refused.code).toBe(2)
    expect(refused.stderr).toContain('is the input itself')
    expect(readFileSync(file, 'utf8')).toBe(JSON.stringify(conversation()))
  })

  it('keeps the database to its owner', async () => {
    await work.fovea(['compress', short, '-o', 'view.json'])
    expect(statSync(work.store).mode & 0o777).toBe(0o600)
  })
})

describe('fovea inspect', () => {
  it('shows roles, tools, kinds, the largest blocks and the duplicates', async () => {
    const { code, stdout, stderr } = await work.fovea(['inspect', example])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    for (const heading of [
      'By role',
      'Tool results, by tool',
      'By kind of content',
      'Largest blocks',
      'Duplicates',
    ])
      expect(stdout).toContain(heading)
    expect(stdout).toContain('█')
  })

  it('prints JSON whose parts add up', async () => {
    const { stdout } = await work.fovea(['inspect', example, '--json'])
    const inspection = JSON.parse(stdout)
    const sum = (shares: { tokens: number }[]) => shares.reduce((total, { tokens }) => total + tokens, 0)
    expect(sum(inspection.roles) + inspection.overhead).toBe(inspection.tokens.tokens)
    expect(sum(inspection.kinds) + inspection.overhead).toBe(inspection.tokens.tokens)
    expect(inspection.tokens.exact).toBe(true)
  })
})

describe('fovea expand, search and store', () => {
  it('find, show and forget an original', async () => {
    await work.fovea([
      'compress',
      write('in.json', JSON.stringify(conversation())),
      '--recent',
      '0',
      '-o',
      'view.json',
    ])
    const hits = JSON.parse((await work.fovea(['search', 'order 88123', '--json'])).stdout)
    expect(hits.length).toBeGreaterThan(0)
    const handle = hits.find((hit: { line: number }) => hit.line > 100)?.handle ?? hits[0].handle
    const whole = await work.fovea(['expand', handle])
    expect(whole.stdout).toContain('request 299 took')
    const lines = await work.fovea(['expand', handle, '--lines', '2:3'])
    expect(lines.stdout).toBe(`${whole.stdout.split('\n').slice(1, 3).join('\n')}\n`)
    expect((await work.fovea(['store', 'verify'])).stdout).toMatch(/all sound/)
    expect(JSON.parse((await work.fovea(['store', 'stats', '--json'])).stdout).originals).toBeGreaterThan(1)
    expect((await work.fovea(['store', 'purge', handle])).code).toBe(2)
    expect((await work.fovea(['store', 'purge', handle, '--yes'])).stdout).toContain('1 original forgotten')
    const gone = await work.fovea(['expand', handle])
    expect(gone).toMatchObject({ code: 4, stdout: '' })
    expect(gone.stderr).toMatch(/purged on 20\d\d-.* by its handle/)
    const partly = await work.fovea(['uncompress', 'view.json', '--messages', '--partial'])
    expect(partly.code).toBe(4)
    expect(JSON.parse(partly.stdout)).toHaveLength(conversation().length)
    expect((await work.fovea(['store', 'export', 'originals'])).stdout).toMatch(/written to originals/)
  })

  it('name a line as expand takes it', async () => {
    const log = Array.from({ length: 3000 }, (_, line) =>
      line === 2345 ? 'needle' : `step ${line} ${line * 7919}`,
    )
    const messages = [
      { role: 'user', content: 'What went wrong?' },
      { role: 'tool', content: log.join('\n') },
      { role: 'user', content: 'Well?' },
    ]
    await work.fovea([
      'compress',
      write('log.json', JSON.stringify(messages)),
      '--recent',
      '0',
      '-o',
      'view.json',
    ])
    const { stdout } = await work.fovea(['search', 'needle'])
    const [, handle = '', line = ''] = /^(db_\w+) +line (\S+) +needle$/m.exec(stdout) ?? []
    expect(line).toBe('2346')
    expect((await work.fovea(['expand', handle, '--lines', line])).stdout).toBe('needle\n')
  })

  it('keep the store within an age and a size, say first what would go, and give room back', async () => {
    await work.fovea(['compress', write('in.json', JSON.stringify(conversation())), '-o', 'view.json'])
    const purge = (...flags: string[]) => work.fovea(['store', 'purge', ...flags])
    const dry = await purge('--max-size', '0B', '--grace', '0s', '--dry-run')
    expect(dry).toMatchObject({ code: 0 })
    expect(dry.stdout).toMatch(/^[1-9]\d* originals? of .* would be forgotten, about .* given back\n$/)
    expect((await purge('--max-age', '30d', '--max-size', '2GB', '--yes')).stdout).toMatch(
      /^0 originals forgotten/,
    )
    expect((await purge('--max-age', '30')).stderr).toMatch(/--max-age is "30"; write a number and/)
    expect((await purge('--max-size', 'lots')).code).toBe(2)
    expect((await purge('--grace', '1h')).stderr).toMatch(/Name what to purge/)
    const done = JSON.parse((await purge('--max-age', '0s', '--grace', '0s', '--yes', '--json')).stdout)
    expect(done.originals).toBeGreaterThan(0)
    expect((await work.fovea(['store', 'compact'])).stdout).toMatch(/given back, the store takes/)
    expect((await work.fovea(['store', 'verify'])).stdout).toMatch(/^0 originals checked, all sound/)
  })

  it('answer a wrong handle with one sentence and exit code 4', async () => {
    await work.fovea(['compress', short, '-o', 'view.json'])
    for (const handle of ['db_000000000000', '../../etc/passwd', 'db_%', 'db_3F9A2C71D04B']) {
      const { code, stderr, stdout } = await work.fovea(['expand', handle])
      expect({ code, stdout }).toEqual({ code: 4, stdout: '' })
      expect(stderr.trim().split('\n')).toHaveLength(1)
    }
  })

  it('create no store for an import that fails', async () => {
    await work.fovea(['compress', write('session.json', JSON.stringify(conversation())), '-o', 'view.json'])
    await work.fovea(['store', 'export', 'originals'])
    const [name = ''] = readdirSync(work.path('originals')).filter(file => file.endsWith('.txt'))
    write(`originals/${name}`, 'something else')
    for (const [directory, why] of [
      ['nowhere', 'There is no'],
      ['originals', 'is not what was exported'],
    ] as const) {
      const failed = await work.fovea(['store', 'import', directory, '--store', 'new.db'])
      expect(failed.code).not.toBe(0)
      expect(failed.stderr).toContain(why)
      expect(existsSync(work.path('new.db'))).toBe(false)
    }
  })

  it('name the store that does not know a handle, and take one range at a time', async () => {
    await work.fovea(['compress', short, '-o', 'view.json'])
    const unknown = await work.fovea(['expand', 'db_000000000000'])
    expect(unknown.stderr).toContain(`Looked for in ${work.store}; --store names another.`)
    const both = await work.fovea(['expand', 'db_000000000000', '--lines', '1:2', '--bytes', '0:9'])
    expect(both).toMatchObject({ code: 2, stderr: expect.stringContaining('--bytes') })
  })
})

describe('as a Unix tool', () => {
  it('explains itself with examples everywhere', async () => {
    for (const command of [
      [],
      ['inspect'],
      ['compress'],
      ['uncompress'],
      ['expand'],
      ['search'],
      ['store'],
    ]) {
      const { code, stdout } = await work.fovea([...command, '--help'])
      expect(code).toBe(0)
      expect(stdout).toMatch(command.length === 0 ? /Exit codes/ : /Examples:/)
    }
    expect((await work.fovea(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
  })

  it('exits with 2 where the command line is wrong', async () => {
    for (const args of [
      ['nonsense'],
      ['compress'],
      ['compress', example, '--budget', 'much'],
      ['inspect', '--frobnicate', 'x'],
      ['compress', example, '--to', 'klingon'],
      ['expand', 'db_000000000000', '--lines', 'x'],
    ])
      expect((await work.fovea(args)).code, args.join(' ')).toBe(2)
  })

  it.each([
    ['a file', 1, (text: string) => ['inspect', text]],
    ['a command', 2, (text: string) => [text]],
    ['an option', 2, (text: string) => ['inspect', 'session.jsonl', `--${text}`]],
    ['a number', 2, (text: string) => ['inspect', 'session.jsonl', '--top', text]],
    ['a budget', 2, (text: string) => ['compress', example, '--budget', text]],
  ])('shows a long text in place of %s by its beginning, and the error behind it', async (_, code, words) => {
    const done = await work.fovea(words('a long text, '.repeat(10_000)))
    expect(done.code).toBe(code)
    expect(done.stderr.length).toBeLessThan(800)
    expect(done.stderr).toMatch(/a long text, a long text.*(?:… \(130,0\d\d characters\)|…")/)
  })

  it('says what is wrong with a file, where, and leaves nothing behind', async () => {
    const cases: [string, string | Uint8Array, RegExp][] = [
      ['empty.jsonl', '', /empty/i],
      ['binary.bin', Buffer.from([0, 1, 2, 255, 254, 0]), /binary|text|JSON/i],
      ['prose.txt', 'Just some words.\n', /JSON/i],
      [
        'mixed.json',
        JSON.stringify([
          { role: 'user', content: 'x' },
          { role: 'model', parts: [{ text: 'y' }] },
        ]),
        /messages\[1\]/,
      ],
      [
        'deep.json',
        `[{"role":"user","content":"hi","metadata":${'['.repeat(20000)}${']'.repeat(20000)}}]`,
        /nested/,
      ],
      ['unknown.json', JSON.stringify([{ speaker: 'x' }]), /messages\[0\]/],
    ]
    for (const [name, content, expected] of cases) {
      const { code, stderr, stdout } = await work.fovea(['compress', write(name, content), '-o', 'out.json'])
      expect({ name, code, stdout }).toEqual({ name, code: 1, stdout: '' })
      expect(stderr).toMatch(expected)
      expect(stderr).not.toMatch(/\n\s+at /)
      expect(existsSync(work.path('out.json'))).toBe(false)
    }
    const deepCall = `[{"role":"user","content":"hi"},{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"x","input":${'{"a":'.repeat(20000)}1${'}'.repeat(20000)}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":"${'line '.repeat(3000)}"}]},{"role":"user","content":"go"}]`
    const deep = await work.fovea(['compress', write('call.json', deepCall), '-b', '500', '-o', 'out.json'])
    expect(deep).toMatchObject({ code: 1, stderr: expect.stringMatching(/^fovea: The .* nested too deeply/) })
    const missing = await work.fovea(['inspect', 'no-such-file.jsonl'])
    expect(missing.code).toBe(1)
    expect(missing.stderr).toMatch(/no-such-file\.jsonl/)
  })

  it('skips a malformed line with its number, and stops there when strict', async () => {
    const lines = conversation().map(message => JSON.stringify(message))
    const file = write(
      'broken.jsonl',
      [...lines.slice(0, 2), '{"role": broken', ...lines.slice(2)].join('\n'),
    )
    const tolerant = await work.fovea(['compress', file, '-o', 'out.json'])
    expect(tolerant.code).toBe(0)
    expect(tolerant.stderr).toMatch(/line 3 skipped/)
    const strict = await work.fovea(['compress', file, '--strict', '-o', 'out2.json'])
    expect(strict.code).toBe(1)
    expect(strict.stderr).toMatch(/line 3/)
  })

  it('refuses a store that is not one, and does not touch it', async () => {
    const store = write('notes.txt', 'my notes\n'.repeat(100))
    const { code, stderr } = await work.fovea(['compress', short, '--store', store, '-o', 'out.json'])
    expect(code).toBe(1)
    expect(stderr).toContain('notes.txt')
    expect(readFileSync(store, 'utf8')).toBe('my notes\n'.repeat(100))
    expect((await work.fovea(['expand', 'db_000000000000', '--store', 'nowhere.db'])).stderr).toContain(
      'nowhere.db',
    )
  })

  it('ends quietly when its reader leaves', async () => {
    const { stderr, code } = await work.fovea(['compress', short], {
      during: child => child.stdout?.once('data', () => child.stdout?.destroy()),
    })
    expect(stderr).not.toMatch(/EPIPE|Error/)
    expect(code).toBe(0)
  })

  it.skipIf(!existsSync('/dev/full'))('says in one sentence that standard output is full', () => {
    const launcher = join(import.meta.dirname, '../../../bin/fovea.js')
    const full = openSync('/dev/full', 'w')
    const done = spawnSync(process.execPath, [launcher, 'inspect', short], {
      stdio: ['ignore', full, 'pipe'],
      encoding: 'utf8',
    })
    closeSync(full)
    expect(done.status).toBe(1)
    expect(done.stderr).toMatch(/^fovea: Cannot write to standard output: ENOSPC.*\n$/)
  })

  it('dies of Ctrl-C as of a signal', async () => {
    const { signal, code } = await work.fovea(['compress', '-'], {
      input: JSON.stringify(conversation()).slice(0, 100),
      during: child => {
        child.stdin?.removeAllListeners('finish')
        setTimeout(() => child.kill('SIGINT'), 30)
      },
    })
    expect(signal === 'SIGINT' || code === 130).toBe(true)
  })
})
