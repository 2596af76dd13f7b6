/** A probe: a question that can be answered only from what happened in a session. */

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
  /** An answer needs all of them, in any letter case; the question contains none of them. */
  readonly keywords: readonly string[]
  /** Without this answer the work goes wrong. */
  readonly critical: boolean
  /** Index of the message that answers it. */
  readonly message: number
}

/** `undefined` where the question contains all keywords: repeating it would pass. */
export function probeOf(draft: Probe): Probe | undefined {
  const asked = draft.question.toLowerCase()
  const keywords = [...new Set(draft.keywords.map(word => word.toLowerCase()))].filter(
    word => word !== '' && !asked.includes(word),
  )
  return keywords.length === 0 ? undefined : { ...draft, keywords }
}
