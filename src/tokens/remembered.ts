/** What was read of a text, kept while the text is among the latest: a history that grows or comes again is read once. */

/** A light reading of a shorter text takes no longer than looking it up. */
const lightest = 200
/** Characters of text that one of two generations keeps. */
const mostCharacters = 2_000_000
/** What a text takes beside its characters, in characters. */
const textOverhead = 100

/** By the number of the reader. */
type Readings = unknown[]

let younger = new Map<string, Readings>()
let elder = new Map<string, Readings>()
let kept = 0
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
  younger = new Map()
  elder = new Map()
  kept = 0
  latest = { text: '', readings: [] }
}

/** When the younger generation is full it becomes the elder, and the elder is forgotten. */
function readingsOf(text: string): Readings {
  if (text === latest.text) return latest.readings
  let readings = younger.get(text)
  if (readings === undefined) {
    readings = elder.get(text) ?? []
    const size = text.length + textOverhead
    if (kept + size > mostCharacters) {
      elder = younger
      younger = new Map()
      kept = 0
    }
    younger.set(text, readings)
    kept += size
  }
  latest = { text, readings }
  return readings
}
