import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { compress, compressRequest, compressSync, memoryStore, type Note } from '../src/index.ts'

const root = join(import.meta.dirname, '..')
const messages = [{ role: 'user', content: 'What went wrong in src/a.ts? '.repeat(200) }]

describe('onNote', () => {
  it('hears of a misspelt option, of a budget that is missed, and of nothing else', async () => {
    const heard: Note[] = []
    const onNote = (note: Note): void => void heard.push(note)
    await compress(messages, { bugdet: 5, onNote } as object)
    compressSync(messages, { budgets: 5, onNote } as object)
    await compressRequest({ nothing: true }, { onNote })
    expect(heard.map(({ code }) => code)).toEqual(['invalid-option', 'invalid-option', 'unknown-format'])
    heard.length = 0
    const { receipt } = await compress(messages, { budget: 5, onNote })
    expect(receipt.budget?.met).toBe(false)
    expect(heard.map(({ code }) => code)).toEqual([...receipt.notes.map(({ code }) => code), 'budget-missed'])
    expect(heard.at(-1)?.message).toMatch(
      /^The budget of 5 tokens is missed: what may not be left out takes \d+\.$/,
    )
    heard.length = 0
    await compress(messages, { budget: 99_999, onNote })
    expect(heard).toEqual([])
  })
})

describe('the note that earlier views were restored', () => {
  const history = Array.from({ length: 40 }, (_, step) => ({
    role: step % 2 === 0 ? 'user' : 'assistant',
    content: `Step ${step}: ${Array.from({ length: 60 }, (_, word) => `word${step}x${word}`).join(' ')}`,
  }))

  it.each([undefined, async () => 'In short.'])('is kept with a model and without: %s', async summarizer => {
    const store = memoryStore()
    const view = await compress(history, { strategy: 'partition', budget: '60%', store })
    const model = { model: { summarizer } }
    const { receipt } = await compress(view.messages, { strategy: 'partition', budget: 400, store, ...model })
    expect(receipt.notes.map(({ code }) => code)).toContain('earlier-views-restored')
  })
})

describe('the notes about a classifier', () => {
  it('stay beside those about a summarizer', async () => {
    const history = Array.from({ length: 12 }, (_, step) => ({
      role: step % 2 === 0 ? 'user' : 'assistant',
      content: `Part ${step}: ${`the service ${step} answers slowly while its cache is cold. `.repeat(30)}`,
    }))
    const { receipt } = await compress(history, {
      strategy: 'rules',
      model: {
        classifier: async () => ({ decision: 'compress', confidence: 0.9 }),
        summarizer: async () => 'The service answers slowly.',
      },
    })
    expect(receipt.notes.map(({ code }) => code)).toEqual(['classification-compress', 'summary-accepted'])
  })
})

describe('in development', () => {
  /** What a program prints to standard error. */
  const warned = (environment: string | undefined, options: string): string => {
    const script = `
      import { compress } from 'fovea'
      const messages = ${JSON.stringify(messages)}
      for (let round = 0; round < 3; round += 1) await compress(messages, ${options})`
    const { stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, NODE_ENV: environment },
    })
    return stderr
  }

  it('one warning a process says what is easily overlooked', () => {
    const misspelt = warned(undefined, '{ bugdet: 5 }')
    expect(misspelt.match(/FoveaWarning/g)).toHaveLength(1)
    expect(misspelt).toContain(
      '[invalid-option] FoveaWarning: There is no option bugdet; did you mean budget?',
    )
    expect(warned('development', '{ budget: 5 }')).toContain(
      '[budget-missed] FoveaWarning: The budget of 5 tokens',
    )
  })

  it('there is none in production, for who listens, for who is strict, and where all is well', () => {
    expect(warned('production', '{ bugdet: 5 }')).toBe('')
    expect(warned(undefined, '{ budget: 5, onNote: () => {} }')).toBe('')
    expect(warned(undefined, '{ budget: 5, strict: true }')).toBe('')
    expect(warned(undefined, '{ budget: 5000 }')).toBe('')
  })
})
