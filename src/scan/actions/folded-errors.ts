/** The same error at several lines of a file, shown once: `./main.go:420:8 (also lines 556, 860): undefined: run`. */

/** `./main.go:420:8: undefined: run` */
const placedError = /^(\s{0,4}\S{1,200}?):(\d{1,7})((?::\d{1,5})?):? (\S.{0,400})$/
/** Of more lines, the first ones are named. */
const maxPlaces = 6

export function foldedErrors(lines: readonly string[]): readonly string[] {
  const errors = new Map<string, Set<string>>()
  const read = lines.map(line => {
    const [, file, place, column, message] = placedError.exec(line) ?? []
    if (file === undefined || place === undefined || !/[./\\]/.test(file)) return { line }
    const key = `${file}\n${message}`
    const places = errors.get(key)
    errors.set(key, (places ?? new Set<string>()).add(place))
    return { line, isRepeated: places !== undefined, key, head: `${file}:${place}${column}`, message }
  })
  return read.flatMap(({ line, isRepeated, key = '', head, message }) => {
    const [, ...others] = errors.get(key) ?? []
    if (isRepeated === true) return []
    if (others.length === 0) return [line]
    const more = others.length > maxPlaces ? ` and ${others.length - maxPlaces} more` : ''
    const also = `line${others.length === 1 ? '' : 's'} ${others.slice(0, maxPlaces).join(', ')}${more}`
    return [`${head} (also ${also}): ${message}`]
  })
}
