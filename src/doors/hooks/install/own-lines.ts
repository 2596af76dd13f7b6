/** Lines of ours at the end of a TOML file, between two comments that mark them: everything else stays as it is. */
interface OwnLines {
  add(text: string, lines: readonly string[]): string
  remove(text: string): string
  /** `undefined` if there are none. */
  in(text: string): string | undefined
}

export function ownLines(first: string, last: string): OwnLines {
  const placeIn = (text: string): readonly [start: number, end: number] | undefined => {
    const start = text.indexOf(first)
    const end = text.indexOf(last, start)
    return start < 0 || end < 0 ? undefined : [start, end]
  }
  return {
    add(text, lines) {
      const eol = text.includes('\r\n') ? '\r\n' : '\n'
      const joint = text === '' || text.endsWith('\n') ? '' : eol
      return `${text}${joint}${[first, ...lines, last, ''].join(eol)}`
    },
    remove(text) {
      const [start, end] = placeIn(text) ?? []
      if (start === undefined) return text
      const line = text.indexOf('\n', end)
      return text.slice(0, start) + (line < 0 ? '' : text.slice(line + 1))
    },
    in(text) {
      const place = placeIn(text)
      return place && text.slice(...place)
    },
  }
}
