/** Messages of the message pipeline's own shape, and texts to fill them with. */

export interface Said {
  readonly id: string
  readonly index: number
  readonly role: string
  readonly content: string | null
  readonly [key: string]: unknown
}

export function said(role: string, content: string | null, id: number | string, extra: object = {}): Said {
  return { id: String(id), index: Number(id) || 0, role, content, ...extra }
}

/** The same speakers in turn: `talk(['user', 'a'], ['assistant', 'b'])`. */
export function talk(...turns: readonly (readonly [role: string, content: string])[]): Said[] {
  return turns.map(([role, content], index) => said(role, content, index + 1))
}

/** Prose of about this many characters, never twice the same sentence for one seed. */
export function prose(length: number, seed = 'a'): string {
  const subjects = ['The team', 'The report', 'A colleague', 'The customer', 'Our neighbour', 'The market']
  const verbs = ['talked about', 'looked at', 'thought of', 'went through', 'listened to', 'wrote down']
  const objects = ['the long list', 'the old story', 'every open point', 'a simple idea', 'the whole plan']
  let text = ''
  for (let at = 0; text.length < length; at += 1) {
    const pick = (words: readonly string[], step: number) => words[(at * step + seed.length) % words.length]
    text += `${pick(subjects, 1)} ${pick(verbs, 5)} ${pick(objects, 3)} again on round ${seed}${at} of the day. `
  }
  return text.slice(0, length).trimEnd()
}
