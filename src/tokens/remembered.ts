/** What was read of a text, kept while the text is among the latest: a history that grows or comes again is read once. */
import { RecentTexts } from './recent-texts.ts'

/** A light reading of a shorter text takes no longer than looking it up. */
const lightest = 200
/** Characters of text that one of two generations keeps. */
const maxCharacters = 2_000_000

/** By the number of the reader. */
type Readings = unknown[]

const recent = new RecentTexts<Readings>(maxCharacters)
let readers = 0
/** Several readers look at one text in turn. */
let latest: { readonly text: string; readonly readings: Readings } = { text: '', readings: [] }

/**
 * The same function, asked once for a text that is remembered. It depends on the text alone, and nobody changes its answer.
 * `shortest`: shorter texts are read each time; 0 for readers that take long with any text.
 */
export function remembered<Value extends NonNullable<unknown>>(
  read: (text: string) => Value,
  shortest: number = lightest,
): (text: string) => Value {
  const reader = readers
  readers += 1
  return text => {
    if (text.length < shortest) return read(text)
    const readings = readingsOf(text)
    const known = readings[reader]
    if (known !== undefined) return known as Value
    const value = read(text)
    readings[reader] = value
    return value
  }
}

/** The same for what depends on something beside the text, which the key names. */
export function rememberedByKey<Value extends NonNullable<unknown>>(
  shortest: number = lightest,
): (text: string, keyOf: () => string, read: () => Value) => Value {
  const byKey = remembered(() => new Map<string, Value>(), shortest)
  return (text, keyOf, read) => {
    if (text.length < shortest) return read()
    const values = byKey(text)
    const key = keyOf()
    const known = values.get(key)
    if (known !== undefined) return known
    const value = read()
    values.set(key, value)
    return value
  }
}

/** As in a new process: for measurements and tests. */
export function forgetReadings(): void {
  recent.clear()
  for (const forget of forgetting) forget()
  latest = { text: '', readings: [] }
}

const forgetting: (() => void)[] = []

/** Of what else is kept by its text. */
export function onForget(forget: () => void): void {
  forgetting.push(forget)
}

function readingsOf(text: string): Readings {
  if (text === latest.text) return latest.readings
  let readings = recent.get(text)
  if (readings === undefined) {
    readings = []
    recent.set(text, readings)
  }
  latest = { text, readings }
  return readings
}
