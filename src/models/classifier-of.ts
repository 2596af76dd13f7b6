/** A classifier from whatever answers a prompt. */
import { jsonExtents } from '../scan/json-extents.ts'
import { classificationPrompt } from './classification-prompt.ts'
import type { Classification, Classifier } from './model.ts'
import { type AskModel, modelFailure } from './model-answer.ts'

/** What the answer needs. */
const maxTokens = 100

export function classifierOf(ask: AskModel): Classifier {
  return async (text, context) =>
    decisionIn(await ask(classificationPrompt(text, context), { maxTokens, signal: context.signal }))
}

/** The last object of the answer, whatever is written around it; whether it is sound is judged like any other answer. */
function decisionIn(answer: string): Classification {
  const last = jsonExtents(answer).findLast(({ start }) => answer[start] === '{')
  if (last === undefined) throw modelFailure('The model answered without a JSON object.')
  return JSON.parse(answer.slice(last.start, last.end))
}
