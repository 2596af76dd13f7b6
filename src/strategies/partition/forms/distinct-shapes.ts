/** Shows lines that differ only in their numbers once. */

interface Shape {
  /** The first line of this shape. */
  readonly text: string
  readonly times: number
}

/** How many characters of a line are compared. */
const maxScanned = 400

/** In the order of their first occurrence. */
export function distinctShapes(lines: readonly string[]): readonly Shape[] {
  const shapes = new Map<string, { text: string; times: number }>()
  for (const line of lines) {
    const text = line.trim()
    if (text === '') continue
    const shape = text.slice(0, maxScanned).replace(/\d+/g, '0')
    const known = shapes.get(shape)
    if (known === undefined) shapes.set(shape, { text, times: 1 })
    else known.times += 1
  }
  return [...shapes.values()]
}

/** `TypeError: x is undefined (and 3 like it)` */
export function saidOnce({ text, times }: Shape): string {
  return times === 1 ? text : `${text} (and ${times - 1} like it)`
}
