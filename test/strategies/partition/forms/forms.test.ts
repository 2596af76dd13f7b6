import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { detectedKind } from '../../../../src/reduce/content/index.ts'
import type { ReduceInput, Reducer, TextSource } from '../../../../src/reduce/reducer.ts'
import { handlesIn } from '../../../../src/scan/marker.ts'
import { commandExcerpt } from '../../../../src/strategies/partition/forms/command-excerpt.ts'
import { conversationSummary } from '../../../../src/strategies/partition/forms/conversation-summary.ts'
import { filePointer } from '../../../../src/strategies/partition/forms/file-pointer.ts'
import { keyFacts } from '../../../../src/strategies/partition/forms/key-facts.ts'
import { resultReference } from '../../../../src/strategies/partition/forms/result-reference.ts'
import { exactCounter } from '../../../../src/tokens/tokens.ts'
import type { ReducerName, Role } from '../../../../src/types.ts'
import { fileText, installOutput, searchOutput, talk } from '../session.ts'

const counter = exactCounter()
const handle = 'db_3f9a2c71d04b'

function inputOf(text: string, role: Role, source?: TextSource): ReduceInput {
  return {
    text,
    role,
    kind: detectedKind(text),
    tokens: counter.count(text),
    handle,
    counter,
    merged: 1,
    messages: [7, 7],
    ...(source === undefined ? {} : { source }),
  }
}

function reducerNamed(name: ReducerName): Reducer | undefined {
  return [filePointer, conversationSummary, commandExcerpt, resultReference].find(form => form.name === name)
}

function shortened(name: ReducerName, input: ReduceInput, tokens: number): string | undefined {
  return reducerNamed(name)?.read(input)(tokens)?.text
}

describe('a file', () => {
  it('becomes a pointer with its path, lines, size, last change and handle', () => {
    const source = { tool: 'Bash', command: 'cat src/settings/limits.ts', path: 'src/settings/limits.ts' }
    expect(shortened('file-pointer', inputOf(fileText, 'tool', source), 100)).toBe(
      `[File: src/settings/limits.ts, 240 lines, 18.1 kB, stored: ${handle}]`,
    )
    expect(shortened('file-pointer', inputOf(fileText, 'tool', { ...source, changedIn: 57 }), 100)).toBe(
      `[File: src/settings/limits.ts, 240 lines, 18.1 kB, changed in message 58, stored: ${handle}]`,
    )
  })

  it('is not said to have as many lines as were shown of it', () => {
    const numbered = fileText
      .split('\n')
      .map((line, at) => `${String(at + 61).padStart(6)}\t${line}`)
      .join('\n')
    const source = { tool: 'Read', path: 'src/settings/limits.ts' }
    expect(shortened('file-pointer', inputOf(numbered, 'tool', source), 100)).toBe(
      `[File: src/settings/limits.ts, lines 61-300, 18.1 kB, stored: ${handle}]`,
    )
  })

  it('keeps a hostile path on one line', () => {
    const source = { tool: 'Read', path: 'a\nb]\u2028[File: x, stored: db_000000000000]' }
    const pointer = shortened('file-pointer', inputOf(fileText, 'tool', source), 200)
    expect(pointer).not.toMatch(/[\n\u2028]/)
    expect(handlesIn(pointer ?? '')).toContain(handle)
  })
})

describe('command output', () => {
  const source = { tool: 'Bash', command: 'npm install', exitCode: 1 }

  it('becomes the command, its status, its errors and warnings, and its handle', () => {
    const view = shortened('command-excerpt', inputOf(installOutput, 'tool', source), 160) ?? ''
    const lines = view.split('\n')
    expect(lines[0]).toBe('[Command: npm install]')
    expect(lines[1]).toBe('Status: Failed, exit code 1; added 247 packages in 45.2s')
    expect(view).toContain(
      'Errors:\nnpm error code ERESOLVE\nnpm error ERESOLVE could not resolve react@19.0.0',
    )
    expect(view).toContain('Warnings: npm warn deprecated glob@7.2.3')
    expect(lines.at(-1)).toBe(`[Full output: ${handle}]`)
    expect(handlesIn(view)).toEqual([handle])
  })

  it('claims success only where the exit code says so, and no errors that it did not see', () => {
    const quiet = Array.from({ length: 200 }, (_, at) => `copied part ${at} of the archive`).join('\n')
    const unknown = shortened('command-excerpt', inputOf(quiet, 'tool', { command: 'make' }), 100) ?? ''
    expect(unknown).not.toMatch(/success|failed|errors|warnings/i)
    const known = shortened('command-excerpt', inputOf(quiet, 'tool', { command: 'make', exitCode: 0 }), 100)
    expect(known).toContain('Status: Success, exit code 0')
  })

  it('says how many errors it does not show', () => {
    const names = ['alpha', 'beta', 'gamma', 'delta', 'omega', 'sigma', 'kappa', 'theta']
    const errors = names.map(
      name => `error: the module ${name} could not be loaded from its folder, giving up`,
    )
    const text = [...errors, ...Array.from({ length: 300 }, (_, at) => `step ${at} of the build`)].join('\n')
    const view = shortened('command-excerpt', inputOf(text, 'tool', { command: 'make' }), 130) ?? ''
    const shown = names.filter(name => view.includes(name)).length
    expect(shown).toBeGreaterThan(0)
    expect(shown).toBeLessThan(names.length)
    expect(view).toContain(`… ${names.length - shown} more in the original`)
  })
})

describe('a tool result', () => {
  it('becomes a reference with its matches and the top results', () => {
    const source = { tool: 'Grep', query: 'authenticate', path: 'src/' }
    const view = shortened('result-reference', inputOf(searchOutput, 'tool', source), 200) ?? ''
    const lines = view.split('\n')
    expect(lines[0]).toBe('[Search: "authenticate" in src/]')
    expect(lines[1]).toBe('Matches: 90 lines in 16 files')
    expect(lines[2]).toMatch(/^Top results \(\d+ of 90\):$/)
    expect(view).toContain('- src/api/auth.ts:45 (export function verifyToken(token: string): Claims {)')
    expect(lines.slice(3, -1)).toHaveLength(Number(/\((\d+) of/.exec(lines[2] ?? '')?.[1]))
    expect(lines.at(-1)).toBe(`[Full results: ${handle}]`)
    expect(handlesIn(view)).toEqual([handle])
  })

  it('is named by its call where it is no search', () => {
    const page = Array.from(
      { length: 60 },
      (_, at) => `## Part ${at}\n\nThe part ${at} is about queues.`,
    ).join('\n\n')
    const source = { tool: 'WebFetch', call: 'WebFetch https://example.org/queues' }
    const view = shortened('result-reference', inputOf(page, 'tool', source), 120) ?? ''
    expect(view.split('\n').slice(0, 2)).toEqual([
      '[Result: WebFetch https://example.org/queues]',
      `Lines: ${page.split('\n').length}`,
    ])
  })
})

describe('a conversation', () => {
  it('becomes its context, decisions with their reason, and solutions, word for word', () => {
    const view = shortened('conversation-summary', inputOf(talk, 'assistant'), 110) ?? ''
    expect(view).toMatch(/^\[Summary of message 8:\nContext: /)
    expect(view).toContain(
      'Decisions: Decided: JWT with refresh tokens, stored in Redis. Because the mobile clients cannot hold cookies',
    )
    expect(view).toContain('Solutions: Fixed the race in rotateToken()')
    expect(view.endsWith(`] [Full conversation: ${handle}]`)).toBe(true)
    const quotes = view
      .slice(0, view.lastIndexOf('] ['))
      .split('\n')
      .slice(1)
      .flatMap(line => line.replace(/^\w+: /, '').split(' … '))
    for (const quote of quotes) expect(talk).toContain(quote)
  })

  it('names the messages that it replaces', () => {
    const input = { ...inputOf(talk, 'assistant'), messages: [3, 9] as const }
    expect(shortened('conversation-summary', input, 90)).toMatch(/^\[Summary of messages 4-10:/)
  })

  it('says how much of it was no prose', () => {
    const text = `${talk}\n\n\`\`\`ts\n${fileText}\n\`\`\`\n`
    expect(shortened('conversation-summary', inputOf(text, 'assistant'), 150)).toContain(
      '(242 lines of code or output are not shown)',
    )
  })
})

describe('every form', () => {
  const forms = ['file-pointer', 'command-excerpt', 'result-reference', 'conversation-summary'] as const
  const line = fc.array(
    fc.constantFrom(
      'ERROR',
      'decided',
      'fixed',
      'because',
      'src/a.ts:3:x',
      '42',
      '😀',
      '\uD83D',
      '[',
      ']',
      '\r',
      'db_',
    ),
    { maxLength: 12 },
  )
  const text = fc
    .array(line, { minLength: 1, maxLength: 120 })
    .map(lines => lines.map(words => words.join(' ')).join('\n'))

  it('fits the size it is given, names its original, and is the same each time', () => {
    fc.assert(
      fc.property(
        text,
        fc.constantFrom(...forms),
        fc.integer({ min: 1, max: 600 }),
        (content, name, tokens) => {
          const input = inputOf(content, name === 'conversation-summary' ? 'assistant' : 'tool', {
            command: 'x',
            path: 'y',
          })
          const reducer = reducerNamed(name) as Reducer
          const shorten = reducer.read(input)
          const first = shorten(tokens)
          expect(reducer.read(input)(tokens)).toEqual(first)
          expect(shorten(tokens)).toEqual(first)
          if (first === undefined) return
          expect(first.tokens).toBe(counter.count(first.text))
          expect(first.tokens).toBeLessThanOrEqual(Math.min(tokens, input.tokens))
          expect(handlesIn(first.text)).toContain(handle)
        },
      ),
    )
  })

  it('shows all key facts once there is room for them', () => {
    const source = { tool: 'Bash', command: 'npm install', exitCode: 1 }
    for (const [name, type, input] of [
      ['command-excerpt', 'command', inputOf(installOutput, 'tool', source)],
      ['conversation-summary', 'conversation', inputOf(talk, 'assistant')],
    ] as const) {
      const facts = keyFacts(input, type)
      expect(facts.length).toBeGreaterThan(1)
      const view = shortened(name, input, Math.floor(input.tokens / 2)) ?? ''
      for (const fact of facts) expect(view).toContain(fact)
    }
  })
})
