/** A model that answers in an exam: an endpoint, a language model of the AI SDK, or a function of the caller. */
import { optionError } from '../../../errors.ts'
import { type AiSdkModel, askAiSdk } from '../../../models/ai-sdk-models.ts'
import { askEndpoint } from '../../../models/ask-endpoint.ts'
import type { EndpointOptions } from '../../../models/model.ts'
import type { ModelUsage } from '../../../models/model-answer.ts'
import type { Prompt } from '../../../models/prompts.ts'

/**
 * Contract: may be slow, throw or answer nonsense, which adds a note but does not end the run. Its answers are stored under its
 * name.
 */
export type ExamFunction = (
  prompt: Prompt,
  context: { readonly signal: AbortSignal },
) => string | Promise<string>

export type ExamModel = EndpointOptions | AiSdkModel | ExamFunction

export interface AskedModel {
  /** Identifies its stored answers. */
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
