/** Every line of search output, in any of its forms. */
import { isCutOutput } from '../../../scan/actions/is-cut-output.ts'
import { contextOf, type Hit, numberedHit, unnumberedHit } from './hit.ts'

/** `12:text` under the name of its file, or alone if one file was searched; `11-text` around it. */
export const headedLine: RegExp = /^\d{1,7}[:-]/

/** The kind of a line: a hit, a line around one, or something else. */
export type Found = { readonly kind: 'hit' | 'context'; readonly hit: Hit } | { readonly kind: 'other' }

const trouble = /^(?:rg|grep|egrep|ag|ack|git|zgrep|find|fatal|error)(?:: |\(\d)/

export function readHits(lines: readonly string[]): readonly Found[] {
  const isNumbered = lines.some(line => numberedHit(line) !== undefined)
  const isHeaded = !isNumbered && lines.filter(line => headedLine.test(line)).length * 2 >= lines.length
  const found = lines.map((line, at): Found => {
    if (trouble.test(line) || isCutOutput(line)) return { kind: 'other' }
    const hit = isNumbered ? numberedHit(line) : isHeaded ? undefined : unnumberedHit(line)
    if (hit !== undefined) return { kind: 'hit', hit }
    return isHeaded ? headedHit(lines, at) : { kind: 'other' }
  })
  if (isHeaded) return withHeadings(lines, found)
  return isNumbered ? withContext(lines, found) : found
}

function headedHit(lines: readonly string[], at: number): Found {
  const mark = /^(\d{1,7})([:-])/.exec(lines[at]?.slice(0, 9) ?? '')
  if (mark === null) return { kind: 'other' }
  const hit = { path: '', line: mark[1] ?? '', text: (lines[at] ?? '').slice(mark[0].length) }
  return { kind: mark[2] === ':' ? 'hit' : 'context', hit }
}

/** A line between a blank one and the first hit names the file of the hits below it. */
function withHeadings(lines: readonly string[], found: readonly Found[]): readonly Found[] {
  let path = ''
  return found.map((each, at): Found => {
    if (each.kind === 'other') {
      if (lines[at] === '') path = ''
      else if (found[at + 1]?.kind !== 'other' && lines[at] !== '--') path = lines[at] ?? ''
      return each
    }
    return { kind: each.kind, hit: { ...each.hit, path } }
  })
}

/** A context line has the path of the hit before or after it. */
function withContext(lines: readonly string[], found: readonly Found[]): readonly Found[] {
  const next: string[] = []
  let behind = ''
  for (let at = lines.length - 1; at >= 0; at -= 1) {
    const each = found[at]
    if (each?.kind === 'hit') behind = each.hit.path
    next[at] = behind
  }
  let before = ''
  return found.map((each, at): Found => {
    if (each.kind === 'hit') before = each.hit.path
    if (each.kind !== 'other') return each
    const line = lines[at] ?? ''
    const hit = contextOf(line, before) ?? contextOf(line, next[at] ?? '')
    return hit === undefined ? each : { kind: 'context', hit }
  })
}
