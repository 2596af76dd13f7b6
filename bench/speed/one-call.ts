/** One call in a process of its own, by the built package: `node one-call.ts compress|count|prune|none FILE`. */
import { readFileSync } from 'node:fs'

const [, , call, file = ''] = process.argv
const { messages, format } = JSON.parse(readFileSync(file, 'utf8')) as { messages: unknown[]; format: string }
const work = await prepared()
const start = process.cpuUsage()
const begun = performance.now()
work()
const wallMs = performance.now() - begun
const { user, system } = process.cpuUsage(start)
process.stdout.write(JSON.stringify({ cpuMs: (user + system) / 1000, wallMs }))

/** What the call needs is imported; what it does is still to be done. */
async function prepared(): Promise<() => unknown> {
  const built = new URL('../../dist/index.js', import.meta.url).href
  if (call === 'compress') {
    const { compressSync } = (await import(built)) as typeof import('../../src/index.ts')
    return () => compressSync(messages, { format, budget: '15%', strict: true })
  }
  if (call === 'count') {
    const { countTokens } = await import('gpt-tokenizer/encoding/o200k_base')
    const texts = textsIn(messages)
    return () => texts.reduce((sum, text) => sum + countTokens(text, { disallowedSpecial: new Set() }), 0)
  }
  if (call === 'prune') {
    const { pruneMessages } = await import('ai')
    const { countTokens } = await import('gpt-tokenizer/encoding/o200k_base')
    const { formatNamed } = await import('../../src/formats/index.ts')
    const { aiSdk } = await import('../../src/formats/ai-sdk.ts')
    const given = aiSdk.create(formatNamed(format).read(messages)) as Parameters<
      typeof pruneMessages
    >[0]['messages']
    return () => {
      const total = countTokens(JSON.stringify(given))
      let keep = given.length
      const pruned = () =>
        pruneMessages({ messages: given, toolCalls: `before-last-${keep}-messages`, emptyMessages: 'remove' })
      while (keep > 1 && countTokens(JSON.stringify(pruned())) > 0.15 * total) keep >>= 1
      return pruned()
    }
  }
  if (call !== 'none') throw new Error(`There is no call ${call}.`)
  await import(built)
  return () => undefined
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(textsIn) : []
}
