/** A model that answers in an exam: an endpoint, a language model of the AI SDK, or a function of the caller's. */
import { optionError } from '../../../errors.ts'
import { type AiSdkModel, askAiSdk } from '../../../models/ai-sdk-models.ts'
import { askEndpoint } from '../../../models/ask-endpoint.ts'
import type { EndpointOptions } from '../../../models/model.ts'
import type { ModelUsage } from '../../../models/model-answer.ts'
import type { Prompt } from '../../../models/prompts.ts'

/** Contract: may be slow, may throw, may answer nonsense: it costs a note, not the run. Its answers are kept by its name. */
export type ExamFunction = (
  prompt: Prompt,
  context: { readonly signal: AbortSignal },
) => string | Promise<string>

export type ExamModel = EndpointOptions | AiSdkModel | ExamFunction

export interface AskedModel {
  /** By which its answers are known again. */
  readonly name: string
  ask(prompt: Prompt, limits: AskLimits): Promise<string>
}

interface AskLimits {
  readonly maxTokens: number
  readonly signal: AbortSignal
  readonly onUsage: (usage: ModelUsage) => void
}

export function askedModel(model: ExamModel): AskedModel {
  if (typeof model === 'function')
    return { name: model.name || 'a function', ask: async (prompt, { signal }) => model(prompt, { signal }) }
  if ('doGenerate' in model) {
    const { provider, modelId } = model as { readonly provider?: unknown; readonly modelId?: unknown }
    return {
      name: [provider, modelId].filter(part => part !== undefined).join('/'),
      ask: askAiSdk(model, {}),
    }
  }
  if (typeof model?.url !== 'string')
    throw optionError(
      'A reader is { url, model, kind } of an endpoint, a language model of the AI SDK, or a function.',
    )
  const { host } = URL.parse(model.url) ?? { host: model.url }
  return { name: `${model.model} at ${host}`, ask: askEndpoint(model) }
}
