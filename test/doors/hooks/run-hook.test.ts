import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { runHook } from '../../../src/doors/hooks/run-hook.ts'
import { handlesIn } from '../../../src/scan/marker.ts'
import { toText } from '../../../src/tokens/bytes.ts'
import { exactCounter } from '../../../src/tokens/tokens.ts'
import { type HookPlace, hookPlace } from './hook-place.ts'
import { hostNames, loadedHost } from './loaded-hosts.ts'
import {
  commandEvent,
  compactionEvents,
  geminiPrompt,
  longOutput,
  outputEvents,
  type SampleEvent,
} from './sample-events.ts'

let place: HookPlace
beforeEach(() => {
  place = hookPlace()
  // Rules of whoever runs the tests are not the subject.
  vi.stubEnv('HOME', place.directory)
  for (const name of ['CLAUDE_CONFIG_DIR', 'CLAUDE_PROJECT_DIR', 'CODEX_HOME']) vi.stubEnv(name, undefined)
})
afterEach(() => {
  vi.unstubAllEnvs()
  place.remove()
})

const long = longOutput(1500)

/** The one text in an answer that names an original. */
function shownIn(answer: unknown): string {
  const texts: string[] = []
  JSON.stringify(answer, (_, value: unknown) => {
    if (typeof value === 'string' && handlesIn(value).length > 0) texts.push(value)
    return value
  })
  expect(texts).toHaveLength(1)
  return texts[0] as string
}

describe('outputs', () => {
  it.each(Object.entries(outputEvents))('of %s are shortened, and kept', async (_, event) => {
    const shown = shownIn(await place.ask(event(long)))
    expect(exactCounter().count(shown)).toBeLessThanOrEqual(4050)
    expect(shown).toContain('ECONNREFUSED')
    const [handle = ''] = handlesIn(shown)
    expect(shown).toContain(` expand ${handle};`)
    expect(place.inStore(store => toText(store.get(handle)))).toBe(long)
  })

  it.each(Object.entries(outputEvents))(
    'of %s stay where they are short, and no store is made',
    async (_, event) => {
      expect(await place.ask(event('all 3 tests passed'))).toEqual({})
      expect(existsSync(place.storePath)).toBe(false)
    },
  )

  it.each(Object.entries(outputEvents))('of %s stay where they were shortened before', async (_, event) => {
    const shown = shownIn(await place.ask(event(long)))
    expect(await place.ask(event(`${shown}\n${'x y '.repeat(9000)}`))).toEqual({})
  })

  it('keep the shape of the tool', async () => {
    const event = outputEvents['Claude Code, Bash'](long)
    expect(await place.ask(event)).toEqual({
      hookSpecificOutput: {
        hookEventName: 'PostToolUse',
        updatedToolOutput: { stdout: expect.any(String), stderr: '', interrupted: false, isImage: false },
      },
    })
    const grep = outputEvents['Claude Code, Grep'](long)
    expect(await place.ask(grep)).toMatchObject({
      hookSpecificOutput: {
        updatedToolOutput: { mode: 'content', numFiles: 1, filenames: ['a.log'], numLines: 9 },
      },
    })
    const mcp = outputEvents['Claude Code, MCP'](long)
    expect(await place.ask(mcp)).toMatchObject({
      hookSpecificOutput: {
        updatedToolOutput: [{ type: 'text' }, { type: 'image', source: { data: 'AAAA' } }],
      },
    })
  })

  it('say to Gemini that the tool ran', async () => {
    const answer = await place.ask(outputEvents['Gemini CLI, shell'](long))
    expect(answer).toEqual({ decision: 'deny', reason: expect.stringMatching(/^Not blocked: the tool ran/) })
  })

  it('are taken whole from the file that Claude Code keeps them in', async () => {
    const file = place.path('whole.txt')
    writeFileSync(file, long)
    const event = outputEvents['Claude Code, Bash'](long.slice(0, 30_000))
    const response = {
      ...(event.payload['tool_response'] as object),
      persistedOutputPath: file,
      persistedOutputSize: 9,
    }
    const answer = await place.ask({ ...event, payload: { ...event.payload, tool_response: response } })
    const [handle = ''] = handlesIn(shownIn(answer))
    expect(place.inStore(store => toText(store.get(handle)))).toBe(long)
    expect(JSON.stringify(answer)).not.toContain('persistedOutput')
  })

  it('are taken whole from the file that opencode keeps them in, with the exit code', async () => {
    const file = place.path('whole.txt')
    writeFileSync(file, long)
    const event = outputEvents['opencode'](`...output truncated...\n${long.slice(-30_000)}`)
    const metadata = { exit: 3, outputPath: file }
    const shown = shownIn(await place.ask({ ...event, payload: { ...event.payload, metadata } }))
    expect(shown).toMatch(/^\[exit code 3\]$/m)
    const [handle = ''] = handlesIn(shown)
    expect(place.inStore(store => toText(store.get(handle)))).toBe(long)
  })

  it('are taken whole from the file that pi keeps them in, also where only the text names it', async () => {
    const file = place.path('whole.txt')
    writeFileSync(file, long)
    const notice = `\n\n[Showing lines 700-1501 of 1501 (50.0KB limit). Full output: ${file}]`
    const status = '\n\nCommand exited with code 3'
    const ask = async (text: string, more: object = {}) => {
      const event = outputEvents['pi'](text)
      return shownIn(await place.ask({ ...event, payload: { ...event.payload, ...more } }))
    }
    const originalOf = (shown: string) => place.inStore(store => toText(store.get(handlesIn(shown)[0] ?? '')))
    const part = long.slice(-30_000)
    const failed = await ask(`${part}${notice}${status}`)
    expect(failed.endsWith(status)).toBe(true)
    expect(originalOf(failed)).toBe(long)
    expect(originalOf(await ask(`${part}${notice}`, { fullOutputPath: file }))).toBe(long)
    // What a command prints may name any file: then it is only what it is.
    const lie = `${part}and more${notice}`
    expect(originalOf(await ask(lie))).toBe(lie)
    const guess = `step 1499: 200 GET /items/1499 in 12 ms${notice}${' x'.repeat(500)}`
    const event = outputEvents['pi'](guess)
    expect(await place.ask(event)).toEqual({})
  })

  it('leave a receipt, so that savings are counted', async () => {
    const shown = shownIn(await place.ask(outputEvents['Claude Code, Bash'](long)))
    await place.ask(outputEvents['opencode'](long))
    const [before, after] = [exactCounter().count(long), exactCounter().count(shown)]
    const [handle = ''] = handlesIn(shown)
    const receipts = place.inStore(store => store.receipts('8c1f'))
    expect(receipts).toMatchObject([
      {
        session: '8c1f',
        receipt: {
          tokens: { before: { tokens: before, exact: true }, after: { tokens: after, exact: true } },
          changes: [{ handle, tokensBefore: before, tokensAfter: after }],
        },
      },
    ])
    expect(place.inStore(store => store.stats())).toMatchObject({
      originals: 1,
      receipts: 2,
      tokensSaved: 2 * (before - after),
    })
  })

  it.each([
    ['a file that was read', { tool_name: 'Read', tool_input: { file_path: 'a.ts' } }],
    ['an original that was asked for', { tool_input: { command: 'fovea expand db_3f9a2c71d04b' } }],
    ['an original from a tool', { tool_name: 'mcp__fovea__expand' }],
    ['an image', { tool_response: { stdout: long, stderr: '', interrupted: false, isImage: true } }],
  ])('leave %s as it is', async (_, more) => {
    const event = outputEvents['Claude Code, Bash'](long)
    expect(await place.ask({ ...event, payload: { ...event.payload, ...more } })).toEqual({})
  })

  it('follow the size that was chosen', async () => {
    const event = outputEvents['opencode'](longOutput(60))
    expect(await place.ask(event)).toEqual({})
    const shown = shownIn(await place.ask(event, '--max-tokens', '400'))
    expect(exactCounter().count(shown)).toBeLessThanOrEqual(450)
  })

  it('hide secrets from search, and give them back', async () => {
    const secret = 'ghp_A7f9Kq2LmZ8xWc4TnB1vYs6RdE3uJh5GpQ0o'
    const text = `${long}token=${secret}\n`
    const [handle = ''] = handlesIn(shownIn(await place.ask(outputEvents['opencode'](text))))
    place.inStore(store => {
      expect(toText(store.get(handle))).toBe(text)
      expect(store.search(secret)).toEqual([])
      expect(store.search('ECONNREFUSED')).toHaveLength(1)
    })
  })
})

describe('commands', () => {
  it.each(['claude-code', 'codex'] as const)(
    'of %s are wrapped with all else that was passed',
    async host => {
      const { hookSpecificOutput: answer } = (await place.ask(
        commandEvent(host, "npm test -- 'a b'", { cwd: place.directory }),
      )) as {
        hookSpecificOutput: Record<string, unknown>
      }
      expect(answer).toMatchObject({ hookEventName: 'PreToolUse', permissionDecision: 'allow' })
      expect(answer['updatedInput']).toEqual({
        timeout: 120_000,
        command: expect.stringMatching(/ hook wrap --max-tokens 4000 -- 'npm test -- '\\''a b'\\'''$/),
      })
    },
  )

  it('stay as they are where a person is asked about them', async () => {
    for (const host of ['claude-code', 'codex'] as const)
      for (const permission_mode of ['default', 'acceptEdits', 'plan', 'dontAsk', undefined])
        expect(await place.ask(commandEvent(host, 'npm test', { permission_mode }))).toEqual({})
  })

  it('leave the decision to the person where they are wrapped all the same', async () => {
    const event = commandEvent('claude-code', 'npm test', {
      permission_mode: 'default',
      cwd: place.directory,
    })
    const answer = (await place.ask(event, '--wrap', 'always')) as { hookSpecificOutput: object }
    expect(answer.hookSpecificOutput).not.toHaveProperty('permissionDecision')
    expect(answer.hookSpecificOutput).toHaveProperty('updatedInput')
  })

  it('stay as they are where rules name commands', async () => {
    mkdirSync(place.path('.claude'))
    writeFileSync(place.path('.claude/settings.json'), '{"permissions":{"deny":["Bash(rm:*)"]}}')
    mkdirSync(place.path('.codex/rules'), { recursive: true })
    writeFileSync(place.path('.codex/rules/own.rules'), 'prefix_rule(pattern=["rm"], decision="forbidden")')
    for (const host of ['claude-code', 'codex'] as const)
      expect(await place.ask(commandEvent(host, 'rm -r x', { cwd: place.directory }))).toEqual({})
  })

  it('stay as they are where none may be wrapped', async () => {
    for (const host of ['claude-code', 'codex'] as const) {
      const event = commandEvent(host, 'npm test', { cwd: place.directory })
      expect(await place.ask(event, '--wrap', 'never')).toEqual({})
    }
  })

  it('run in the background by themselves', async () => {
    const tool_input = { command: 'npm start', run_in_background: true }
    expect(await place.ask(commandEvent('claude-code', 'npm start', { tool_input }))).toEqual({})
  })
})

describe('what is offered after a compaction', () => {
  it.each(Object.entries(compactionEvents))(
    'by %s is kept before it and offered once',
    async (_, { before, after }) => {
      // The address of a store need not be a path.
      const store = ['--store', `sqlite:${place.storePath}`]
      const transcript_path = place.path('session.jsonl')
      const line = (message: object) =>
        JSON.stringify({
          parentUuid: null,
          isSidechain: false,
          sessionId: '8c1f',
          uuid: 'u',
          type: 'user',
          message,
        })
      writeFileSync(
        transcript_path,
        `${line({ role: 'user', content: 'Fix the cart. Never edit the file prices.csv.' })}\n`,
      )
      expect(
        await place.ask({ ...before, payload: { ...before.payload, transcript_path } }, ...store),
      ).toEqual({})
      const first = JSON.stringify(await place.ask(after, ...store))
      expect(first).toContain('prices.csv')
      expect(first).toMatch(/ expand db_[0-9a-f]{12}#/)
      expect(await place.ask(after, ...store)).toEqual({})
    },
  )

  it('is read from the transcript where nothing was kept', async () => {
    const transcript_path = place.path('session.jsonl')
    writeFileSync(transcript_path, '{"role":"user","content":"Never edit the file prices.csv."}\n')
    const after = compactionEvents['claude-code']?.after as SampleEvent
    const answer = await place.ask({ ...after, payload: { ...after.payload, transcript_path } })
    expect(answer).toMatchObject({
      hookSpecificOutput: {
        hookEventName: 'SessionStart',
        additionalContext: expect.stringContaining('prices.csv'),
      },
    })
    expect(
      await place.ask({ ...after, payload: { ...after.payload, transcript_path, source: 'startup' } }),
    ).toEqual({})
  })

  it('goes with the next prompt of Gemini CLI where its session was compacted, once', async () => {
    const transcript_path = place.path('session.jsonl')
    const file = (...records: readonly object[]) =>
      writeFileSync(transcript_path, records.map(record => `${JSON.stringify(record)}\n`).join(''))
    const records = [
      { sessionId: '8c1f', startTime: '2026-05-01T10:00:00.000Z' },
      { id: '1', type: 'user', content: [{ text: 'Fix the cart. Never edit the file prices.csv.' }] },
      { id: '2', type: 'gemini', content: 'I will.' },
    ]
    const summary = (id: string) => ({
      $set: { messages: [{ id, type: 'user', content: [{ text: '<state_snapshot>…</state_snapshot>' }] }] },
    })
    const prompt = { ...geminiPrompt, payload: { ...geminiPrompt.payload, transcript_path } }
    file(...records)
    expect(await place.ask(prompt)).toEqual({})
    // Where nothing was compacted, not even the store is opened.
    expect(existsSync(place.storePath)).toBe(false)
    // A session that is resumed writes its history again, with answers of tools as entries of their own.
    const resumed = { id: '2 answer', type: 'user', content: [{ text: 'ok' }] }
    file(...records, { $set: { messages: [records[1], records[2], resumed] } })
    expect(await place.ask(prompt)).toEqual({})
    file(...records, summary('3'))
    expect(JSON.stringify(await place.ask(prompt))).toContain('prices.csv')
    expect(await place.ask(prompt)).toEqual({})
    file(...records, summary('3'), summary('4'))
    expect(JSON.stringify(await place.ask(prompt))).toContain('prices.csv')
  })

  it('is the view of a session that is long, without the instructions that its host repeats', async () => {
    const context = await afterCompaction('Fix the cart. Never edit the file prices.csv.')
    expect(context).toMatch(/^What this session was about .+/)
    expect(context).toMatch(/\[Condensed: \d+ earlier messages/)
    expect(context).toContain('Fix the cart. Never edit the file prices.csv.')
    expect(context).not.toContain('sandbox rule')
    expect(context.length).toBeLessThanOrEqual(9500)
  })

  it('is the ledger where no view is small enough', async () => {
    const pasted = Array.from({ length: 900 }, (_, at) => `row ${at} of the table costs ${at * 7919}`)
    // A request that nobody has worked on stays whole.
    const request = `Never edit the file prices.csv.\n${pasted.join('\n')}`
    const context = await afterCompaction('Fix the cart.', [request])
    expect(context).not.toContain('[Condensed: ')
    expect(context).toContain('prices.csv')
    expect(context).toMatch(/The words behind an entry: .+ expand db_[0-9a-f]{12}#/)
    expect(context.length).toBeLessThanOrEqual(9700)
  })

  /** What Codex is given after its session with this request, a few long outputs, and more requests. */
  async function afterCompaction(request: string, more: readonly string[] = []): Promise<string> {
    const transcript_path = place.path('session.jsonl')
    const said = (role: string, text: string) => ({
      type: 'message',
      role,
      content: [{ type: role === 'assistant' ? 'output_text' : 'input_text', text }],
    })
    const steps = Array.from({ length: 6 }, (_, step) => [
      {
        type: 'function_call',
        call_id: `c${step}`,
        name: 'shell',
        arguments: JSON.stringify({ command: ['npm', 'run', `step-${step}`] }),
      },
      { type: 'function_call_output', call_id: `c${step}`, output: longOutput(100) },
    ])
    const items = [
      said('developer', Array.from({ length: 900 }, (_, at) => `sandbox rule ${at} is in force`).join('\n')),
      said('user', request),
      ...steps.flat(),
      said('assistant', 'The cart is fixed.'),
      ...more.map(text => said('user', text)),
    ]
    const lines = [
      { type: 'session_meta', payload: { id: '8c1f', cwd: '/shop' } },
      ...items.map(payload => ({ type: 'response_item', payload })),
    ].map(line => JSON.stringify({ timestamp: '2026-05-01T10:00:00.000Z', ...line }))
    writeFileSync(transcript_path, `${lines.join('\n')}\n`)
    const { after } = compactionEvents['codex'] as { after: SampleEvent }
    const answer = await place.ask({ ...after, payload: { ...after.payload, transcript_path } })
    return (answer['hookSpecificOutput'] as { additionalContext: string }).additionalContext
  }

  it('joins the compaction of opencode', async () => {
    const messages = [
      { info: { role: 'user' }, parts: [{ type: 'text', text: 'Never edit the file prices.csv.' }] },
      {
        info: { role: 'assistant' },
        parts: [
          { type: 'step-start' },
          {
            type: 'tool',
            tool: 'bash',
            callID: 'c1',
            state: {
              status: 'completed',
              input: { command: 'npm test' },
              output: '1 failed',
              metadata: { exit: 3 },
            },
          },
        ],
      },
    ]
    const answer = await place.ask({
      host: 'opencode',
      event: 'experimental.session.compacting',
      payload: { sessionID: 's', messages },
    })
    expect(answer).toEqual({ context: [expect.stringContaining('prices.csv')] })
    expect(JSON.stringify(answer)).toContain('ran `npm test` → exit 3')
  })
})

describe('whatever a host sends', () => {
  const log = () =>
    existsSync(place.path('data/hooks.log')) ? readFileSync(place.path('data/hooks.log'), 'utf8') : ''
  const raw = (host: string, event: string, input: string, env = {}) =>
    runHook({ host, event, input: async () => input, settings: place.settings(), env })

  it.each([
    ['an unknown host', 'emacs', 'PostToolUse', '{}'],
    ['an unknown event', 'claude-code', 'PostLunch', '{}'],
    ['an event that is a property of all objects', 'claude-code', 'constructor', '{}'],
    ['JSON that is cut off', 'claude-code', 'PostToolUse', '{"tool_response":{"stdout":"password hunter2'],
    ['no JSON', 'claude-code', 'PostToolUse', 'hunter2 is what it printed'],
    ['no object', 'codex', 'PreToolUse', '[1]'],
    ['nothing', 'gemini-cli', 'AfterTool', ''],
  ])('%s changes nothing and is noted', async (_, host, event, input) => {
    expect(await raw(host, event, input)).toBe('')
    expect(log()).toContain(`${host} ${event}: `)
    expect(log()).not.toContain('hunter2')
  })

  it('fields that are missing or odd change nothing', async () => {
    const odd = fc.oneof(
      fc.constant({}),
      fc.object({ maxDepth: 2 }),
      fc.dictionary(
        fc.constantFrom(
          'tool_name',
          'tool_input',
          'tool_response',
          'session_id',
          'transcript_path',
          'source',
          'content',
          'output',
          'messages',
          'permission_mode',
          '__proto__',
        ),
        fc.jsonValue({ maxDepth: 3 }),
      ),
    )
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...hostNames), odd, async (host, payload) => {
        for (const event of Object.keys(loadedHost(host).events))
          expect(await raw(host, event, JSON.stringify(payload))).toBe('')
      }),
      { numRuns: 60 },
    )
  })

  it.each([
    ['a server', 'postgres://me:hunter2@127.0.0.1:1/fovea?spill=none'],
    ['memory', 'memory:'],
  ])('a failure with a store in %s is noted beside the default store', async (_, store) => {
    vi.stubEnv('XDG_DATA_HOME', place.path('share'))
    const cwd = vi.spyOn(process, 'cwd').mockReturnValue(place.directory)
    onTestFinished(() => cwd.mockRestore())
    expect(await place.ask(outputEvents['Claude Code, Bash'](long), '--store', store)).toEqual({})
    const noted = readFileSync(place.path('share/fovea/hooks.log'), 'utf8')
    expect(noted).toContain('claude-code PostToolUse: ')
    expect(noted).not.toContain('hunter2')
    expect(readdirSync(place.directory)).toEqual(['share'])
  })

  it('an output that cannot be kept is not replaced', async () => {
    mkdirSync(place.path('data'))
    writeFileSync(
      place.storePath,
      'this is no database, and it is longer than a header of one would be. '.repeat(20),
    )
    chmodSync(place.storePath, 0o400)
    expect(await place.ask(outputEvents['Claude Code, Bash'](long))).toEqual({})
    expect(log()).toMatch(/PostToolUse: store-/)
    expect(log()).not.toContain('GET /items')
  })

  it('nothing happens where hooks are off', async () => {
    const { payload } = outputEvents['opencode'](long)
    for (const FOVEA_HOOKS of ['off', '0', 'FALSE'])
      expect(await raw('opencode', 'tool.execute.after', JSON.stringify(payload), { FOVEA_HOOKS })).toBe('')
    expect(existsSync(place.storePath)).toBe(false)
  })
})
