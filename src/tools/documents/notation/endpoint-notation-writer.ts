/** A writer of notation from any endpoint that speaks OpenAI's chat completions or Anthropic's messages. */
import { askEndpoint } from '../../../models/ask-endpoint.ts'
import type { EndpointOptions } from '../../../models/model.ts'
import { materialRule, tagged } from '../../../models/prompts.ts'
import type { NotationWriter } from './ask-writer.ts'

export function endpointNotationWriter(options: EndpointOptions): NotationWriter {
  const ask = askEndpoint(options)
  return (text, { prompt, maxTokens, signal }) =>
    ask(
      {
        system: `${prompt}\n${materialRule('document')}`,
        user: tagged('Rewrite', 'document', text),
      },
      { maxTokens, signal },
    )
}
