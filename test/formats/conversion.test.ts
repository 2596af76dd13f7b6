/** Every sample written in every format: nothing that was said, called or answered is lost, and each provider would take it. */
import { describe, expect, it } from 'vitest'
import { aiSdk } from '../../src/formats/ai-sdk.ts'
import { anthropic } from '../../src/formats/anthropic.ts'
import { bedrock } from '../../src/formats/bedrock.ts'
import { gemini } from '../../src/formats/gemini.ts'
import { formats } from '../../src/formats/index.ts'
import { openaiChat } from '../../src/formats/openai-chat.ts'
import { openaiResponses } from '../../src/formats/openai-responses.ts'
import { aiSdkSamples } from './ai-sdk.samples.ts'
import { anthropicSamples } from './anthropic.samples.ts'
import { bedrockSamples } from './bedrock.samples.ts'
import { expectCreated } from './contract.ts'
import { geminiSamples } from './gemini.samples.ts'
import { typedSamples as chatSamples } from './openai-chat.samples.ts'
import { typedSamples as responsesSamples } from './openai-responses.samples.ts'

/** Conversations that are sound in every format: outputs that come late, or for calls elsewhere, only Responses takes. */
const conversations = [
  ...anthropicSamples.map(sample => ({ ...sample, from: anthropic })),
  ...bedrockSamples.map(sample => ({ ...sample, from: bedrock })),
  ...geminiSamples.map(sample => ({ ...sample, from: gemini })),
  ...aiSdkSamples.map(sample => ({ ...sample, from: aiSdk })),
  ...chatSamples.map(sample => ({ ...sample, from: openaiChat })),
  ...responsesSamples.map(sample => ({ ...sample, from: openaiResponses })),
].filter(({ name, problems }) => problems === undefined && !name.includes('late'))

describe.each(formats.map(format => [format.name, format] as const))('%s', (_name, format) => {
  it.each(conversations)('takes over $name from $from.name', ({ messages, from }) => {
    const read = from.read(messages)
    expect(format.check(format.create(read))).toEqual([])
    expectCreated(format, read, [])
  })
})
