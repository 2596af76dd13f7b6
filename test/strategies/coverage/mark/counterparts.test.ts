import { describe, expect, it } from 'vitest'
import { counterparts } from '../../../../src/strategies/coverage/mark/counterparts.ts'
import type { Message } from '../../../../src/types.ts'
import { say, text } from '../../../formats/neutral-messages.ts'
import { step } from '../../partition/session.ts'
import { offersIn } from '../measured.ts'

/** Each line that is shown with another, and that one. */
function pairs(lines: readonly string[], isProgram = true): readonly string[] {
  const texts = lines.map(line => line.slice(1))
  const labels = lines.map(line => line.charAt(0))
  const isShown = (at: number): boolean => texts[at]?.trim() !== '}'
  return counterparts({ texts, labels, isShown }, { first: 0, end: lines.length }, isProgram).map(
    ({ line, needed }) => `${lines[line]} → ${lines[needed]}`,
  )
}

describe('counterparts', () => {
  it('shows what is gone with what took its place', () => {
    expect(pairs(['-a = 1', '-b = 1', '-c = 1', '+a = 2', '+b = 2'])).toEqual([
      '-a = 1 → +a = 2',
      '-b = 1 → +b = 2',
      '-c = 1 → +b = 2',
    ])
    expect(pairs(['-total := sumOf(rows)', '+if rows == nil {', '+total := sumOf(own)'])[0]).toBe(
      '-total := sumOf(rows) → +total := sumOf(own)',
    )
    expect(pairs(['-a = 1', '+}', '-b = 1', '+b = 2'])).toEqual(['-b = 1 → +b = 2'])
    expect(pairs(['+a = 2', '-b = 1'])).toEqual([])
  })

  it('shows a comment with the code right below it', () => {
    expect(pairs(['+// Rows without a key.', '+}', '+rows.clear()'])).toEqual([
      '+// Rows without a key. → +rows.clear()',
    ])
    expect(pairs(['+#include <rows.h>', '+int rows;'])).toEqual([])
    expect(pairs(['+// One', '+// Two'])).toEqual([])
    expect(pairs(['+# Rows', '+Each row has a key.'], false)).toEqual([])
    expect(pairs(['+// Far', '+}', '+}', '+}', '+}', '+rows.clear()'])).toEqual([])
  })
})

describe('counterparts of statements', () => {
  it('are the lines that open the blocks which they are in', () => {
    expect(
      pairs([
        '+function load(path) {',
        '+  const options = {',
        '+    path: root,',
        '+  }',
        '+  read(options)',
        '+}',
        '+const limit = 2',
      ]),
    ).toEqual([
      '+  const options = { → +function load(path) {',
      '+    path: root, → +  const options = {',
      '+  read(options) → +function load(path) {',
    ])
    expect(pairs(['+for row in rows:', '+    print(row)'])).toEqual(['+    print(row) → +for row in rows:'])
  })

  it('are what a line with a closing bracket goes on with', () => {
    expect(pairs(['+func load(', '+\tpath string,', '+) error {', '+\tread(path)'])).toEqual([
      '+\tpath string, → +func load(',
      '+) error { → +func load(',
      '+\tread(path) → +) error {',
    ])
  })

  it('are lines that stay as they were, which part no others', () => {
    expect(pairs(['-  limit: 1,', ' const options = {', '+  limit: 2,', '+  path: root,'])).toEqual([
      '-  limit: 1, → +  limit: 2,',
      '+  limit: 2, →  const options = {',
      '+  path: root, →  const options = {',
    ])
  })

  it('are none where lines between them are not of the edit, nor in a text for people', () => {
    expect(pairs(['+const first = 1', '+    path: root,'])).toEqual([])
    expect(pairs(['+Parts:', '+  - the reader'], false)).toEqual([])
  })
})

describe('an edit', () => {
  const edit = (path: string, old_string: string, new_string: string): readonly Message[] =>
    step(path, {
      name: 'Edit',
      args: { file_path: path, old_string, new_string },
      result: `The file ${path} has been updated.`,
    })
  const offered = (...said: readonly Message[]) => offersIn([say('user', text('Go on.')), ...said]).candidates

  it('says nothing by its title alone, but for the last ones', () => {
    const paths = ['a.ts', 'b.ts', 'c.ts', 'd.ts']
    const candidates = offered(...paths.flatMap(path => edit(path, '', 'const limit = readLimit()')))
    const titles = candidates.filter(({ text }) => text.startsWith('Edit '))
    expect(titles.map(({ text, isUninformative }) => [text, isUninformative])).toEqual([
      ['Edit a.ts', true],
      ['Edit b.ts', true],
      ['Edit c.ts', false],
      ['Edit d.ts → applied', false],
    ])
  })

  it('shows a fragment with the line that it is part of, which it left as it was', () => {
    const before = 'const options = {\n  path: root,\n}'
    const candidates = offered(...edit('a.ts', before, before.replace('}', '  limit: 12,\n}')))
    const opening = candidates.findIndex(({ label }) => label === ' ')
    expect(candidates[opening]?.text).toBe('const options = {')
    expect(candidates[opening]?.isUninformative).toBe(true)
    expect(candidates.find(({ label }) => label === '+')?.under).toBe(opening)
  })

  it('shows what it took out under what it put in', () => {
    const candidates = offered(...edit('a.ts', 'const limit = 1000', 'const limit = readLimit()'))
    const gone = candidates.find(({ label }) => label === '-')
    expect(candidates[gone?.under ?? -1]?.text).toBe('const limit = readLimit()')
  })
})
