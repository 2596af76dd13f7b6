/** Recognises what stands in a view for something else. A marker is a claim: only a store can say that it resolves. */

/** The forms in which a marker names its original: `…, stored: db_3f9a2c71d04b]`, `[Full output: db_3f9a2c71d04b]`. */
const storedPattern = /(?:\bstored|\[Full (?:output|results|conversation)): (db_[0-9a-f]{12,64})\]/g

/** The handles that the markers in a text name, in order. */
export function handlesIn(text: string): string[] {
  return text.includes(': db_') ? Array.from(text.matchAll(storedPattern), match => match[1] as string) : []
}

const summaryStart =
  /^\[(?:summary(?:#cce_sum_[0-9a-z]+)?: |cce:dup of |cce:near-dup of |cce:superseded by |truncated — )/
/** A line of its own among code that was kept. */
const summaryLine = /^\[summary(?:#cce_sum_[0-9a-z]+)?: .*\]$/m
const fenceLine = /^ {0,3}(?:```|~~~)/m

/** No text of ours that begins so is longer; somebody's own notes may be. */
const longestSummary = 2000

/** Whether a text reads like a view of ours, in whole. Somebody's text that merely begins like one does not. */
export function isMarked(text: string): boolean {
  if (text.startsWith('[') && text.endsWith(']') && text.length <= longestSummary && summaryStart.test(text))
    return true
  if (text.includes('[summary') && fenceLine.test(text) && summaryLine.test(text)) return true
  return handlesIn(text).length > 0
}

const referencePattern = /^\[cce:(?:dup of|near-dup of|superseded by) (.{1,200}?)(?: \(\w+\))? — /

/** Which text a line of an earlier round gave way to: the name of a message, of a call, or a handle. */
export function referenceIn(text: string): string | undefined {
  return text.startsWith('[cce:') ? referencePattern.exec(text)?.[1] : undefined
}
