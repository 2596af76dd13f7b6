/** Meetings with questions, reference answers and the turns that answer them, as QMSum writes them. */
import { FoveaError } from '../src/errors.ts'
import type { Message } from '../src/types.ts'

export interface MeetingQuestion {
  readonly question: string
  readonly answer: string
  /** First and last turn of each stretch that answers it; empty where the whole meeting does. */
  readonly evidence: readonly (readonly [first: number, last: number])[]
}

export interface Meeting {
  /** One message for each turn: `Speaker: what was said`. */
  readonly messages: readonly Message[]
  readonly questions: readonly MeetingQuestion[]
}

type Json = Readonly<Record<string, unknown>>

/** Takes the text of the file or what it parses to. Throws `invalid-transcript` where it is no meeting. */
export function readMeeting(json: unknown): Meeting {
  const { meeting_transcripts: turns, ...lists } = recordOf(typeof json === 'string' ? parsed(json) : json)
  if (!Array.isArray(turns))
    throw new FoveaError(
      'invalid-transcript',
      'This is not a meeting: it has no list meeting_transcripts of turns with speaker and content.',
    )
  const messages = turns.map((turn): Message => {
    const { speaker, content } = recordOf(turn)
    const text = `${String(speaker ?? 'Somebody')}: ${String(content ?? '')}`
    return { role: 'user', blocks: [{ type: 'text', text, media: 'text', path: ['content'] }] }
  })
  return {
    messages,
    questions: [...questionsIn(lists['general_query_list']), ...questionsIn(lists['specific_query_list'])],
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new FoveaError('invalid-transcript', 'This is not a meeting: it is not JSON.', { cause })
  }
}

function questionsIn(list: unknown): readonly MeetingQuestion[] {
  return (Array.isArray(list) ? list : []).flatMap(entry => {
    const { query, answer, relevant_text_span: spans } = recordOf(entry)
    if (typeof query !== 'string' || typeof answer !== 'string') return []
    const evidence = (Array.isArray(spans) ? spans : []).flatMap(span => {
      const [first, last] = Array.isArray(span) ? span.map(Number) : []
      return isTurn(first) && isTurn(last) ? [[first, last] as const] : []
    })
    return [{ question: query, answer, evidence }]
  })
}

function isTurn(value: number | undefined): value is number {
  return value !== undefined && Number.isInteger(value) && value >= 0
}

function recordOf(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}
}
