/** A case without secrets: masked before any method sees it, so that no view can hold half of one. */
import { maskSecrets } from '../../../scan/secrets/secrets.ts'
import { maskMessages } from '../../../view/mask-messages.ts'
import { prepareHistory } from '../history.ts'
import type { ExamCase } from './exam-case.ts'

/** The same case where there is no secret. */
export function maskCase(examCase: ExamCase): ExamCase {
  const { history, future, questions } = examCase
  const raw = history.raw.map(maskedMessage)
  const summary = history.summary === undefined ? undefined : maskSecrets(history.summary)
  const isSame = summary === history.summary && raw.every((message, at) => message === history.raw[at])
  const known = summary === undefined ? {} : { summary }
  return {
    ...examCase,
    history: isSame ? history : prepareHistory(raw, history.format, known, history.counters),
    future: maskMessages(future),
    ...(questions === undefined
      ? {}
      : {
          questions: questions.map(each => ({
            ...each,
            question: maskSecrets(each.question),
            answer: maskSecrets(each.answer),
          })),
        }),
  }
}

/** Text by text, and then as JSON, where the name of a field gives its value away. */
function maskedMessage(message: unknown): unknown {
  const masked = maskedValue(message, 0)
  const text = JSON.stringify(masked)
  if (text === undefined) return masked
  const whole = maskSecrets(text)
  if (whole === text) return masked
  try {
    return JSON.parse(whole)
  } catch {
    return masked
  }
}

const deepest = 64

function maskedValue(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return maskSecrets(value)
  if (typeof value !== 'object' || value === null || depth >= deepest) return value
  if (Array.isArray(value)) {
    const items = value.map(item => maskedValue(item, depth + 1))
    return items.some((item, at) => item !== value[at]) ? items : value
  }
  const entries = Object.entries(value).map(([name, inner]) => [name, maskedValue(inner, depth + 1)] as const)
  return entries.some(([name, inner]) => inner !== (value as Record<string, unknown>)[name])
    ? Object.fromEntries(entries)
    : value
}
