/** Which requests carry a conversation, told by their path; every other request is none of our business. */

export type ConversationFormat = 'anthropic' | 'openai-chat' | 'openai-responses'

export interface Route {
  readonly format: ConversationFormat
  /** `count`: the provider is asked how many tokens the request would cost. */
  readonly purpose: 'answer' | 'count'
}

/** `/v1/threads/…/messages` of another API is no conversation: what stands before `messages` is a version or nothing. */
const routes: readonly (readonly [RegExp, Route])[] = [
  [/(?:^|\/v\d+)\/messages$/, { format: 'anthropic', purpose: 'answer' }],
  [/(?:^|\/v\d+)\/messages\/count_tokens$/, { format: 'anthropic', purpose: 'count' }],
  [/\/chat\/completions$/, { format: 'openai-chat', purpose: 'answer' }],
  [/\/responses$/, { format: 'openai-responses', purpose: 'answer' }],
  [/\/responses\/input_tokens$/, { format: 'openai-responses', purpose: 'count' }],
]

export function routeOf(method: string | undefined, path: string): Route | undefined {
  if (method !== 'POST') return undefined
  return routes.find(([pattern]) => pattern.test(path))?.[1]
}
