/** Parses server-sent events as they arrive, each with its exact text. */

export interface ServerSentEvent {
  readonly name: string | undefined
  readonly data: string
  /** The exact text of the event, including the empty line after it. */
  readonly raw: string
}

interface SseReader {
  write(text: string): void
  /** Returns the text after the last empty line, which is not an event. */
  end(): string
}

/** Linear in the length of the stream, however small its pieces are. */
export function sseReader(onEvent: (event: ServerSentEvent) => void): SseReader {
  /** Pieces of an incomplete line. */
  let pieces: string[] = []
  let raw: string[] = []
  let data: string[] = []
  let name: string | undefined

  const readLine = (line: string): void => {
    raw.push(line)
    const content = line.replace(/\r?\n$/, '')
    if (content === '') {
      onEvent({ name, data: data.join('\n'), raw: raw.join('') })
      raw = []
      data = []
      name = undefined
      return
    }
    const colon = content.indexOf(':')
    const field = colon < 0 ? content : content.slice(0, colon)
    const value = colon < 0 ? '' : content.slice(content[colon + 1] === ' ' ? colon + 2 : colon + 1)
    if (field === 'data') data.push(value)
    else if (field === 'event') name = value
  }

  return {
    write: text => {
      let start = 0
      for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
        pieces.push(text.slice(start, end + 1))
        readLine(pieces.join(''))
        pieces = []
        start = end + 1
      }
      if (start < text.length) pieces.push(text.slice(start))
    },
    end: () => [...raw, ...pieces].join(''),
  }
}
