/** Whether a path, or an end of it that has a directory, is among those that git names from the root of a repository. */
import { endingsOf } from './path-book.ts'

export function namedByEnd(path: string, isNamed: (path: string) => boolean): boolean {
  return endingsOf(path).some(ending => (ending === path || ending.includes('/')) && isNamed(ending))
}
