/** Marks behind what a row says, before the place that it is said of: `main (being rebased) (in app)`. */
import type { Fact } from '../ledger.ts'
import { placeMark } from './main-repository.ts'

/** Whether a rendering said so. */
export function hasMark({ text = '', source }: Fact, mark: string): boolean {
  return source === undefined && text.replace(placeMark, '').endsWith(mark)
}

export function withMark(text: string, mark: string): string {
  const place = placeMark.exec(text)?.[0] ?? ''
  return `${text.slice(0, text.length - place.length)}${mark}${place}`
}
