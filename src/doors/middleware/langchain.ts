/** Middleware for agents of LangChain.js: smaller model calls, and the tools that bring originals back. */
import { type AgentMiddleware, AIMessage, createMiddleware, tool } from 'langchain'
import { isRecord } from '../../formats/raw-value.ts'
import type { Usage } from '../../session/session.ts'
import { flag } from '../../settings/invalid-option.ts'
import { checkNames } from '../../settings/option-names.ts'
import { memoryStore } from '../../store/memory-store.ts'
import type { Store } from '../../store/store.ts'
import type { CompressOptions } from '../../strategies/options/compress-options.ts'
import { answerLookup, expandLookup, type LookupTool, lookupTools } from '../../tools/lookup/lookup-tools.ts'
import { fromLangChain, toLangChain } from './langchain-messages.ts'
import {
  type MiddlewareOptions,
  middlewareOptionNames,
  middlewareSession,
  numberIn,
} from './middleware-session.ts'

export interface FoveaLangChainOptions extends MiddlewareOptions {
  /** Gives the agent the tools `fovea_expand` and `fovea_search`. @default true */
  readonly tools?: boolean | undefined
}

/** Throws `invalid-option`; a call itself never fails because of compression. */
export function foveaMiddleware(options: FoveaLangChainOptions = {}): AgentMiddleware {
  checkNames(options, { ...middlewareOptionNames, tools: true })
  const { tools = true, store = memoryStore(), ...rest } = options
  flag('tools', tools)
  const compress = tools
    ? ({ expandWith: expandLookup.name, ...rest.compress } as CompressOptions)
    : rest.compress
  const session = middlewareSession({ ...rest, store, compress })
  return createMiddleware({
    name: 'FoveaMiddleware',
    tools: tools ? lookupTools.map(lookup => lookupTool(lookup, store)) : [],
    wrapModelCall: async (request, handler) => {
      const { messages: sources, systemMessage, tools: bound } = request
      const given = readable(() => ({
        messages: fromLangChain(sources),
        system: systemMessage.text,
        tools: bound.map(describeTool),
      }))
      if (given === undefined) return handler(request)
      const { messages } = given
      const step = await session.step(given)
      const sent =
        step.messages === messages ? undefined : readable(() => toLangChain(step.messages, sources, messages))
      const answer = await handler(sent === undefined ? request : { ...request, messages: sent })
      if (AIMessage.isInstance(answer)) step.usage(usageOf(answer.usage_metadata))
      return answer
    },
  }) as AgentMiddleware
}

/** `undefined` if the kind of the messages is unknown. */
function readable<Value>(read: () => Value): Value | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

function lookupTool({ name, description, input }: LookupTool, store: Store) {
  return tool(async (given: unknown) => (await answerLookup(name, given, store)).text, {
    name,
    description,
    schema: { ...input, type: 'object' },
  })
}

/** The part of a tool that is in the request; a schema that is not plain JSON is omitted. */
function describeTool(given: object): object {
  const { name, description, schema } = given as Readonly<Record<string, unknown>>
  const isJson = isRecord(schema) && typeof schema.type === 'string' && Object.hasOwn(schema, 'properties')
  return { name, description, ...(isJson && !('_def' in schema) ? { schema } : {}) }
}

/** `{ input_tokens, output_tokens, input_token_details: { cache_read, cache_creation } }` */
function usageOf(reported: unknown): Usage | undefined {
  if (!isRecord(reported) || typeof reported.input_tokens !== 'number') return undefined
  const details = isRecord(reported.input_token_details) ? reported.input_token_details : {}
  return {
    inputTokens: reported.input_tokens,
    cachedTokens: numberIn(details.cache_read),
    writtenTokens: numberIn(details.cache_creation),
    outputTokens: numberIn(reported.output_tokens),
  }
}
