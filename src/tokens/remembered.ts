/** Caches results of reading a text, for the most recent texts: a history that grows or is sent again is read once. */
import { RecentTexts } from './recent-texts.ts'

/** Reading a shorter text again takes no longer than a lookup. */
const defaultMinLength = 200
/** A longer history would be dropped before it is sent again. */
export const rememberedCharacters = 4_000_000

/** A history of talk is also kept by paragraphs and by sentences: of one that does not fit, nothing would be left. */
export const keptCharacters: number = 2 * rememberedCharacters

/** Enough for readers that use neighbouring texts in turn. */
const briefCharacters = 50_000

/** By the index of the reader. */
export type Readings = unknown[]

// Safe to share by all callers of a process: an answer depends on its text alone, and one that is gone is read again.
const recent = new RecentTexts<Readings>(keptCharacters)
let readers = 0
/** Indices of the readers whose results other threads can send: plain data, under a name that is the same in every thread. */
const sentReaders = new Map<string, number>()
/** What was read ahead for running compressions, whatever its size. */
const ahead = new Set<ReadonlyMap<string, Readings>>()
let recording: Map<string, Readings> | undefined
/** Several readers use one text in turn. */
let latest: { readonly text: string; readonly readings: Readings } = { text: '', readings: [] }

interface RememberedOptions {
  readonly minLength?: number
  readonly name?: string
}

/**
 * The same function, called once for a cached text. The result must depend on the text only, and no caller may change it.
 * `minLength`: shorter texts are not cached; 0 for slow readers. `name`: worker threads read for it; its results are plain
 * data.
 */
export function remembered<Value extends NonNullable<unknown>>(
  read: (text: string) => Value,
  { minLength = defaultMinLength, name }: RememberedOptions = {},
): (text: string) => Value {
  const reader = readers
  readers += 1
  if (name !== undefined) sentReaders.set(name, reader)
  return text => {
    if (text.length < minLength) return read(text)
    const readings = readingsOf(text)
    const known = readings[reader]
    if (known !== undefined) return known as Value
    const value = read(text)
    readings[reader] = value
    return value
  }
}

/** The same for results that also depend on the key. */
export function rememberedByKey<Value extends NonNullable<unknown>>(
  options: RememberedOptions = {},
): (text: string, keyOf: () => string, read: () => Value) => Value {
  const { minLength = defaultMinLength } = options
  const byKey = remembered((): ByKey<Value> => ({ key: '', value: undefined, others: undefined }), options)
  return (text, keyOf, read) => {
    if (text.length < minLength) return read()
    const values = byKey(text)
    const key = keyOf()
    const isFirst = values.value === undefined || values.key === key
    const known = isFirst ? values.value : values.others?.get(key)
    if (known !== undefined) return known
    const value = read()
    if (isFirst) {
      values.key = key
      values.value = value
    } else {
      values.others ??= new Map()
      values.others.set(key, value)
    }
    return value
  }
}

/** Values for cached texts, set by the caller. */
export interface TextNotes<Value> {
  /** A text that is not cached stays so. */
  get(text: string): Value | undefined
  set(text: string, value: Value): void
}

export function textNotes<Value extends NonNullable<unknown>>(): TextNotes<Value> {
  const reader = readers
  readers += 1
  return {
    get: text => (text === latest.text ? latest.readings : recent.get(text))?.[reader] as Value | undefined,
    set(text, value) {
      readingsOf(text)[reader] = value
    },
  }
}

/** Most texts are read with one key: a map is made for the second. */
interface ByKey<Value> {
  key: string
  value: Value | undefined
  others: Map<string, Value> | undefined
}

/** Whether a history of this many characters would still be cached the next time. */
export function isRememberedLength(characters: number): boolean {
  return characters <= rememberedCharacters
}

/** Results for a history that is too long for the cache are kept only while its neighbours are read. */
export function beginHistory(characters: number): void {
  recent.limit(isRememberedLength(characters) ? keptCharacters : briefCharacters)
}

/** As in a new process, for measurements and tests. */
export function forgetReadings(): void {
  recent.clear()
  recent.limit(keptCharacters)
  ahead.clear()
  for (const forget of forgetting) forget()
  latest = { text: '', readings: [] }
}

const forgetting: (() => void)[] = []

/** Registers another cache by text, which is cleared together with this one. */
export function onForget(forget: () => void): void {
  forgetting.push(forget)
}

function readingsOf(text: string): Readings {
  if (text === latest.text) return latest.readings
  let readings = recent.get(text)
  if (readings === undefined) {
    readings = readAhead(text) ?? []
    recent.set(text, readings)
  }
  recording?.set(text, readings)
  latest = { text, readings }
  return readings
}

function readAhead(text: string): Readings | undefined {
  for (const texts of ahead) {
    const readings = texts.get(text)
    if (readings !== undefined) return readings
  }
  return undefined
}

/** Whether one of these readers has a cached result for the text. */
export function isRead(text: string, names: readonly string[]): boolean {
  const readings = recent.get(text)
  return readings !== undefined && names.some(name => readings[sentReaders.get(name) ?? -1] !== undefined)
}

/** Records what is read of texts while `run` runs synchronously. */
export function recordReadings(run: () => void, texts: Map<string, Readings> = new Map()): typeof texts {
  recording = texts
  // Otherwise the latest text would not be recorded.
  latest = { text: '', readings: [] }
  try {
    run()
  } finally {
    recording = undefined
  }
  return texts
}

/** Keeps them until the returned function is called. */
export function keepReadings(texts: ReadonlyMap<string, Readings>): () => void {
  ahead.add(texts)
  return () => void ahead.delete(texts)
}

/** Texts, each with what was read of it, by the names of the readers: plain data. */
type SentReadings = readonly (readonly [text: string, values: readonly SentValue[]])[]
type SentValue = readonly [name: string, value: unknown]

export function sentReadings(texts: ReadonlyMap<string, Readings>): SentReadings {
  return Array.from(texts, ([text, readings]) => [
    text,
    Array.from(sentReaders, ([name, reader]): SentValue => [name, readings[reader]]).filter(
      ([, value]) => value !== undefined,
    ),
  ])
}

/** Adds the results of another thread. Readers that this thread does not have are skipped. */
export function addSentReadings(sent: SentReadings, texts: Map<string, Readings>): void {
  for (const [text, values] of sent) {
    const readings = texts.get(text) ?? []
    for (const [name, value] of values) {
      const reader = sentReaders.get(name)
      if (reader !== undefined) readings[reader] ??= value
    }
    texts.set(text, readings)
  }
}
