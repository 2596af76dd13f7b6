/** Follows one JSON value written over many lines, so that a document is not taken for a broken line of JSONL. */

/** `open`: goes on below. `closed`: its brackets balance. `broken`: no JSON text continues like this. */
export type DocumentState = 'open' | 'closed' | 'broken'

/** A function that takes the non-blank lines of one document in order. Linear: it sees each character once. */
export function followDocument(): (line: string) => DocumentState {
  let depth = 0
  let previous = ''

  return line => {
    const text = line.trim()
    const joined = previous === '' ? /^[[{]/.test(text) : /[[{,:]$/.test(previous) || /^[\]},:]/.test(text)
    previous = text.slice(-1)
    if (!joined) return 'broken'

    let inString = false
    for (let at = 0; at < text.length; at += 1) {
      const char = text[at]
      if (inString) {
        if (char === '\\') at += 1
        else if (char === '"') inString = false
      } else if (char === '"') inString = true
      else if (char === '{' || char === '[') depth += 1
      else if (char === '}' || char === ']') depth -= 1
    }
    // A JSON string never spans lines.
    if (inString || depth < 0) return 'broken'
    return depth === 0 ? 'closed' : 'open'
  }
}
