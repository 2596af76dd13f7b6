/** The table of part types, held against the types of the official SDKs. */
import type Anthropic from '@anthropic-ai/sdk'
import type { ModelMessage } from 'ai'
import type { ModelMessage as ModelMessage6 } from 'ai-6'
import type {
  ChatCompletionContentPart,
  ChatCompletionContentPartRefusal,
} from 'openai/resources/chat/completions'
import type { ResponseInputContent, ResponseOutputMessage } from 'openai/resources/responses/responses'
import { describe, expect, it } from 'vitest'
import { formatNamed, formats } from '../../src/formats/index.ts'
import { isPartType, judgeParts } from '../../src/formats/part-types.ts'

type PartOf<Content> = Exclude<NonNullable<Content>, string> extends readonly (infer Part)[] ? Part : never
type TypeOf<Content> = Extract<PartOf<Content>, { type: string }>['type']

/** Does not compile when an SDK knows a type that is missing here. */
const known: {
  readonly 'openai-chat': Record<(ChatCompletionContentPart | ChatCompletionContentPartRefusal)['type'], true>
  readonly 'openai-responses': Record<
    ResponseInputContent['type'] | TypeOf<ResponseOutputMessage['content']>,
    true
  >
  readonly anthropic: Record<
    TypeOf<Anthropic.MessageParam['content']> | TypeOf<Anthropic.Beta.BetaMessageParam['content']>,
    true
  >
  readonly 'ai-sdk': Record<TypeOf<ModelMessage['content']> | TypeOf<ModelMessage6['content']>, true>
} = {
  'openai-chat': { text: true, image_url: true, input_audio: true, file: true, refusal: true },
  'openai-responses': {
    input_text: true,
    input_image: true,
    input_file: true,
    output_text: true,
    refusal: true,
  },
  anthropic: {
    text: true,
    image: true,
    document: true,
    search_result: true,
    thinking: true,
    redacted_thinking: true,
    tool_use: true,
    tool_result: true,
    server_tool_use: true,
    web_search_tool_result: true,
    web_fetch_tool_result: true,
    advisor_tool_result: true,
    code_execution_tool_result: true,
    bash_code_execution_tool_result: true,
    text_editor_code_execution_tool_result: true,
    tool_search_tool_result: true,
    mcp_tool_use: true,
    mcp_tool_result: true,
    mcp_tool_listing: true,
    tool_addition: true,
    tool_removal: true,
    container_upload: true,
    compaction: true,
    fallback: true,
  },
  'ai-sdk': {
    text: true,
    image: true,
    file: true,
    reasoning: true,
    'reasoning-file': true,
    custom: true,
    'tool-call': true,
    'tool-result': true,
    'tool-approval-request': true,
    'tool-approval-response': true,
  },
}

describe('judgeParts', () => {
  it.each(Object.entries(known) as [string, Record<string, true>][])(
    'knows every part of %s',
    (format, types) => {
      for (const type of Object.keys(types)) {
        expect(isPartType(type, formats), type).toBe(true)
        expect(judgeParts(formatNamed(format), [{ type }], formats).fits, type).not.toBe('no')
      }
    },
  )

  it('distinguishes what is one format’s own from what several write', () => {
    expect(judgeParts(formatNamed('anthropic'), [{ type: 'text' }, { type: 'tool_use' }], formats)).toEqual({
      fits: 'own',
    })
    expect(judgeParts(formatNamed('anthropic'), [{ type: 'text' }, { type: 'image' }], formats)).toEqual({
      fits: 'shared',
    })
    expect(judgeParts(formatNamed('ai-sdk'), [{ type: 'hologram' }], formats)).toEqual({ fits: 'shared' })
    expect(judgeParts(formatNamed('ai-sdk'), [], formats)).toEqual({ fits: 'shared' })
  })

  it('says which part gives a message away, and as whose', () => {
    expect(judgeParts(formatNamed('openai-chat'), [{ type: 'text' }, { type: 'image' }], formats)).toEqual({
      fits: 'no',
      why: 'content[1] has type "image", which is known to Anthropic Messages and AI SDK, not to OpenAI Chat Completions',
    })
    expect(judgeParts(formatNamed('openai-chat'), [7], formats)).toEqual({
      fits: 'no',
      why: 'content[0] is 7 without a type',
    })
  })
})
