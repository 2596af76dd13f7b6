import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { compressSync } from '../../src/compress.ts'
import { memoryStore } from '../../src/store/memory-store.ts'
import { strategies } from '../../src/strategies/index.ts'
import { readTranscript } from '../../src/transcripts/read-transcript.ts'

/** A second copy of the sources, whose measured blocks are frozen. */
const hooks = registerHooks({
  resolve(specifier, context, next) {
    const isCopied = /[?]frozen$/.test(context.parentURL ?? '') && specifier.startsWith('.')
    if (!isCopied) return next(specifier, context)
    return specifier.endsWith('/measure.ts')
      ? next(new URL('./frozen-measure.ts', import.meta.url).href, context)
      : next(`${specifier}?frozen`, context)
  },
})
afterAll(() => hooks.deregister())

const copy: string = '../../src/compress.ts?frozen'
const frozen = (await import(copy)) as { readonly compressSync: typeof compressSync }

const fixtures = [
  'examples/session.jsonl',
  'test/fixtures/transcripts/claude-code-compaction.jsonl',
  'test/fixtures/transcripts/claude-code.jsonl',
  'test/fixtures/transcripts/swe-agent-tools.traj',
]
const rules =
  '<system-reminder>\nContents of /project/CLAUDE.md:\n\nNever edit generated files.\n</system-reminder>\nGo on.'

describe.each(fixtures)('blocks of %s', fixture => {
  const reading = readTranscript(join(import.meta.dirname, '../..', fixture))

  it.each(strategies.map(({ name }) => name))('are changed by no stage under %s', async strategy => {
    const { format, messages } = await reading
    const views = [compressSync, frozen.compressSync].map(compressed => {
      const options = { format, strategy, budget: '40%', store: memoryStore(), strict: true } as const
      const first = compressed([...messages, { role: 'user', content: rules }], options).messages
      return compressed([...first, { role: 'user', content: 'And now the tests.' }], options).messages
    })
    expect(views[1]).toEqual(views[0])
  })
})
