/** Patterns of paths: `*` and `?` within a name, `**` across folders, `{md,txt}` for alternatives. */
import { optionError } from '../../errors.ts'

/** Whether any of the patterns matches a path relative to the workspace, written with `/`; case does not matter. */
export function pathMatcher(patterns: readonly string[]): (path: string) => boolean {
  const matchers = patterns.map(pattern => new RegExp(`^${patternSource(pattern)}$`, 'iu'))
  return path => matchers.some(matcher => matcher.test(path))
}

const token = /\*\*\/|\*+|\?|[{},]|[^*?{},]+/gu

/** `**` + `/` is any number of whole folders, so that no two repetitions can share a character. */
function patternSource(pattern: string): string {
  let depth = 0
  let source = ''
  for (const [part] of pattern.replace(/^\.?\//, '').matchAll(token)) {
    if (part === '**/') source += '(?:[^/]+/)*'
    else if (part.startsWith('**')) source += '.*'
    else if (part === '*') source += '[^/]*'
    else if (part === '?') source += '[^/]'
    else if (part === '{') {
      depth += 1
      source += '(?:'
    } else if (part === '}' && depth > 0) {
      depth -= 1
      source += ')'
    } else if (part === ',' && depth > 0) source += '|'
    else source += part.replace(/[\\^$.*+?()[\]{}|/]/gu, '\\$&')
  }
  if (depth > 0) throw optionError(`The pattern ${JSON.stringify(pattern)} has a { without its }.`)
  return source
}
