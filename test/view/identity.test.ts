/** Views that would read the same: each still leads to its own original. */
import { describe, expect, it } from 'vitest'
import { compressSync } from '../../src/compress.ts'
import { expand } from '../../src/expand.ts'
import { memoryStore } from '../../src/store/memory-store.ts'
import { uncompressSync } from '../../src/uncompress.ts'

const talk = Array.from({ length: 4 }, () => [
  { role: 'user', content: 'Go on.' },
  { role: 'assistant', content: 'I do.' },
]).flat()

const report = (end: string): string =>
  `Here it is:\n\n\`\`\`ts\nconst a = 1\n\`\`\`\n\n${'The parser reads a line and keeps what it holds for later use. '.repeat(30)}${end}`

describe('texts with the same shorter form', () => {
  it('are both shortened, the second with its handle', async () => {
    const messages = [
      { role: 'user', content: 'Report.' },
      { role: 'assistant', content: report('') },
      { role: 'user', content: 'Again.' },
      { role: 'assistant', content: report(' ') },
      ...talk,
    ]
    const store = memoryStore()
    const view = compressSync(messages, { strategy: 'rules', store, strict: true })
    expect(view.receipt.notes).toEqual([])
    expect(view.receipt.changes.map(({ message }) => message)).toEqual([1, 3])
    const [, , , second] = view.messages as { content: string }[]
    const handle = /\[summary: .*; stored: (db_[0-9a-f]+)\]$/.exec(second?.content ?? '')?.[1]
    expect(await expand(handle as string, store)).toBe(report(' '))
    expect(uncompressSync(view.messages, store).messages).toEqual(messages)
    expect(compressSync(view.messages, { strategy: 'rules', store, strict: true }).messages).toBe(
      view.messages,
    )
  })

  it('are shortened in two conversations of one store', () => {
    const store = memoryStore()
    for (const end of ['', ' ', '  ']) {
      const messages = [
        { role: 'user', content: 'Report.' },
        { role: 'assistant', content: report(end) },
        ...talk,
      ]
      const view = compressSync(messages, { strategy: 'rules', store, strict: true })
      expect(view.receipt.changes.map(({ message }) => message)).toEqual([1])
      expect(uncompressSync(view.messages, store).messages).toEqual(messages)
    }
  })

  it.each(['named', 'none'] as const)('may be instructions: handles %s', handles => {
    const store = memoryStore()
    for (const remark of ['The first of them is old.', 'The first of them is new.']) {
      const rules = Array.from({ length: 60 }, (_, at) => `- Never touch module_${at}; use helper_${at}.`)
      const messages = [
        {
          role: 'user',
          content: `# AGENTS.md instructions for /x\n\n<INSTRUCTIONS>\n${rules.join('\n')}\n${remark}\n</INSTRUCTIONS>`,
        },
        ...Array.from({ length: 12 }, (_, at) => ({
          role: at % 2 === 0 ? 'assistant' : 'user',
          content: `${at}: ${'a long story about what was seen there '.repeat(20)}`,
        })),
        { role: 'assistant', content: 'Done.' },
        { role: 'user', content: 'Thanks.' },
      ]
      const view = compressSync(messages, { budget: 300, handles, store, strict: true })
      expect(view.receipt.notes.map(({ code }) => code)).toContain('instructions-shortened')
      expect(uncompressSync(view.messages, store).messages).toEqual(messages)
    }
  })
})
