import { describe, expect, it } from 'vitest'
import { type Author, authors, EntityIndexBuilder } from '../../../../src/measure/entity-index.ts'
import { measure } from '../../../../src/measure/measure.ts'
import { termsOf } from '../../../../src/measure/term-list.ts'
import { conversationFacts } from '../../../../src/strategies/coverage/facts/conversation-facts.ts'
import { candidatesOf } from '../../../../src/strategies/coverage/mark/candidates-of.ts'
import { authorIn } from '../../../../src/strategies/coverage/read/line-bits.ts'
import { usedNames } from '../../../../src/strategies/coverage/weigh/used-names.ts'
import { estimateCounter } from '../../../../src/tokens/tokens.ts'
import type { Message } from '../../../../src/types.ts'

const program = `// loadSession reads a session.
export function loadSession(sessionId: string): Session {
  return readRows(sessionId)
}

// dropExpired forgets what nobody asks for.
export function dropExpired(maxAge: number): void {
  removeRows(maxAge)
}

// Nothing is cached.
`

/** A file that was read, and what was said after it. */
function sharesAfter(path: string, said: string): ReadonlyMap<string, number> {
  const messages: readonly Message[] = [
    { role: 'user', blocks: [{ type: 'text', text: 'Look at the sessions.', media: 'text' }] },
    {
      role: 'assistant',
      blocks: [
        {
          type: 'toolCall',
          callId: 'a',
          name: 'Read',
          text: JSON.stringify({ file_path: path }),
          media: 'json',
        },
      ],
    },
    { role: 'user', blocks: [{ type: 'toolResult', callId: 'a', text: program, media: 'text' }] },
    { role: 'assistant', blocks: [{ type: 'text', text: said, media: 'text' }] },
    { role: 'user', blocks: [{ type: 'text', text: 'Go on.', media: 'text' }] },
  ]
  const read = candidatesOf(
    conversationFacts(messages),
    measure(messages, { ranker: estimateCounter(), pins: [], preservePatterns: [] }),
  )
  const { texts, bits, length } = read.candidates
  const builder = new EntityIndexBuilder()
  for (let piece = 0; piece < length; piece += 1)
    builder.add(
      authors.indexOf(authorIn(bits[piece] as number)) as Author,
      0,
      termsOf(texts[piece] as string),
    )
  const shares = usedNames(read, builder.index())
  return new Map(texts.slice(0, length).map((text, piece) => [text.trim(), shares[piece] as number]))
}

describe('usedNames', () => {
  it('counts of a program that was read what names something that was spoken of', () => {
    const shares = sharesAfter('/app/src/sessions.ts', 'loadSession is slow.')
    expect(shares.get('// loadSession reads a session.')).toBe(1)
    expect(shares.get('export function loadSession(sessionId: string): Session {')).toBe(0.5)
    expect(shares.get('// dropExpired forgets what nobody asks for.')).toBe(0)
  })

  it('counts little what names nothing', () => {
    const share = sharesAfter('/app/src/sessions.ts', 'loadSession is slow.').get('// Nothing is cached.')
    expect(share).toBeGreaterThan(0)
    expect(share).toBeLessThan(0.5)
  })

  it('takes every line of a document, and all that is said, as it is', () => {
    const document = sharesAfter('/app/notes.md', 'loadSession is slow.')
    expect([...document.values()].every(share => share === 1)).toBe(true)
    const shares = sharesAfter('/app/src/sessions.ts', 'Nothing of it is in use.')
    expect(shares.get('Nothing of it is in use.')).toBe(1)
  })
})
