/** Middleware and tools for the AI SDK, versions 6 and 7: one shape that fits both, without importing either. */
import { isRecord } from '../../formats/raw-value.ts'
import type { Usage } from '../../session/session.ts'
import type { Store } from '../../store/store.ts'
import { answerLookup, expandLookup, type LookupTool, searchLookup } from '../../tools/lookup/lookup-tools.ts'
import {
  type MiddlewareOptions,
  type MiddlewareStep,
  middlewareSession,
  numberIn,
} from './middleware-session.ts'

export type FoveaMiddlewareOptions = MiddlewareOptions

/** A language-model middleware, for `wrapLanguageModel`. */
export interface FoveaMiddleware {
  readonly specificationVersion: 'v3'
  transformParams<Params extends CallParams>(call: {
    readonly params: Params
    readonly model: { readonly modelId: string }
  }): Promise<Params>
  wrapGenerate<Result extends { readonly usage: unknown }>(call: {
    readonly params: object
    readonly doGenerate: () => PromiseLike<Result>
  }): Promise<Result>
  wrapStream<Result extends { readonly stream: ReadableStream }>(call: {
    readonly params: object
    readonly doStream: () => PromiseLike<Result>
  }): Promise<Result>
}

interface CallParams {
  readonly prompt: readonly unknown[]
  readonly tools?: unknown
}

/** Throws `invalid-option`; a call itself never fails because of compression. */
export function foveaMiddleware(options: FoveaMiddlewareOptions = {}): FoveaMiddleware {
  const session = middlewareSession(options)
  /** Steps by the params object that the model gets. */
  const steps = new WeakMap<object, MiddlewareStep>()
  return {
    specificationVersion: 'v3',
    async transformParams({ params, model }) {
      const { prompt, tools } = params
      const step = await session.step({ messages: prompt, tools, model: model.modelId })
      const sent = step.messages === prompt ? params : { ...params, prompt: step.messages.map(inParts) }
      steps.set(sent, step)
      return sent
    },
    async wrapGenerate({ params, doGenerate }) {
      const result = await doGenerate()
      steps.get(params)?.usage(usageOf(result.usage))
      return result
    },
    async wrapStream({ params, doStream }) {
      const result = await doStream()
      const step = steps.get(params)
      const watched = new TransformStream<unknown, unknown>({
        transform(part, controller) {
          if (isRecord(part) && part.type === 'finish') step?.usage(usageOf(part.usage))
          controller.enqueue(part)
        },
      })
      return { ...result, stream: result.stream.pipeThrough(watched) }
    },
  }
}

/** A prompt has lists of parts where other messages may have a string. */
function inParts(message: unknown): unknown {
  if (!isRecord(message) || message.role === 'system' || typeof message.content !== 'string') return message
  return { ...message, content: [{ type: 'text', text: message.content }] }
}

/** `{ inputTokens: { total, cacheRead, cacheWrite }, outputTokens: { total } }` */
function usageOf(reported: unknown): Usage | undefined {
  if (!isRecord(reported) || !isRecord(reported.inputTokens)) return undefined
  const { total, cacheRead, cacheWrite } = reported.inputTokens
  if (typeof total !== 'number') return undefined
  return {
    inputTokens: total,
    cachedTokens: numberIn(cacheRead),
    writtenTokens: numberIn(cacheWrite),
    outputTokens: isRecord(reported.outputTokens) ? numberIn(reported.outputTokens.total) : undefined,
  }
}

/** A tool of the AI SDK; give it to the model under a name that ends in `expand` or `search`. */
export interface AiSdkLookupTool {
  readonly description: string
  readonly inputSchema: StandardJsonSchema
  execute(input: Readonly<Record<string, unknown>>): Promise<string>
}

/** Standard Schema with its JSON Schema, which both versions read. */
export interface StandardJsonSchema {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: 'fovea'
    validate(
      value: unknown,
    ):
      | { readonly value: Readonly<Record<string, unknown>> }
      | { readonly issues: readonly { readonly message: string }[] }
    readonly jsonSchema: {
      input(): Record<string, unknown>
      output(): Record<string, unknown>
    }
  }
}

export interface LookupToolOptions {
  /** The store of the middleware. */
  readonly store: Store
}

/** Brings an original back: all of it, a range of its lines, or the lines that contain a text. */
export function expandTool({ store }: LookupToolOptions): AiSdkLookupTool {
  return lookupTool(expandLookup, store)
}

/** Finds words in the originals. */
export function searchTool({ store }: LookupToolOptions): AiSdkLookupTool {
  return lookupTool(searchLookup, store)
}

function lookupTool({ name, description, input }: LookupTool, store: Store): AiSdkLookupTool {
  const schema = (): Record<string, unknown> => ({ ...input })
  return {
    description,
    inputSchema: {
      '~standard': {
        version: 1,
        vendor: 'fovea',
        validate: value => (isRecord(value) ? { value } : { issues: [{ message: 'Give an object.' }] }),
        jsonSchema: { input: schema, output: schema },
      },
    },
    execute: async given => (await answerLookup(name, given, store)).text,
  }
}
