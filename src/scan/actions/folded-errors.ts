/** The same error at several lines of a file, shown once: `./main.go:420:8 (also lines 556, 860): undefined: run`. */
import { fileExtensions } from '../vocabulary/file-names.ts'

/** `./main.go:420:8: undefined: run`; not `db.internal:5432: refused`, which has a port. */
const placedError = /^(\s{0,4}\S{1,200}?\.([A-Za-z]\w{0,9})):(\d{1,7})((?::\d{1,5})?)(:?) (\S.{0,400})$/
/** Of more lines, the first ones are named. */
const maxPlaces = 6

export function foldedErrors(lines: readonly string[]): readonly string[] {
  const errors = new Map<string, Set<string>>()
  const read = lines.map(line => {
    const [, file, extension = '', place = '', column, colon, message] = placedError.exec(line) ?? []
    if (!fileExtensions.has(extension.toLowerCase())) return { line }
    const key = `${file}\n${message}`
    const places = errors.get(key)
    errors.set(key, (places ?? new Set<string>()).add(place))
    return {
      line,
      isRepeated: places !== undefined,
      key,
      head: `${file}:${place}${column}`,
      rest: `${colon} ${message}`,
    }
  })
  return read.flatMap(({ line, isRepeated, key = '', head, rest }) => {
    const [, ...others] = errors.get(key) ?? []
    if (isRepeated === true) return []
    if (others.length === 0) return [line]
    const more = others.length > maxPlaces ? ` and ${others.length - maxPlaces} more` : ''
    const also = `line${others.length === 1 ? '' : 's'} ${others.slice(0, maxPlaces).join(', ')}${more}`
    return [`${head} (also ${also})${rest}`]
  })
}
