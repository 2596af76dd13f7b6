/** Whether a line would read as part of the one above it, or as what follows from it, from which it is separated by lines that are left out. */
import { indentOf } from '../../../scan/lines.ts'
import type { Candidate, CandidateList } from '../read/candidate.ts'

const opensBlock = /[:{([]\s{0,4}$/
/** `12: `, `12- `: a hit of a search, and a line around one. */
const hit = /^\d{1,7}: /
const around = /^\d{1,7}- /
/** `if ready {`, `} else {`, `for row in rows:`: what is below it says what happens then. */
const branch =
  /^\s{0,80}\}?\s{0,4}(?:if|else|elif|elsif|for|foreach|while|until|switch|select|match|try|catch|except|finally|with|unless|guard|loop|do)(?!\w).{0,400}[{:]\s{0,4}$/
/** Lines of a diff begin with their sign, not with their indentation. */
const ofDiff = /^[+-]|[±+−-]\d{1,6}$/

/** `case a:` before `return 2`, with `return 1` and `case b:` left out between them; `--- FAIL: A` before a message of B. */
export function seemsInside(index: number, before: number, candidates: CandidateList): boolean {
  const above = candidates.at(before)
  const line = candidates.at(index)
  if (above === undefined || line === undefined) return false
  const opens = opensBlock.test(above.text)
  // The results of a search are shown without their indentation.
  if (around.test(line.text)) return opens && (hit.test(above.text) || around.test(above.text))
  const indent = indentOf(above.text)
  if (indentOf(line.text) <= indent) return branch.test(above.text)
  if (opens) return true
  const isPrinted = line.author === 'tools' && line.number === undefined && isOutput(line.part)
  return isPrinted && !ofDiff.test(above.text) && isLeft(before, index, indent, candidates)
}

/** Whether a line between two others is not below the first of them. */
function isLeft(before: number, index: number, indent: number, candidates: CandidateList): boolean {
  for (let at = before + 1; at < index; at += 1) {
    const { text } = candidates.at(at) as Candidate
    if (text.trim() !== '' && indentOf(text) <= indent) return true
  }
  return false
}

/** Not a document, whose headings and items are not indented as blocks are. */
function isOutput(part: Candidate['part']): boolean {
  return part !== 'report' && part !== 'pasted'
}
