/** A probe: a question about a session that only what happened in it can answer. */

export type ProbeType =
  | 'file'
  | 'change'
  | 'decision'
  | 'rationale'
  | 'error'
  | 'resolution'
  | 'progress'
  | 'next step'
  | 'intent'
  | 'blocker'
  /** Written by a user. */
  | 'own'

export interface Probe {
  readonly type: ProbeType
  readonly question: string
  /** All of them are needed, and the question gives none of them away. In any case. */
  readonly keywords: readonly string[]
  /** Without it the work goes wrong. */
  readonly critical: boolean
  /** Index of the message that answers it. */
  readonly message: number
}

/** `undefined` where the question says all that it asks for: such a probe would pass by echo. */
export function probeOf(draft: Probe): Probe | undefined {
  const asked = draft.question.toLowerCase()
  const keywords = [...new Set(draft.keywords.map(word => word.toLowerCase()))].filter(
    word => word !== '' && !asked.includes(word),
  )
  return keywords.length === 0 ? undefined : { ...draft, keywords }
}
