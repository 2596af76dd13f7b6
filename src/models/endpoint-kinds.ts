/** The APIs of model endpoints: their paths, headers and bodies, and where an answer is. */
import { optionError } from '../errors.ts'
import { listOf } from '../formats/raw-value.ts'
import type { EndpointKind } from './model.ts'
import { type ModelUsage, tokenCount } from './model-answer.ts'
import type { Prompt } from './prompts.ts'

interface EndpointAnswer {
  readonly text: string
  /** The answer is incomplete. */
  readonly cutOff: boolean
  readonly refused: boolean
  readonly usage: ModelUsage
}

interface EndpointDialect {
  /** The path of a call to a model. */
  path(model: string): string
  /** What precedes the path where a URL names only a host. */
  readonly version: string
  headers(apiKey: string | undefined): Readonly<Record<string, string>>
  body(prompt: Prompt, model: string, outputTokens: number, url: URL): Readonly<Record<string, unknown>>
  /** `undefined` where the body is not an answer. */
  read(body: unknown): EndpointAnswer | undefined
}

const openAiHost = /(?:^|\.)openai\.(?:azure\.)?com$/

const openai: EndpointDialect = {
  path: () => '/chat/completions',
  version: '/v1',
  headers: apiKey => (apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
  body: ({ system, user }, model, outputTokens, { hostname }) => ({
    model,
    messages: [
      { role: 'system', content: system },
      { role: 'user', content: user },
    ],
    // OpenAI's newer models refuse the old name of the limit; all other servers know only the old one.
    [openAiHost.test(hostname) ? 'max_completion_tokens' : 'max_tokens']: outputTokens,
  }),
  read(body) {
    const choice = recordOf(listOf(recordOf(body).choices)[0])
    if (typeof choice.message !== 'object' || choice.message === null) return undefined
    const message = recordOf(choice.message)
    return {
      text: textOf(message.content),
      cutOff: choice.finish_reason === 'length',
      refused: choice.finish_reason === 'content_filter' || typeof message.refusal === 'string',
      usage: usageOf(recordOf(body).usage, 'prompt_tokens', 'completion_tokens'),
    }
  },
}

const anthropic: EndpointDialect = {
  path: () => '/messages',
  version: '/v1',
  headers: apiKey => ({
    'anthropic-version': '2023-06-01',
    ...(apiKey === undefined ? {} : { 'x-api-key': apiKey }),
  }),
  body: ({ system, user }, model, outputTokens) => ({
    model,
    system,
    messages: [{ role: 'user', content: user }],
    max_tokens: outputTokens,
  }),
  read(body) {
    const { content, stop_reason, usage } = recordOf(body)
    if (!Array.isArray(content)) return undefined
    return {
      text: textOf(content),
      cutOff: stop_reason === 'max_tokens',
      refused: stop_reason === 'refusal',
      usage: usageOf(usage, 'input_tokens', 'output_tokens'),
    }
  },
}

/** Any other reason means that the provider withheld the answer. */
const geminiEndings: readonly unknown[] = ['STOP', 'MAX_TOKENS', 'FINISH_REASON_UNSPECIFIED', undefined]

const gemini: EndpointDialect = {
  path: model => `/models/${encodeURIComponent(model.replace(/^models\//, ''))}:generateContent`,
  version: '/v1beta',
  headers: apiKey => (apiKey === undefined ? {} : { 'x-goog-api-key': apiKey }),
  body: ({ system, user }, _model, outputTokens) => ({
    systemInstruction: { parts: [{ text: system }] },
    contents: [{ role: 'user', parts: [{ text: user }] }],
    generationConfig: { maxOutputTokens: outputTokens },
  }),
  read(body) {
    const { candidates, promptFeedback, usageMetadata } = recordOf(body)
    const isBlocked = typeof recordOf(promptFeedback)['blockReason'] === 'string'
    if (!Array.isArray(candidates) && !isBlocked) return undefined
    const { content, finishReason } = recordOf(listOf(candidates)[0])
    const { promptTokenCount, candidatesTokenCount, thoughtsTokenCount } = recordOf(usageMetadata)
    const written = tokenCount(candidatesTokenCount)
    return {
      text: listOf(recordOf(content)['parts'])
        .map(recordOf)
        .map(({ text, thought }) => (typeof text === 'string' && thought !== true ? text : ''))
        .join(''),
      cutOff: finishReason === 'MAX_TOKENS',
      refused: isBlocked || !geminiEndings.includes(finishReason),
      usage: {
        inputTokens: tokenCount(promptTokenCount),
        // Thoughts are billed as output but counted separately.
        outputTokens: written === undefined ? undefined : written + (tokenCount(thoughtsTokenCount) ?? 0),
      },
    }
  },
}

export const endpointDialects: Readonly<Record<EndpointKind, EndpointDialect>> = { openai, anthropic, gemini }

export const endpointKindNames: readonly EndpointKind[] = ['openai', 'anthropic', 'gemini']

/** By its host. An unknown host is called with OpenAI's API. */
export function endpointKindOf(url: string): EndpointKind {
  const host = URL.parse(url)?.hostname ?? ''
  const isOf = (domain: string): boolean => host === domain || host.endsWith(`.${domain}`)
  if (isOf('anthropic.com')) return 'anthropic'
  return host === 'generativelanguage.googleapis.com' && !openAiPath.test(url) ? 'gemini' : 'openai'
}

/** Google serves OpenAI's API below this path. */
const openAiPath = /\/openai(?:\/|$)/

/** The usage that a provider reports, as far as it does. */
function usageOf(usage: unknown, input: string, output: string): ModelUsage {
  const counts = recordOf(usage)
  return { inputTokens: tokenCount(counts[input]), outputTokens: tokenCount(counts[output]) }
}

/** A text, or the text parts of a list. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  return listOf(content)
    .map(recordOf)
    .map(({ type, text }) => (type === 'text' && typeof text === 'string' ? text : ''))
    .join('')
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}
}

/** `https://host` → `https://host/v1/messages`, `https://host/api` → `https://host/api/messages`; a whole address stays. */
export function callUrl(address: string, dialect: EndpointDialect, model: string): URL {
  const url = URL.parse(address)
  if (url === null || !/^https?:$/.test(url.protocol))
    throw optionError('url must be an http or https URL, such as "http://localhost:11434/v1".')
  if (url.username !== '' || url.password !== '')
    throw optionError('url must not hold a name or password; pass the key as apiKey.')
  const base = url.pathname.endsWith('/') ? url.pathname.slice(0, -1) : url.pathname
  const path = dialect.path(model)
  if (!base.endsWith(path)) url.pathname = (base === '' ? dialect.version : base) + path
  return url
}
