/** Observations: what a session was about, what was done and decided in it, in a small share of its tokens. */
import { optionError } from '../../errors.ts'
import { formatOf } from '../../formats/detect-format.ts'
import { callback } from '../../settings/invalid-option.ts'
import { checkNames, type NamesOf } from '../../settings/option-names.ts'
import type { SessionInfo, Store } from '../../store/store.ts'
import { present } from '../../tokens/json-value.ts'
import type { Transcript } from '../../transcripts/transcript.ts'
import type { FormatName, Message } from '../../types.ts'
import {
  type ModelObservations,
  type ObserveByModelOptions,
  observeMessagesByModel,
} from './model/observe-messages-by-model.ts'
import type { Observation, SessionObservations } from './observation.ts'
import { type ObserveOptions, observeMessages } from './observe-messages.ts'
import { storeMessages } from './store-messages.ts'

export { type FitOptions, type FittedObservations, fitObservations } from './fit-observations.ts'
export type { ModelObservations, ObservationWriter } from './model/observe-messages-by-model.ts'
export type {
  FactVerb,
  LeftOut,
  Observation,
  ObservationType,
  ObservedCommand,
  ObservedFact,
  ObservedFile,
  SessionObservations,
} from './observation.ts'
export { parseMarkdown } from './written/parse-markdown.ts'
export { parseXml } from './written/parse-xml.ts'
export { renderMarkdown } from './written/render-markdown.ts'
export { renderXml } from './written/render-xml.ts'

/** A session read from its log, or messages of any provider. */
export type Observable = Transcript | readonly unknown[]

export interface ObserveSessionOptions extends ObserveOptions {
  /** The format of the messages. @default that of the transcript, or detected */
  readonly format?: FormatName | undefined
}

const observeNames: NamesOf<ObserveSessionOptions> = { root: true, times: true, format: true }

/** Deterministic and linear. Throws `invalid-option` if there is nothing to observe. */
export function observe(session: Observable, options: ObserveSessionOptions = {}): readonly Observation[] {
  checkNames(options, observeNames)
  const { messages, known } = read(session, options)
  return observeMessages(messages, known)
}

export interface StoreOptions extends ObserveSessionOptions {
  /** Stores the messages of each observation, which then names their handle. @default nothing is stored */
  readonly store?: Store | undefined
}

const storeNames: NamesOf<StoreOptions> = { ...observeNames, store: true }

/** The observations of a session with facts about it as a whole: its name, its agent, its directory. */
export async function observeSession(
  session: Observable,
  options: StoreOptions = {},
): Promise<SessionObservations> {
  checkNames(options, storeNames)
  const reading = read(session, options)
  return withSession(reading, observeMessages(reading.messages, reading.known), options.store)
}

export interface ObservationModelOptions
  extends StoreOptions,
    Omit<ObserveByModelOptions, keyof ObserveOptions> {}

const modelNames: NamesOf<ObservationModelOptions> = {
  ...storeNames,
  writer: true,
  timeoutMs: true,
  concurrency: true,
  signal: true,
}

/** The same, written by a model if its answer passes the checks. */
export async function observeByModel(
  session: Observable,
  options: ObservationModelOptions,
): Promise<SessionObservations & Omit<ModelObservations, 'observations'>> {
  checkNames(options, modelNames)
  callback('writer', options.writer)
  const reading = read(session, options)
  const { observations, ...outcome } = await observeMessagesByModel(reading.messages, {
    ...options,
    ...reading.known,
  })
  return { ...(await withSession(reading, observations, options.store)), ...outcome }
}

async function withSession(
  { raw, known: { root }, agent, info }: ReadSession,
  observations: readonly Observation[],
  store: Store | undefined,
): Promise<SessionObservations> {
  return {
    ...present({ session: info?.id, agent, root }),
    observations: store === undefined ? observations : await storeMessages(observations, raw, store, info),
  }
}

interface ReadSession {
  readonly messages: readonly Message[]
  readonly raw: readonly unknown[]
  /** Directory and times, from the caller or else from the log. */
  readonly known: ObserveOptions
  readonly agent?: string
  readonly info?: SessionInfo
}

function read(session: Observable, options: ObserveSessionOptions): ReadSession {
  const { root, times } = options
  if (!isTranscript(session)) {
    if (!Array.isArray(session))
      throw optionError('A session to observe is a transcript, or a list of messages.')
    return { messages: formatOf(session, options.format).read(session), raw: session, known: { root, times } }
  }
  const { messages: raw, origins, cwd, session: id, agent, model } = session
  const format = options.format ?? session.format
  return {
    messages: formatOf(raw, format).read(raw),
    raw,
    known: {
      root: root ?? cwd ?? origins.find(origin => origin.cwd !== undefined)?.cwd,
      times: times ?? origins.map(({ timestamp }) => timestamp),
    },
    agent,
    ...(id === undefined ? {} : { info: { id, agent, format, ...(model === undefined ? {} : { model }) } }),
  }
}

function isTranscript(session: Observable): session is Transcript {
  return !Array.isArray(session) && typeof session === 'object' && session !== null && 'origins' in session
}

/** `message` and `messages` are numbers of messages counted from 1, as views, ledgers and documents count them. */
export interface ObservationsJson extends SessionObservations {
  /** Without a version, messages were counted from 0. */
  readonly version: 2
}

/** Observations as JSON for other programs, with messages counted from 1. */
export function observationsJson(sessions: readonly SessionObservations[]): readonly ObservationsJson[] {
  return sessions.map(session => ({
    version: 2,
    ...session,
    observations: session.observations.map(withNumbers),
  }))
}

function withNumbers(observation: Observation): Observation {
  const { facts, messages } = observation
  return {
    ...observation,
    facts: facts.map(fact => (fact.message === undefined ? fact : { ...fact, message: fact.message + 1 })),
    ...(messages === undefined ? {} : { messages: [messages[0] + 1, messages[1] + 1] as const }),
  }
}
