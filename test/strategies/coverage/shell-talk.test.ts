import { describe, expect, it } from 'vitest'
import { compressSync } from '../../../src/compress.ts'
import { uncompressSync } from '../../../src/uncompress.ts'

const output = (lines: number): string =>
  Array.from({ length: lines }, (_, at) => `result ${at}: ${(at * 7919) % 9973} of the archive`).join('\n')

/** An agent without tools: a shell answers its commands in the user's name. */
const session = [
  { role: 'user', content: 'Find out which entry of the archive is broken, and mend it.' },
  { role: 'assistant', content: 'First I look at it.\n```bash\nsed -i s/old/new/ config.ini\n```' },
  { role: 'user', content: '<returncode>0</returncode>\n<output>\n</output>' },
  { role: 'assistant', content: 'Now I list all entries.\n```bash\ncat archive.txt\n```' },
  { role: 'user', content: `<returncode>0</returncode>\n<output>\n${output(400)}\n</output>` },
]

describe('an agent whose shell answers in the user’s name', () => {
  const { messages, receipt, originalsByHash } = compressSync(session, { budget: 700, format: 'plain' })
  const shown = JSON.stringify(messages)

  it('has a view within the budget, however long the last answer is', () => {
    expect(receipt.budget).toMatchObject({ met: true })
    expect(uncompressSync(messages, originalsByHash, { format: 'plain' }).messages).toEqual(session)
  })

  it('still says what it was asked, what it did and which files it changed', () => {
    expect(shown).toContain('Find out which entry of the archive is broken, and mend it.')
    expect(shown).toContain('Now I list all entries.')
    expect(shown).toContain('Changed files: config.ini')
  })

  it('a person’s answer that comes after an agent’s message stays to the letter', () => {
    const words = 'Not that one. '.repeat(300)
    const talk = [...session.slice(0, 4), { role: 'user', content: words }]
    const view = compressSync(talk, { budget: 700, format: 'plain' })
    expect(JSON.stringify(view.messages).includes(words)).toBe(true)
  })
})
