/** A classifier from any endpoint that speaks OpenAI's chat completions or Anthropic's messages. */

import { askEndpoint } from './ask-endpoint.ts'
import { classifierOf } from './classifier-of.ts'
import type { Classifier, EndpointOptions } from './model.ts'

export function endpointClassifier(options: EndpointOptions): Classifier {
  return classifierOf(askEndpoint(options))
}
