/** Lines of a result that the title of its call already shows: `git push → To github.com:a/b.git | 1a2b..3c4d  main -> main`. */
import { outcomeInTitle } from '../read/candidate.ts'
import { type LineTest, noLine } from '../read/candidate-columns.ts'

/** Less of a line may be there by chance. */
const minPart = 24
/** The rest of a line that is shown in part may say something. */
const minShown = 0.6

/** `root`: the titles of calls leave it out. */
export function linesInOutcome(title: string, root = ''): LineTest {
  const outcome = outcomeInTitle(title)?.replace(/^exit \d{1,3}: /, '') ?? ''
  const parts = outcome.split(' | ').filter(part => part.length >= minPart)
  if (parts.length === 0) return noLine
  return text => {
    const line = text.trim()
    const shown = root === '' ? line : line.replaceAll(`${root}/`, '')
    return parts.some(part => shown.startsWith(part) && part.length >= shown.length * minShown)
  }
}
