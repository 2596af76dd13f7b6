import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { speaksOfError } from '../../src/reduce/line-shape.ts'
import { proseBudget, summarizeProse } from '../../src/reduce/summarize-prose.ts'
import { structuredOutput, summarizeStructured } from '../../src/reduce/summarize-structured.ts'
import { entities } from '../../src/scan/entities.ts'
import { sentences } from '../../src/scan/sentences.ts'

const corpus = join(import.meta.dirname, '../../../shared/corpus')

function textsIn(folder: string): readonly string[] {
  return readdirSync(join(corpus, folder), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && entry.name !== 'index.jsonl')
    .map(({ parentPath, name }) => {
      const bytes = readFileSync(join(parentPath, name))
      return (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString()
    })
}

describe.skipIf(!existsSync(corpus))('real texts (the corpus is not part of the repository)', () => {
  const texts = existsSync(corpus) ? [...textsIn('command-outputs'), ...textsIn('memory-files')] : []

  it('are many', () => {
    expect(texts.length).toBeGreaterThan(300)
  })

  it('are covered by their sentences, and hold their entities where they say', () => {
    for (const text of texts) {
      expect(
        sentences(text)
          .map(({ start, end }) => text.slice(start, end))
          .join('') === text,
      ).toBe(true)
      expect(entities(text).filter(({ start, text: name }) => !text.startsWith(name, start))).toEqual([])
    }
  })

  it('have summaries within their budgets, with an error line where there is one', () => {
    let [failed, shown] = [0, 0]
    for (const text of texts) {
      const budget = proseBudget(text.length)
      const summary =
        structuredOutput(text) !== undefined
          ? summarizeStructured(text, budget)
          : summarizeProse(text, budget)
      expect(summary.length).toBeLessThanOrEqual(budget)
      expect(summary.isWellFormed()).toBe(text.isWellFormed())
      const errors = text.split('\n').filter(line => speaksOfError(line.trim()))
      if (errors.length === 0) continue
      failed += 1
      if (errors.some(line => summary.includes(line.trim().slice(0, 20)))) shown += 1
    }
    expect(failed).toBeGreaterThan(20)
    expect(shown / failed).toBeGreaterThan(0.9)
  })
})
