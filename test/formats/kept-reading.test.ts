import { describe, expect, it } from 'vitest'
import { formatNamed } from '../../src/formats/index.ts'
import { keepReading, readMessages } from '../../src/formats/kept-reading.ts'
import { declareImmutable } from '../../src/tokens/immutable.ts'

const anthropic = formatNamed('anthropic')
const plain = formatNamed('plain')

function said(text: string): object {
  const message = { role: 'user', content: text }
  declareImmutable(message)
  return message
}

describe('keepReading', () => {
  it('reads a list once, and goes on from the one before', () => {
    const one = [said('first'), said('second')]
    const read = keepReading(one, anthropic)
    expect(read).toEqual(anthropic.read(one))
    expect(readMessages(one, anthropic)).toBe(read)
    const longer = [...one, said('third')]
    const next = keepReading(longer, anthropic, one)
    expect(next).toEqual(anthropic.read(longer))
    expect(next[0]).toBe(read[0])
    expect(next[1]).toBe(read[1])
  })

  it('reads again from the first message that differs, and in another format', () => {
    const one = [said('first'), said('second'), said('third')]
    const read = keepReading(one, anthropic)
    const edited = [one[0], said('changed'), one[2]]
    const next = keepReading(edited, anthropic, one)
    expect(next).toEqual(anthropic.read(edited))
    expect(next[0]).toBe(read[0])
    expect(next[2]).not.toBe(read[2])
    expect(keepReading(one, plain, edited)[0]).not.toBe(read[0])
  })

  it('keeps nothing of a list with a message that its author may change', () => {
    const message = { role: 'user', content: 'before' }
    const list = [message]
    keepReading(list, anthropic)
    message.content = 'after'
    expect(readMessages(list, anthropic)).toEqual(anthropic.read([{ role: 'user', content: 'after' }]))
  })
})
