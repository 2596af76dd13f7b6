/** Outputs that are JSON, written otherwise. */
import type { Method } from '../../src/tools/evaluate/method.ts'
import { outputMethod } from './output-method.ts'

export function jsonMethod(name: string, describe: string, write: (value: unknown) => string): Method {
  return outputMethod(name, describe, ({ text }) => {
    const value = jsonIn(text)
    const written = value === undefined ? undefined : write(value)
    return written !== undefined && written.length < text.length ? written : undefined
  })
}

/** Objects and lists alone: a number or a word is no document. */
function jsonIn(text: string): object | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined
  try {
    return JSON.parse(text) as object
  } catch {
    return undefined
  }
}
