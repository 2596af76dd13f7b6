/** The lines of a subagent's report that give numbers of lines, each with the file that it speaks of. */

/** `cmd/load.go`, `load.go` */
const file = /(?<![\w./@-])[\w./@-]{0,200}\w\.[A-Za-z]\w{0,5}(?![\w-])/g
/** `lines 12-40`, `line 7`, `load.go:12` */
const numbered = /\blines? \d{1,6}(?!\w)|\.[A-Za-z]\w{0,5}`?:\d{1,6}(?!\w)/i

/** By the index of the line: the file that it names first, or the one that was named last above it. */
export function reportPlaces(lines: readonly string[]): ReadonlyMap<number, string> {
  const places = new Map<number, string>()
  let above: string | undefined
  for (const [at, line] of lines.entries()) {
    const named = Array.from(line.matchAll(file), ([path]) => path)
    const path = named[0] ?? above
    if (path !== undefined && numbered.test(line)) places.set(at, path)
    above = named.at(-1) ?? above
  }
  return places
}
