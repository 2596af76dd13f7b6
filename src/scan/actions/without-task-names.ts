/** `[lint:go] a.go:3:1: unused` → `a.go:3:1: unused`, where a runner prints its tasks so: the line is that of the linter. */

const taskLine = /^\[([\w:.-]{1,60})\] (?:\$ |ERROR task failed|Finished in )/
const namedLine = /^\[([\w:.-]{1,60})\] (?!\$ |ERROR task failed|Finished in )/

export function withoutTaskNames(lines: readonly string[]): readonly string[] {
  const tasks = new Set(lines.flatMap(line => taskLine.exec(line)?.[1] ?? []))
  if (tasks.size === 0) return lines
  return lines.map(line => {
    const found = namedLine.exec(line)
    return found !== null && tasks.has(found[1] as string) ? line.slice(found[0].length) : line
  })
}
