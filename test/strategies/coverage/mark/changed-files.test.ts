/** What a digest offers of files that were changed after they were read, and of edits that failed first. */
import { describe, expect, it } from 'vitest'
import { measure } from '../../../../src/measure/measure.ts'
import { conversationFacts } from '../../../../src/strategies/coverage/facts/conversation-facts.ts'
import { candidatesOf } from '../../../../src/strategies/coverage/mark/candidates-of.ts'
import { digestParts } from '../../../../src/strategies/coverage/render/digest-parts.ts'
import type { Message } from '../../../../src/types.ts'
import { step } from '../../partition/session.ts'
import { offersIn } from '../measured.ts'

const file_path = '/w/src/tax.ts'
const lines = [
  'const rate = 19',
  'export function taxOf(amount: number) {',
  '  return amount * rate / 100',
  '}',
]
const read = (id: string, from = 1): readonly Message[] =>
  step(id, {
    name: 'Read',
    args: { file_path },
    result: lines.map((line, at) => `${String(from + at).padStart(6)}→${line}`).join('\n'),
  })
const edit = (id: string, old_string: string, new_string: string, result = 'Updated.') =>
  step(id, { name: 'Edit', args: { file_path, old_string, new_string }, result })
const lookAround = step('look', { name: 'Bash', args: { command: 'ls' }, result: 'src' })
const source = { first: 0, messages: 4, tokens: 99, hash: 'a1b2c3d4'.repeat(8) }

function shownOf(messages: readonly Message[], message: number): string {
  const offers = offersIn(messages)
  const chosen = offers.candidates.flatMap(({ section, isUninformative }, at) =>
    offers.sections[section]?.message === message && !isUninformative ? [at] : [],
  )
  return digestParts(source, offers, chosen)
    .slice(1)
    .map(({ text }) => text)
    .join('\n')
}

describe('of a file that an edit changed after it was read', () => {
  const removal = edit('b', lines.slice(1).join('\n'), '')

  it('says so, without numbers that may have moved and lines that are gone', () => {
    expect(shownOf([...read('a', 7), ...lookAround], 1)).toContain('7 const rate = 19')
    expect(shownOf([...read('a', 7), ...removal], 1)).toBe(
      '#2 → …/tax.ts [1/4 lines, changed since]\nconst rate = 19',
    )
  })

  it('says so above a report with numbers of its lines', () => {
    const report = '- **File**: `src/tax.ts`\n- **Rate**: `rate` is set on line 1\n- It has no tests'
    const args = { subagent_type: 'Explore', description: 'Find the rate', prompt: 'Where is it?' }
    const found = step('r', { name: 'Task', args, result: report })
    expect(shownOf([...found, ...lookAround], 1)).not.toContain('changed since')
    expect(shownOf([...found, ...removal], 1)).toContain('tax.ts changed since]')
  })

  it('knows the edits of messages that stay as they are', () => {
    const messages = [...read('a', 7), ...removal]
    const ranker = { name: 'characters', exact: true, count: (text: string): number => text.length }
    const measured = measure(messages, { ranker, pins: [], preservePatterns: [] })
    const { candidates, sections } = candidatesOf(
      conversationFacts(messages),
      measured.filter(({ message }) => message < 2),
    )
    expect(sections[1]?.isChanged).toBe(true)
    expect([...candidates].find(({ text }) => text === lines[1])?.isUninformative).toBe(true)
    expect([...candidates].find(({ text }) => text === lines[0])?.isUninformative).toBe(false)
  })

  it('says nothing of the kind where the edit came before', () => {
    expect(shownOf([...removal, ...read('a')], 3)).not.toContain('changed since')
  })
})

describe('what a diff showed of a file that was changed later', () => {
  const [rate, signature, product] = lines as [string, string, string]
  const hunk = [
    'diff --git a/src/tax.ts b/src/tax.ts',
    'index 1a2b3c4..5d6e7f8 100644',
    '--- a/src/tax.ts',
    '+++ b/src/tax.ts',
    '@@ -1,4 +1,4 @@',
    ` ${rate}`,
    '-export function taxFor(amount: number) {',
    `+${signature}`,
    '-  return amount * 0.19',
    `+${product}`,
    ' }',
  ]
  const diff = step('a', { name: 'Bash', args: { command: 'git diff' }, result: hunk.join('\n') })
  const removal = edit('b', product, '  return product(amount)')

  it('lacks added lines that are gone, with those that they had replaced, and names the file', () => {
    const shown = shownOf([...diff, ...removal], 1)
    expect(shown).toContain('tax.ts changed since]')
    expect(shown).toContain(`+${signature}`)
    expect(shown).not.toContain(product)
    expect(shown).not.toContain('0.19')
  })

  it('is shown as it is where the edit came before', () => {
    const shown = shownOf([...removal, ...diff], 3)
    expect(shown).not.toContain('changed since')
    expect(shown).toContain(`+${product}`)
    expect(shown).toContain('0.19')
  })
})

describe('what a search found in a file that was changed later', () => {
  const [, signature, product] = lines as [string, string, string]
  const removal = edit('b', product, '  return product(amount)')
  const search = (args: Readonly<Record<string, string>>, result: string): readonly Message[] =>
    step('a', { name: 'Grep', args, result })

  it('names the file, and leaves out lines that are gone', () => {
    const hits = [`src/tax.ts:2:${signature}`, `src/tax.ts:3:${product}`, 'src/bill.ts:9:taxOf(net)']
    const found = search({ pattern: 'tax|amount' }, hits.join('\n'))
    expect(shownOf([...found, ...lookAround], 1)).toContain(`3: ${product.trim()}`)
    const shown = shownOf([...found, ...removal], 1)
    expect(shown).toContain('[2/3 original lines, tax.ts changed since]')
    expect(shown).toContain(`2: ${signature}`)
    expect(shown).not.toContain(product.trim())
    expect(shownOf([...removal, ...found], 3)).not.toContain('changed since')
  })

  it('is known where only that file was searched', () => {
    const found = search({ pattern: 'amount', path: file_path }, `2:${signature}\n3:${product}`)
    const shown = shownOf([...found, ...removal], 1)
    expect(shown).toContain('tax.ts changed since]')
    expect(shown).not.toContain(product.trim())
  })

  it('counts files where there are many', () => {
    const names = ['a', 'b', 'c'].map(name => `/w/src/${name}.ts`)
    const found = search(
      { pattern: 'taxOf' },
      names.map(name => `${name}:9:const net = taxOf(gross)`).join('\n'),
    )
    const edits = names.flatMap((path, at) =>
      step(`e${at}`, {
        name: 'Edit',
        args: { file_path: path, old_string: 'const old = 1', new_string: 'const now = 2' },
        result: 'Updated.',
      }),
    )
    expect(shownOf([...found, ...edits], 1)).toContain('3 files changed since]')
  })
})

describe('an edit that failed', () => {
  const failed = edit(
    'a',
    'const rates = 19',
    'const rate = 7',
    '<tool_use_error>String to replace not found in file.\nString: const rates = 19</tool_use_error>',
  )

  it('is not shown where it was made good, and neither is what was read again for it', () => {
    const messages = [...failed, ...read('b'), ...edit('c', 'const rate = 19', 'const rate = 7')]
    for (const message of [0, 1, 3]) expect(shownOf(messages, message)).toBe('')
    expect(shownOf(messages, 4)).toContain('+const rate = 7')
  })

  it('is shown where it was not', () => {
    const messages = [...failed, ...read('b')]
    expect(shownOf(messages, 0)).toContain('failed')
    expect(shownOf(messages, 3)).toContain('const rate = 19')
  })
})
