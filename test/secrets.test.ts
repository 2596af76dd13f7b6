/** Secrets in texts that replace messages: masked unless the caller wants them shown; the originals keep them. */
import { describe, expect, it } from 'vitest'
import { compress, compressSync } from '../src/compress.ts'
import { expand } from '../src/expand.ts'
import { reduceOutput } from '../src/reduce/shorten-output/reduce-output.ts'
import { handlesIn } from '../src/scan/marker.ts'
import { createSession } from '../src/session/session.ts'
import { memoryStore } from '../src/store/memory-store.ts'
import { strategyNames } from '../src/strategies/index.ts'
import { uncompressSync } from '../src/uncompress.ts'

const password = 'Tr0ub4dor3x'
const token = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`
const secrets = [password, token]

/** Secrets in what the user, the agent and its tools said. */
function conversation(): { role: string; content: string }[] {
  const filler = (at: number) =>
    `Step ${at}: the lamp in room ${at * 7} was moved and shutter ${at} was closed. `
  return Array.from({ length: 24 }, (_, at) => ({
    role: at % 2 === 0 ? 'user' : 'assistant',
    content: [
      filler(at).repeat(6),
      at === 4 ? `Use DB_PASSWORD=${password} for the shop database.` : '',
      at === 7 ? `I decided to export GITHUB_TOKEN=${token} in deploy.sh, because CI needs it.` : '',
      at === 9 ? `Error: login failed with password="${password}" in src/login.ts` : '',
      filler(at + 100).repeat(6),
    ].join('\n'),
  }))
}

const viewText = (messages: readonly { content: string }[], from: readonly { content: string }[]): string =>
  messages
    .filter(message => !from.includes(message))
    .map(({ content }) => content)
    .join('\n')

describe('secrets in a view', () => {
  it.each(strategyNames())('are masked in whatever replaces messages, and come back: %s', strategy => {
    for (const budget of [400, 900, 2000, 3500]) {
      const messages = conversation()
      const { messages: view, originalsByHash } = compressSync(messages, { strategy, budget, strict: true })
      const written = viewText(view, messages)
      for (const secret of secrets) expect(written).not.toContain(secret)
      expect(uncompressSync(view, originalsByHash).messages).toEqual(messages)
    }
  })

  it('are marked as the ledger marks them, and shown where the caller wants it', () => {
    const messages = conversation()
    const options = { budget: 3200, focus: `DB_PASSWORD GITHUB_TOKEN login` }
    const masked = viewText(compressSync(messages, options).messages, messages)
    expect(masked).toMatch(/DB_PASSWORD=\[secret:password:[0-9a-f]{4}\]/)
    const shown = viewText(compressSync(messages, { ...options, secrets: 'show' }).messages, messages)
    expect(shown).toContain(password)
    expect(() => compressSync(messages, { secrets: 'some' as 'show', strict: true })).toThrow(/secrets/)
  })

  it('are one call away', async () => {
    const store = memoryStore()
    const messages = conversation()
    const { messages: view } = await compress(messages, { budget: 900, store })
    const [handle = ''] = handlesIn(viewText(view, messages))
    const whole = await expand(handle, store)
    for (const secret of secrets)
      expect(JSON.parse(whole)).toSatisfy(said => JSON.stringify(said).includes(secret))
  })

  it('are masked in a tool output that is shortened', async () => {
    const text = [
      `export TOKEN=${token}`,
      ...Array.from({ length: 4000 }, (_, at) => `line ${at} of the build went by in ${at * 3} ms`),
      `ERROR login failed: password="${password}"`,
    ].join('\n')
    const short = reduceOutput({ text }, { maxTokens: 500 })
    expect(short?.text).toContain('[secret:password:')
    for (const secret of secrets) expect(short?.text).not.toContain(secret)
    expect(short?.original.text).toBe(text)
    expect(reduceOutput({ text }, { maxTokens: 500, secrets: 'show' })?.text).toContain(password)
    const history = [
      { role: 'user', content: 'Build it.' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          { id: 'a', type: 'function', function: { name: 'bash', arguments: '{"command":"make"}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'a', content: text },
    ]
    const session = createSession()
    const step = await session.step(history)
    const sent = JSON.stringify(step)
    expect(sent.length).toBeLessThan(text.length / 2)
    for (const secret of secrets) expect(sent).not.toContain(JSON.stringify(secret).slice(1, -1))
  })
})
