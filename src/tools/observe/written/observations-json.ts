/** Observations as JSON for others, with messages counted from 1. */
import type { Observation, SessionObservations } from '../observation.ts'

/** `message` and `messages` are numbers of messages counted from 1, as views, ledgers and documents count them. */
export interface ObservationsJson extends SessionObservations {
  /** Without a version messages were counted from 0. */
  readonly version: 2
}

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
