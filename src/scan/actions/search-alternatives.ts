/** The alternatives that a search looks for, as plain texts in small letters: `total|func.*sum\(` → `total`, `func`. */

/** A shorter text is in most lines. */
const minLength = 2
/** A pattern with more of them is a list, of which none says more than another. */
const maxAlternatives = 24

/** Empty for a pattern of one alternative. */
export function searchAlternatives(query: string): readonly string[] {
  const parts = query.split(/\\?\|/)
  if (parts.length < 2 || parts.length > maxAlternatives) return []
  const texts = parts.map(part => longestText(part).toLowerCase()).filter(text => text.length >= minLength)
  const different = [...new Set(texts)]
  return different.length < 2 ? [] : different
}

/** The longest stretch of a pattern that stands for itself. */
function longestText(pattern: string): string {
  const plain = pattern.replace(/\\[bBwWdDsS<>()]/g, '\n').replace(/\\(?=\W)/g, '')
  const stretches = plain.split(/[\n.*+?^$()[\]{}]+/).map(text => text.trim())
  return stretches.reduce((longest, text) => (text.length > longest.length ? text : longest), '')
}
