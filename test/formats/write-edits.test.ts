/** Edits: only what lies on their way is copied, and however many there are, only once. */
import { describe, expect, it, vi } from 'vitest'
import { writeEdits } from '../../src/formats/write-edits.ts'

describe('writeEdits', () => {
  it('returns the same array for no edits', () => {
    const messages = [{ content: 'a' }]
    expect(writeEdits(messages, [])).toBe(messages)
  })

  it('keeps everything beside an edit the very same, own __proto__ keys included', () => {
    const message = JSON.parse(
      '{"z":1,"__proto__":{"a":1},"content":[{"text":"old","__proto__":2},{"text":"b"}],"y":{}}',
    )
    const before = JSON.stringify(message)
    const [written] = writeEdits(
      [message],
      [{ message: 0, path: ['content', 0, 'text'], text: 'new', media: 'text' }],
    )
    expect(JSON.stringify(written)).toBe(before.replace('old', 'new'))
    expect(JSON.stringify(message)).toBe(before)
    expect((written as typeof message).y).toBe(message.y)
    expect((written as typeof message).content[1]).toBe(message.content[1])
    expect(Object.getPrototypeOf(written)).toBe(Object.prototype)
  })

  it('puts JSON back as the value that it encodes', () => {
    const messages = [{ input: 'a view' }]
    const edit = { message: 0, path: ['input'], text: '{"__proto__":1,"b":[2]}', media: 'json' } as const
    expect(JSON.stringify(writeEdits(messages, [edit]))).toBe('[{"input":{"__proto__":1,"b":[2]}}]')
  })

  it('edits one object that is in two places only where it was asked to', () => {
    const part = { text: 'same' }
    const message = { content: [part, part] }
    const written = writeEdits(
      [message, message],
      [
        { message: 0, path: ['content', 1, 'text'], text: 'one', media: 'text' },
        { message: 1, path: ['content', 0, 'text'], text: 'two', media: 'text' },
      ],
    )
    expect(written).toEqual([
      { content: [{ text: 'same' }, { text: 'one' }] },
      { content: [{ text: 'two' }, { text: 'same' }] },
    ])
    expect(part).toEqual({ text: 'same' })
  })

  it('copies a long list once for all edits inside it', () => {
    const messages = [{ content: Array.from({ length: 1000 }, (_, index) => ({ text: String(index) })) }]
    const edits = Array.from({ length: 1000 }, (_, index) => ({
      message: 0,
      path: ['content', index, 'text'],
      text: `edit ${index}`,
      media: 'text' as const,
    }))
    const slice = vi.spyOn(Array.prototype, 'slice')
    const written = writeEdits(messages, edits)
    const copies = slice.mock.calls.length
    slice.mockRestore()
    expect(copies).toBe(2)
    expect(written).toEqual([{ content: edits.map(({ text }) => ({ text })) }])
  })
})
