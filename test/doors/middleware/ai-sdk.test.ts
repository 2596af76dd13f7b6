import * as ai7 from 'ai'
import { MockLanguageModelV4 } from 'ai/test'
import * as ai6 from 'ai-6'
import { MockLanguageModelV3 } from 'ai-6/test'
import { describe, expect, expectTypeOf, it } from 'vitest'
import * as entry from '../../../src/doors/middleware/ai-sdk.ts'
import {
  expandTool,
  type FoveaMiddleware,
  foveaMiddleware,
  searchTool,
} from '../../../src/doors/middleware/ai-sdk.ts'
import { formatNamed } from '../../../src/formats/index.ts'
import { isRecord } from '../../../src/formats/raw-value.ts'
import { handlesIn } from '../../../src/scan/marker.ts'
import type { StepReceipt } from '../../../src/session/session.ts'
import { memoryStore } from '../../../src/store/memory-store.ts'
import type { Store } from '../../../src/store/store.ts'
import { uncompress } from '../../../src/uncompress.ts'
import { reachableFrom } from '../../architecture/source-files.ts'
import { longSession } from '../../coverage-session.ts'
import { isPrefix, longOutput, serialized, smallLines } from '../../session/growing-history.ts'

const format = formatNamed('ai-sdk')
const history = format.create(longSession(40)) as ai7.ModelMessage[]

/** What a model answers: a text, or one call of a tool. */
type Reply = string | { readonly tool: string; readonly input: (prompt: Prompt) => object }
type Prompt = readonly unknown[]

function contentOf(reply: Reply, prompt: Prompt, call: number) {
  if (typeof reply === 'string') return { type: 'text' as const, text: reply }
  const input = JSON.stringify(reply.input(prompt))
  return { type: 'tool-call' as const, toolCallId: `call_${call}`, toolName: reply.tool, input }
}

const usage = {
  inputTokens: { total: 900, noCache: 100, cacheRead: 700, cacheWrite: 100 },
  outputTokens: { total: 5, text: 5, reasoning: 0 },
}

function finishOf(reply: Reply) {
  const unified: 'stop' | 'tool-calls' = typeof reply === 'string' ? 'stop' : 'tool-calls'
  return { finishReason: { unified, raw: undefined }, usage }
}

/** A model that gives these replies in turn, and the prompts that it got. */
function mock(Model: typeof MockLanguageModelV3 | typeof MockLanguageModelV4, replies: readonly Reply[]) {
  const prompts: Prompt[] = []
  const next = (prompt: Prompt) => {
    prompts.push(prompt)
    const reply = replies[prompts.length - 1] ?? 'Done.'
    return { reply, content: contentOf(reply, prompt, prompts.length) }
  }
  const answers = {
    doGenerate: async ({ prompt }: { prompt: Prompt }) => {
      const { reply, content } = next(prompt)
      return { content: [content], warnings: [], ...finishOf(reply) }
    },
    doStream: async ({ prompt }: { prompt: Prompt }) => {
      const { reply, content } = next(prompt)
      const parts =
        content.type === 'tool-call'
          ? [content]
          : [
              { type: 'text-start', id: '1' },
              { type: 'text-delta', id: '1', delta: content.text },
              { type: 'text-end', id: '1' },
            ]
      return {
        stream: new ReadableStream({
          start(controller) {
            for (const part of [...parts, { type: 'finish', ...finishOf(reply) }]) controller.enqueue(part)
            controller.close()
          },
        }),
      }
    },
  }
  return { model: new Model(answers as never), prompts }
}

/** Versions differ in types that do not matter here. */
const versions = [
  ['ai 6', ai6 as unknown as typeof ai7, MockLanguageModelV3],
  ['ai 7', ai7, MockLanguageModelV4],
] as const

describe.each(versions)('the middleware with %s', (_, ai, Model) => {
  const wrapped = (replies: readonly Reply[], middleware: FoveaMiddleware) => {
    const { model, prompts } = mock(Model, replies)
    return { model: ai.wrapLanguageModel({ model, middleware }), prompts }
  }
  /** What the model would get without it. */
  const untouched = async (messages: ai7.ModelMessage[]): Promise<Prompt> => {
    const { model, prompts } = mock(Model, [])
    await ai.generateText({ model, messages, allowSystemInMessages: true })
    return prompts[0] as Prompt
  }

  it('sends a smaller prompt that is valid and leads back to the whole', async () => {
    const store = memoryStore()
    const { model, prompts } = wrapped([], foveaMiddleware({ ...smallLines, store }))
    const { text } = await ai.generateText({ model, messages: history, allowSystemInMessages: true })
    expect(text).toBe('Done.')
    const [sent] = prompts as [Prompt]
    const whole = await untouched(history)
    expect(JSON.stringify(sent).length).toBeLessThan(JSON.stringify(whole).length / 2)
    expect(format.check(sent)).toEqual([])
    for (const message of sent)
      if (isRecord(message) && message.role !== 'system') expect(message.content).toBeInstanceOf(Array)
    expect((await uncompress(sent, store, { format: 'ai-sdk' })).messages).toEqual(whole)
  })

  it('keeps what was sent as the conversation grows, and hears the usage', async () => {
    const receipts: StepReceipt[] = []
    const onStep = (receipt: StepReceipt): void => {
      receipts.push(receipt)
      throw new Error('a watcher that fails')
    }
    const { model, prompts } = wrapped([], foveaMiddleware({ ...smallLines, onStep }))
    const grown = [...history, { role: 'assistant', content: 'Done.' }, { role: 'user', content: 'Thanks.' }]
    await ai.generateText({ model, messages: history, allowSystemInMessages: true })
    await ai.generateText({ model, messages: grown as ai7.ModelMessage[], allowSystemInMessages: true })
    const [first, second] = prompts as [Prompt, Prompt]
    expect(isPrefix(serialized(first), serialized(second))).toBe(true)
    expect(second).toHaveLength(first.length + 2)
    expect(receipts.map(({ action }) => action)).toEqual(['epoch', 'append'])
    expect(receipts[1]?.usage).toEqual({
      inputTokens: 900,
      cachedTokens: 700,
      writtenTokens: 100,
      outputTokens: 5,
    })
  })

  it('streams through, and hears the usage', async () => {
    const receipts: StepReceipt[] = []
    const middleware = foveaMiddleware({ ...smallLines, onStep: receipt => void receipts.push(receipt) })
    const { model, prompts } = wrapped(['One.', 'Two.'], middleware)
    const texts: string[] = []
    for (let turn = 0; turn < 2; turn += 1)
      texts.push(await ai.streamText({ model, messages: history, allowSystemInMessages: true }).text)
    expect(texts).toEqual(['One.', 'Two.'])
    expect(JSON.stringify(prompts[0]).length).toBeLessThan(
      JSON.stringify(await untouched(history)).length / 2,
    )
    expect(serialized(prompts[1])).toEqual(serialized(prompts[0]))
    expect(receipts[1]?.usage?.inputTokens).toBe(900)
  })

  it('serves a loop of tools: a long output is shortened, and the model gets it back', async () => {
    const store = memoryStore()
    const output = longOutput(3000)
    const handleOf = (prompt: Prompt): string => handlesIn(textOf(prompt.at(-1)))[0] ?? ''
    const { model, prompts } = wrapped(
      [
        { tool: 'bash', input: () => ({ command: 'npm run build' }) },
        { tool: 'fovea_expand', input: prompt => ({ handle: handleOf(prompt), matching: 'took 0 ms' }) },
        { tool: 'fovea_search', input: () => ({ query: 'TS2345' }) },
        'It does not compile.',
      ],
      foveaMiddleware({ store, shortenOutputs: { from: 2000, maxTokens: 500 } }),
    )
    const bash = ai.tool({
      description: 'Runs a command.',
      inputSchema: ai.jsonSchema<{ command: string }>({
        type: 'object',
        properties: { command: { type: 'string' } },
      }),
      execute: async () => output,
    })
    const { text } = await ai.generateText({
      model,
      prompt: 'Does it compile?',
      tools: { bash, fovea_expand: expandTool({ store }), fovea_search: searchTool({ store }) },
      stopWhen: ai.stepCountIs(6),
    })
    expect(text).toBe('It does not compile.')
    expect(prompts).toHaveLength(4)
    expect(textOf(prompts[1]?.at(-1)).length).toBeLessThan(output.length / 10)
    expect(textOf(prompts[1]?.at(-1))).toContain('error TS2345')
    const wanted = output
      .split('\n')
      .flatMap((line, at) => (line.includes('took 0 ms') ? [`${at + 1}: ${line}`] : []))
    expect(textOf(prompts[2]?.at(-1))).toBe(wanted.join('\n'))
    expect(textOf(prompts[3]?.at(-1))).toMatch(/^db_[0-9a-f]{12} line 1001: /)
    for (const prompt of prompts) expect(format.check(prompt)).toEqual([])
  })

  it('sends the view of the call before, with what is new, where the store comes to hang', async () => {
    const inner = memoryStore()
    let isHanging = false
    const store = new Proxy(inner, {
      get: (target, name) => (isHanging ? () => new Promise(() => {}) : Reflect.get(target, name)),
    })
    const receipts: StepReceipt[] = []
    const onStep = (receipt: StepReceipt): void => void receipts.push(receipt)
    const { model, prompts } = wrapped([], foveaMiddleware({ ...smallLines, store, timeoutMs: 100, onStep }))
    const more = [...history, { role: 'assistant', content: 'Done.' }, { role: 'user', content: 'Go on.' }]
    await ai.generateText({ model, messages: history, allowSystemInMessages: true })
    isHanging = true
    await ai.generateText({
      model,
      messages: more as ai7.ModelMessage[],
      allowSystemInMessages: true,
    })
    const [first, second] = prompts.map(serialized)
    expect(second).toHaveLength((first?.length ?? 0) + 2)
    expect(isPrefix(first ?? [], second ?? [])).toBe(true)
    expect(receipts.map(({ action }) => action)).toEqual(['epoch', 'append'])
    expect(receipts[1]?.notes.map(({ code }) => code)).toContain('compression-timeout')
  })

  it('lets the call go out as it came where the store fails or hangs', async () => {
    const failing = new Proxy(memoryStore(), {
      get: () => () => {
        throw new Error('disk on fire')
      },
    }) as Store
    const hanging = new Proxy(memoryStore(), { get: () => () => new Promise(() => {}) }) as Store
    const whole = await untouched(history)
    for (const store of [failing, hanging]) {
      const { model, prompts } = wrapped([], foveaMiddleware({ ...smallLines, store, timeoutMs: 200 }))
      const { text } = await ai.generateText({ model, messages: history, allowSystemInMessages: true })
      expect(text).toBe('Done.')
      expect(prompts).toEqual([whole])
    }
  })
})

describe('the entry', () => {
  it('exports this and nothing else', () => {
    expect(Object.keys(entry).sort()).toEqual(['expandTool', 'foveaMiddleware', 'searchTool'])
  })

  it('reaches no native module, server, process or package of the AI SDK', () => {
    const forbidden = /^(?:node:(?:sqlite|http|https|net|child_process|worker_threads)|commander|ai$|ai\/|@)/
    expect([...reachableFrom('ai-sdk.ts')].filter(target => forbidden.test(target))).toEqual([])
  })
})

describe('the types', () => {
  it('fit both versions', () => {
    expectTypeOf<FoveaMiddleware>().toExtend<ai6.LanguageModelMiddleware>()
    expectTypeOf<FoveaMiddleware>().toExtend<ai7.LanguageModelMiddleware>()
    const store = memoryStore()
    const tools = { expand: expandTool({ store }), search: searchTool({ store }) }
    expectTypeOf(tools).toExtend<ai6.ToolSet>()
    expectTypeOf(tools).toExtend<ai7.ToolSet>()
    expect(() => foveaMiddleware({ highWater: 10, lowWater: 20 })).toThrow(/lowWater/)
  })
})

/** The text of the one tool result of a message. */
function textOf(message: unknown): string {
  const [block] = format.read([message])[0]?.blocks ?? []
  return block?.type === 'toolResult' ? block.text : ''
}
