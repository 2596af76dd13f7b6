/** Calls a model: a few calls at a time, each answer stored by the content of its prompt; no failed call ends the exam. */
import { setTimeout as wait } from 'node:timers/promises'
import { FoveaError } from '../../../errors.ts'
import { failureText } from '../../../models/failure-text.ts'
import { failedCall, type ModelUsage } from '../../../models/model-answer.ts'
import type { Prompt } from '../../../models/prompts.ts'
import { withinDeadline } from '../../../models/within-deadline.ts'
import { maskSecrets } from '../../../scan/secrets/secrets.ts'
import type { TokenCounter } from '../../../types.ts'
import { type CallCache, type Caller, type ExamCall, promptKey } from './exam-call.ts'
import type { AskedModel } from './exam-model.ts'
import type { CallTotals, ExamNote } from './exam-report.ts'

interface CallSettings {
  readonly cache: CallCache
  readonly parallel: number
  readonly timeoutMs: number
  /** Maximum tokens of one answer, including the reasoning of the model. */
  readonly maxOutputTokens: number
  readonly allowSecrets: boolean
  readonly counter: TokenCounter
  /** Wait before a busy endpoint is asked again. */
  readonly retryDelayMs: number
  readonly signal?: AbortSignal | undefined
  readonly onCall?: ((call: { readonly case: string; readonly step: string }) => void) | undefined
}

interface ModelCaller extends Caller {
  readonly notes: readonly ExamNote[]
  totals(): CallTotals & { readonly reused: number }
}

/** The endpoint will answer every other call the same way. */
const hopeless: readonly unknown[] = [401, 403, 404]
/** Temporary errors. */
const passing: readonly unknown[] = [408, 429, 500, 502, 503, 504, 529]
const attempts = 4

export function modelCaller(settings: CallSettings): ModelCaller {
  const { cache, counter, timeoutMs } = settings
  // `ask` doubles it, so that no answer ends in the middle of a sentence.
  const maxTokens = Math.ceil(settings.maxOutputTokens / 2)
  const stop = new AbortController()
  const signal = settings.signal === undefined ? stop.signal : AbortSignal.any([settings.signal, stop.signal])
  let fatal: unknown
  const notes: ExamNote[] = []
  const total = { calls: 0, reused: 0, inputTokens: 0, outputTokens: 0 }
  const within = limiter(settings.parallel)
  const shown = (prompt: Prompt): Prompt =>
    settings.allowSecrets ? prompt : { system: maskSecrets(prompt.system), user: maskSecrets(prompt.user) }

  return {
    notes,
    totals: () => ({ ...total }),
    async ask(model, call) {
      const { case: of, step } = call
      try {
        const first = await answered(model, call, shown(call.prompt))
        const reply = call.read(first)
        if ('value' in reply) return reply.value
        const second = call.read(await answered(model, call, shown(again(call.prompt, first, reply.problem))))
        if ('value' in second) return second.value
        notes.push({ case: of, step, why: `the answer was of no use twice: ${second.problem}` })
      } catch (error) {
        if (FoveaError.isInstance(error) && error.code === 'interrupted') throw error
        if (hopeless.includes(failedCall(error).status)) {
          fatal ??= error
          stop.abort()
          throw fatal
        }
        notes.push({
          case: of,
          step,
          why: failureText(error, settings.allowSecrets ? undefined : maskSecrets),
        })
      }
      return undefined
    },
  }

  async function answered(
    model: AskedModel,
    { case: of, step }: Pick<ExamCall<unknown>, 'case' | 'step'>,
    prompt: Prompt,
  ): Promise<string> {
    const key = promptKey(model, prompt)
    const kept = cache.get(key)
    if (kept !== undefined) {
      total.reused += 1
      return kept.answer
    }
    return within(async () => {
      let usage: ModelUsage = {}
      const report = (given: ModelUsage): void => {
        usage = given
      }
      const answer = await patiently(() => {
        total.calls += 1
        return once(inner => model.ask(prompt, { maxTokens, signal: inner, onUsage: report }))
      })
      const counted = {
        inputTokens: usage.inputTokens ?? counter.count(`${prompt.system}\n${prompt.user}`),
        outputTokens: usage.outputTokens ?? counter.count(answer),
      }
      total.inputTokens += counted.inputTokens
      total.outputTokens += counted.outputTokens
      cache.set(key, { case: of, step, model: model.name, prompt, answer, usage: counted })
      settings.onCall?.({ case: of, step })
      return answer
    })
  }

  async function once(run: (signal: AbortSignal) => Promise<string>): Promise<string> {
    const ending = await withinDeadline(run, timeoutMs, signal)
    if (ending.ending === 'answered') return ending.answer
    if (ending.ending === 'failed') throw ending.error
    if (ending.ending === 'aborted') throw fatal ?? interrupted()
    throw new FoveaError('model-failed', `no answer within ${timeoutMs / 1000} s`)
  }

  async function patiently(run: () => Promise<string>): Promise<string> {
    for (let attempt = 1; ; attempt += 1)
      try {
        return await run()
      } catch (error) {
        if (attempt === attempts || !passing.includes(failedCall(error).status)) throw error
        await wait(settings.retryDelayMs * 4 ** (attempt - 1), undefined, { signal }).catch(() => {
          throw fatal ?? interrupted()
        })
      }
  }
}

function interrupted(): FoveaError {
  return new FoveaError('interrupted', 'The exam was interrupted.')
}

const maxQuotedLength = 2000

function again({ system, user }: Prompt, answer: string, problem: string): Prompt {
  return {
    system,
    user: `${user}\n\nYou replied to this before, and the reply could not be used: ${problem}. It began: ${JSON.stringify(answer.slice(0, maxQuotedLength))}\nReply again, in the form that was asked for.`,
  }
}

/** Runs at most `count` tasks at the same time, in order of arrival. */
function limiter(count: number): <Value>(run: () => Promise<Value>) => Promise<Value> {
  let free = count
  const waiting: (() => void)[] = []
  return async run => {
    if (free > 0) free -= 1
    else await new Promise<void>(resolve => waiting.push(resolve))
    try {
      return await run()
    } finally {
      const next = waiting.shift()
      if (next === undefined) free += 1
      else next()
    }
  }
}

/**
 * Estimates a run before a model is asked: the same calls, with answers of the usual size. Stored answers cost nothing. `shown`
 * masks what would be sent.
 */
export function estimatingCaller(
  cache: CallCache,
  counter: TokenCounter,
  shown: (text: string) => string,
): Caller & { totals(): CallTotals } {
  const total = { calls: 0, inputTokens: 0, outputTokens: 0 }
  return {
    totals: () => ({ ...total }),
    async ask(model, { prompt, read, assumed }) {
      const masked = { system: shown(prompt.system), user: shown(prompt.user) }
      const kept = cache.get(promptKey(model, masked))
      const reply = kept === undefined ? undefined : read(kept.answer)
      if (reply !== undefined && 'value' in reply) return reply.value
      const { value, tokens } = assumed()
      total.calls += 1
      total.inputTokens += counter.count(`${prompt.system}\n${prompt.user}`)
      total.outputTokens += tokens
      return value
    },
  }
}
