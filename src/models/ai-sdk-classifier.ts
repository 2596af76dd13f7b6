/** A classifier from a language model of the AI SDK. */

import { type AiSdkModel, type AiSdkOptions, askAiSdk } from './ask-ai-sdk.ts'
import { classifierOf } from './classifier-of.ts'
import type { Classifier } from './model.ts'

export function aiSdkClassifier(model: AiSdkModel, options: AiSdkOptions = {}): Classifier {
  return classifierOf(askAiSdk(model, options))
}
