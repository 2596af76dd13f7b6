import { describe, expect, it } from 'vitest'
import { describeLedger, wrapText } from '../../../src/doors/cli/describe-ledger.ts'
import { ledgerOfMessages } from '../../../src/ledger/ledger-of-messages.ts'
import { renderLedger } from '../../../src/ledger/markdown/render-ledger.ts'
import type { Message } from '../../../src/types.ts'
import { answered, said } from '../../tools/evaluate/messages.ts'

const messages: readonly Message[] = [
  said('user', `Tidy up.\u001b[31m ${'It must be short. '.repeat(3)}`),
  ...answered('Read', { file_path: '/repo/src/read.ts' }, 'x'),
  ...answered('Write', { file_path: '/repo/src/made.ts', content: 'x' }, 'done'),
  ...answered('Bash', { command: 'npm test' }, 'Exit code 1\nTypeError: no', true),
  ...answered('Bash', { command: 'npm test' }, 'Exit code 0'),
  ...answered('Bash', { command: 'npm run lint' }, 'Exit code 2\nerror: unused', true),
]

function described(
  over: { hasColours?: boolean; width?: number; caps?: Record<string, number> } = {},
): string {
  const ledger = ledgerOfMessages(messages)
  return describeLedger({
    name: 'session.jsonl',
    transcript: { agent: 'claude-code', cwd: '/repo' },
    ledger,
    rendered: renderLedger(ledger, over.caps === undefined ? {} : { caps: over.caps }),
    width: over.width ?? 100,
    hasColours: over.hasColours ?? false,
  })
}

describe('a ledger in a terminal', () => {
  it('shows what was changed and what is open first', () => {
    const text = described()
    expect(text.indexOf('+ src/made.ts')).toBeLessThan(text.indexOf('src/read.ts'))
    expect(text.indexOf('✗ error: unused')).toBeLessThan(text.indexOf('✓ TypeError: no'))
    expect(text).toContain('Files  1 changed, 2 touched\n')
    expect(text).toContain('Errors  1 open, 1 resolved\n')
  })

  it('says what it leaves out', () => {
    const text = described({ caps: { files: 0, commands: 1 } })
    expect(text).toContain('+ src/made.ts')
    expect(text).not.toContain('src/read.ts')
    expect(text).toContain('  … and 1 more (--all)\n')
  })

  it('is coloured where that can be seen, and says the same', () => {
    const sign = String.fromCharCode(27)
    const coloured = described({ hasColours: true })
    expect(coloured).toContain(`${sign}[1m`)
    expect(coloured.replace(new RegExp(`${sign}\\[\\d+m`, 'g'), '')).toBe(described())
  })

  it('lets no control character of a session through', () => {
    expect(described()).not.toContain(String.fromCharCode(27))
  })

  it('stays within the width for sentences', () => {
    const intent = described({ width: 40 }).split('\n').slice(4, 7)
    for (const line of intent) expect(line.length).toBeLessThanOrEqual(40)
  })
})

describe('wrapping', () => {
  it('breaks between words, and inside one only where it must', () => {
    expect(wrapText('a short line of words', 10)).toEqual(['a short', 'line of', 'words'])
    expect(wrapText('abcdefghij kl', 4)).toEqual(['abcd', 'efgh', 'ij', 'kl'])
    expect(wrapText('one\n\ntwo', 9)).toEqual(['one', '', 'two'])
  })

  it('never parts a pair of surrogates', () => {
    for (const line of wrapText('a😀😀😀b', 2)) expect(line.isWellFormed()).toBe(true)
    expect(wrapText('😀😀', 1).join('')).toBe('😀😀')
  })
})
