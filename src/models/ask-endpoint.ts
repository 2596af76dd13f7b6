/** Asks any endpoint with the API of OpenAI's chat completions, Anthropic's messages or Gemini's generateContent. */
import { type FoveaError, optionError } from '../errors.ts'
import { isRecord, jsonValue } from '../tokens/json-value.ts'
import { callUrl, endpointDialects } from './endpoint-kinds.ts'
import { snippet, thrownText } from './failure-text.ts'
import type { EndpointOptions } from './model.ts'
import { type AskModel, type FailedCall, modelFailure, outputLimit, withoutThinking } from './model-answer.ts'

const nothingUsed = { inputTokens: 0, outputTokens: 0 }

/** The connection ended after it was made: the model may have begun to answer. */
const endings: ReadonlySet<unknown> = new Set(['ECONNRESET', 'UND_ERR_SOCKET', 'UND_ERR_HEADERS_TIMEOUT'])

/** Refusals that end by themselves. */
const busy: ReadonlySet<number> = new Set([429, 503, 529])

/** The caller of a model waits for one answer: what needs longer, over all retries, fails at once. */
const maxRetrySeconds = 20

interface Posted {
  readonly status: number
  readonly body: string
  readonly retryAfter: string | null
}

function wasReached(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined
  return isRecord(cause) && endings.has(cause['code'])
}

/** Errors contain the endpoint, its status and the beginning of its answer, but never the key. */
export function askEndpoint(options: EndpointOptions): AskModel {
  if (typeof options !== 'object' || options === null)
    throw optionError(`The options are ${String(options)}; they must be an object with kind, url and model.`)
  const dialect = endpointDialects[options.kind]
  if (dialect === undefined)
    throw optionError('kind must be "openai", "anthropic" or "gemini": it says how to speak to url.')
  if (!options.model) throw optionError('model must name a model that url serves.')
  const url = callUrl(options.url, dialect, options.model)
  // Keys come from files and variables, often with a line break that a header cannot contain.
  const apiKey = options.apiKey?.trim() || undefined
  const withoutSecrets = redactor(
    [apiKey ?? ''],
    [...Object.values(options.headers ?? {}), ...url.searchParams.values()],
  )
  const fail = (what: string, detail = '', ending: FailedCall = {}): FoveaError =>
    modelFailure(`${url.origin}${url.pathname} ${what}${snippet(withoutSecrets(detail))}`, ending)

  return async (prompt, { maxTokens, signal, onUsage }) => {
    const fields = dialect.body(prompt, options.model, outputLimit(maxTokens), url)
    const { status, body } = await postInTime(JSON.stringify({ ...fields, ...options.settings }), signal)
    if (status < 200 || status > 299)
      throw fail(`answered ${status}: `, body || 'nothing', { status, usage: nothingUsed })
    const answer = dialect.read(jsonValue(body))
    if (answer === undefined) throw fail(`answered ${status} without a message: `, body, { status })
    const { usage } = answer
    onUsage?.(usage)
    if (answer.refused) throw fail('refused to answer', '', { status, usage })
    if (answer.cutOff) throw fail('ran into the output limit; raise it in settings', '', { status, usage })
    return withoutThinking(answer.text)
  }

  /** Asks again as soon as a busy endpoint allows it. */
  async function postInTime(body: string, signal: AbortSignal): Promise<Posted> {
    let left = maxRetrySeconds
    for (let retries = 2; ; retries -= 1) {
      const posted = await post(body, signal)
      const seconds = posted.retryAfter === null ? Number.NaN : Number(posted.retryAfter)
      if (retries === 0 || !busy.has(posted.status) || !(seconds >= 0 && seconds <= left)) return posted
      // Most processes never wait: the module is not loaded with the library.
      const { setTimeout: sleep } = await import('node:timers/promises')
      await sleep(seconds * 1000, undefined, { signal }).catch(() => {})
      // The refusal says more than that nobody waits any longer.
      if (signal.aborted) return posted
      left -= seconds
    }
  }

  async function post(body: string, signal: AbortSignal): Promise<Posted> {
    let status: number | undefined
    try {
      const response = await (options.fetch ?? fetch)(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...dialect.headers(apiKey),
          ...options.headers,
        },
        body,
        signal,
        // A redirect would send the key to another server.
        redirect: 'error',
      })
      status = response.status
      return { status, body: await response.text(), retryAfter: response.headers.get('retry-after') }
    } catch (error) {
      // The error itself may contain the key: only its masked text is passed on.
      throw status === undefined && !wasReached(error)
        ? fail('could not be reached: ', thrownText(error), { usage: nothingUsed })
        : fail('broke off its answer: ', thrownText(error), { status })
    }
  }
}

/** Shorter words in headers and parameters are versions and schemes, not secrets. */
const minSecretLength = 8

/** Masks keys wherever an endpoint or `fetch` repeats them, before a text is cut. */
function redactor(keys: readonly string[], values: readonly string[]): (text: string) => string {
  const words = values.flatMap(value => value.split(/\s/)).filter(word => word.length >= minSecretLength)
  const secrets = [...keys.filter(key => key !== ''), ...words].flatMap(secret => [
    secret,
    encodeURIComponent(secret.toWellFormed()),
  ])
  return text => secrets.reduce((clean, secret) => clean.replaceAll(secret, '[secret]'), text)
}
