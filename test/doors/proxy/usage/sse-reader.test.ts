import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ServerSentEvent, sseReader } from '../../../../src/doors/proxy/usage/sse-reader.ts'

function read(pieces: readonly string[]): { events: ServerSentEvent[]; rest: string } {
  const events: ServerSentEvent[] = []
  const reader = sseReader(event => events.push(event))
  for (const piece of pieces) reader.write(piece)
  return { events, rest: reader.end() }
}

describe('events', () => {
  it('are read with their names, their data and their very text', () => {
    const text = ': hello\r\nevent: a\r\ndata: 1\r\ndata:2\r\n\r\ndata: x: y\nid: 7\n\nretry\n\ndata: open'
    expect(read([text])).toEqual({
      events: [
        { name: 'a', data: '1\n2', raw: ': hello\r\nevent: a\r\ndata: 1\r\ndata:2\r\n\r\n' },
        { name: undefined, data: 'x: y', raw: 'data: x: y\nid: 7\n\n' },
        { name: undefined, data: '', raw: 'retry\n\n' },
      ],
      rest: 'data: open',
    })
  })

  it('are the same however the text is cut, and nothing of it is lost', () => {
    const line = fc.constantFrom('data: a', 'event: b', ': c', 'data', '', '', 'data: 👋', 'x')
    const ends = fc.constantFrom('\n', '\r\n')
    const text = fc.array(fc.tuple(line, ends)).map(lines => lines.flat().join(''))
    fc.assert(
      fc.property(text, fc.string(), fc.array(fc.nat({ max: 60 })), (whole, rest, cuts) => {
        const all = whole + rest
        const places = [0, ...cuts.map(cut => Math.min(cut, all.length)).sort((a, b) => a - b), all.length]
        const pieces = places.slice(1).map((end, index) => all.slice(places[index], end))
        const found = read(pieces)
        expect(found).toEqual(read([all]))
        expect(found.events.map(({ raw }) => raw).join('') + found.rest).toBe(all)
      }),
    )
  })
})
