import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Signature } from '../../../../src/reduce/content/code/language.ts'
import { languageOfLines, languageOfName } from '../../../../src/reduce/content/code/language-of.ts'
import { lexLines } from '../../../../src/reduce/content/code/lex-lines.ts'
import { scanSignatures } from '../../../../src/reduce/content/code/scan-signatures.ts'
import { otherPrograms, programs } from './programs.ts'
import { treeSitterSignatures } from './tree-sitter-signatures.ts'

function scan(path: string, text: string): readonly Signature[] {
  const lines = text.split('\n')
  const language = languageOfName(path) ?? languageOfLines(lines)
  return scanSignatures(lines, language, lexLines(lines, language.lexing))
}

async function parse(path: string, text: string): Promise<readonly Signature[]> {
  const read = await treeSitterSignatures(path)
  if (read === undefined) throw new Error(`no grammar for ${path}`)
  return read(text)
}

/** How many of the first lines that `known` has `found` has too. */
function sharedLines(known: readonly Signature[], found: readonly Signature[]): number {
  const lines = new Set(found.map(({ first }) => first))
  return known.filter(({ first }) => lines.has(first)).length
}

describe('the plain scanner', () => {
  it.each([...programs, ...otherPrograms])('finds the signatures of $path', ({ path, text, heads }) => {
    const lines = text.split('\n')
    expect(scan(path, text).map(({ first }) => lines[first]?.trim())).toEqual(heads)
  })

  // So short a style sheet could be anything.
  it.each(programs.filter(({ path }) => path !== 'site.css'))(
    'tells the language of $path by its words',
    ({ path, text }) => {
      expect(languageOfLines(text.split('\n')).name).toBe(languageOfName(path)?.name)
    },
  )

  it.each(programs)('finds at least nine of ten that tree-sitter finds in $path', async ({ path, text }) => {
    const known = await parse(path, text)
    expect(known.length).toBeGreaterThan(1)
    expect(sharedLines(known, scan(path, text))).toBeGreaterThanOrEqual(known.length * 0.9)
  })

  it('finds at least nine of ten that tree-sitter finds in the source of this project', async () => {
    const root = join(import.meta.dirname, '../../../../src')
    let known = 0
    let shared = 0
    let equal = 0
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(one => one.endsWith('.ts'))
    for (const path of files.toSorted().filter((_, at) => at % 16 === 0)) {
      const text = readFileSync(join(root, path), 'utf8')
      const [parsed, scanned] = [await parse(path, text), scan(path, text)]
      known += parsed.length
      shared += sharedLines(parsed, scanned)
      const ends = new Map(scanned.map(({ first, end }) => [first, end]))
      equal += parsed.filter(({ first, end }) => ends.get(first) === end).length
    }
    expect(known).toBeGreaterThan(300)
    expect(shared / known).toBeGreaterThanOrEqual(0.98)
    expect(equal / known).toBeGreaterThanOrEqual(0.95)
  })
})
