/** Whether a view shows all that a message says: as the message itself, or joined with others. */
export function isShown(view: readonly unknown[], message: unknown): boolean {
  if (view.includes(message)) return true
  const shown = view.map(wordsIn)
  const words = wordsIn(message)
  return shown.some(said => words.every(word => said.some(text => text.includes(word))))
}

/** Every text in it, but for what only names its parts. */
function wordsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(wordsIn)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, held]) =>
    ['role', 'type', 'id', 'index', 'metadata'].includes(key) ? [] : wordsIn(held),
  )
}
