import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compress } from '../../../src/compress.ts'
import { compressRequest } from '../../../src/compress-request.ts'
import { shortSession } from '../../short-session.ts'
import { type Workplace, workplace } from './run-fovea.ts'

const root = join(import.meta.dirname, '../../..')
const example = shortSession()

let place: Workplace
beforeAll(() => {
  place = workplace()
})
afterAll(() => place.remove())

const numberIn = (text: string, pattern: RegExp): number =>
  Number(pattern.exec(text)?.[1]?.replaceAll(',', ''))

/** A log whose system text is no message. */
function clineSession(): string {
  const recorded = JSON.parse(readFileSync(join(root, 'test/fixtures/transcripts/cline.json'), 'utf8'))
  recorded.system_prompt = 'You are a careful engineer. '.repeat(100)
  const file = place.path('cline.json')
  writeFileSync(file, JSON.stringify(recorded))
  return file
}

function requestBody(): string {
  const file = place.path('request.json')
  const tools = [{ name: 'read', description: 'Reads a file. '.repeat(60), input_schema: { type: 'object' } }]
  const messages = [
    { role: 'user', content: 'What is in it? '.repeat(300) },
    { role: 'assistant', content: 'Words. '.repeat(300) },
    { role: 'user', content: 'And now?' },
  ]
  writeFileSync(file, JSON.stringify({ model: 'claude-opus-4-6', system: 'Be brief.', tools, messages }))
  return file
}

describe('one count of what a session takes', () => {
  it.each([
    ['a session', () => example],
    ['a session with system text', clineSession],
    ['a request body with tools', requestBody],
  ])(
    '%s',
    async (_, fileOf) => {
      const file = fileOf()
      const { stdout } = await place.fovea(['inspect', file, '--json'])
      const { tokens, roles, kinds, overhead, systemAndToolTokens } = JSON.parse(stdout)
      expect(tokens.exact).toBe(true)
      for (const shares of [roles, kinds])
        expect(
          shares.reduce((sum: number, share: { tokens: number }) => sum + share.tokens, 0) +
            overhead +
            systemAndToolTokens,
        ).toBe(tokens.tokens)
      expect(systemAndToolTokens > 0).toBe(file !== example)

      const shown = (await place.fovea(['inspect', file])).stdout
      const rows = /\nBy role\n((?: {2}.+\n)+)/.exec(shown)?.[1]?.trimEnd().split('\n') ?? []
      const total = rows.reduce((sum, row) => sum + numberIn(row, /^ {2}\D+ {2,}([\d,]+) /), 0)
      expect(total).toBe(tokens.tokens)

      for (const budget of [[], ['-b', '60%'], ['-b', '9000']]) {
        const compressed = await place.fovea(['compress', file, ...budget, '-o', place.path('view.json')])
        expect(numberIn(compressed.stderr, /\n {2}before +([\d,]+) /)).toBe(tokens.tokens)
      }
      const observed = await place.fovea(['observe', file, '-o', place.path('observed.md')])
      expect(numberIn(observed.stderr, /\n {2}before +([\d,]+) /)).toBe(tokens.tokens)
      const evaluated = await place.fovea(['evaluate', file, '--json', '-b', '15%'])
      const { transcripts } = JSON.parse(evaluated.stdout)
      for (const summary of transcripts) expect(summary.tokens).toBe(tokens.tokens)
    },
    60_000,
  )

  it('a budget in tokens is for the messages of a session, and the line says what comes on top', async () => {
    const { stderr } = await place.fovea(['compress', clineSession(), '-b', '300', '--dry-run'])
    expect(stderr).toMatch(/\nbudget: 300, and 601 of system text and tools: 901 tokens, /)
  })
})

describe('a share', () => {
  const history = Array.from({ length: 12 }, (_, at) => ({
    role: at % 2 === 0 ? ('user' as const) : ('assistant' as const),
    content: `Message ${at}: ${Array.from({ length: 120 }, (_, word) => `word${at}x${word}`).join(' ')}`,
  }))
  const system = 'You are a careful engineer. '.repeat(200)

  it('is of what may be compressed: system text takes nothing of it', async () => {
    const alone = await compress(history, { budget: '30%', exactCounts: true })
    const { share } = alone.receipt.budget ?? {}
    expect(share).toEqual({
      part: 0.3,
      compressible: alone.receipt.tokens.before.tokens,
      systemAndToolTokens: 0,
    })
    const withSystem = await compressRequest(
      { system, messages: history },
      { budget: '30%', exactCounts: true, format: 'anthropic' },
    )
    const { tokens, budget } = withSystem.receipt
    const fixed = budget?.share?.systemAndToolTokens ?? 0
    expect(fixed).toBeGreaterThan(900)
    expect(tokens.before.tokens).toBe((budget?.share?.compressible ?? 0) + fixed)
    expect(budget?.tokens).toBe(Math.floor(0.3 * (budget?.share?.compressible ?? 0)) + fixed)
    expect(tokens.after.tokens - fixed).toBeGreaterThan(0.25 * (budget?.share?.compressible ?? 0))
  })

  it('counts a system message as system text', async () => {
    const { receipt } = await compress([{ role: 'system' as const, content: system }, ...history], {
      budget: '30%',
    })
    expect(receipt.budget?.share?.systemAndToolTokens).toBeGreaterThan(900)
    expect(receipt.budget?.met).toBe(true)
  })
})
