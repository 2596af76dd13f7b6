import { describe, expect, it } from 'vitest'
import { countOpaque } from '../../src/tokens/opaque-tokens.ts'
import { exactCounter, modelCounter } from '../../src/tokens/tokens.ts'
import type { OpaqueKind, TokenCounter } from '../../src/types.ts'
import { gif, jpeg, png, webp } from './image-bytes.ts'

const counter = exactCounter()

function tokens(kind: OpaqueKind, value: unknown, by: TokenCounter = counter): number {
  return countOpaque({ type: 'opaque', kind, value }, by)
}

/** With as many bytes behind the header as its picture needs at least. */
const whole = (head: Buffer): Buffer => Buffer.concat([head, Buffer.alloc(4096)])
const picture = (head: Buffer): string => whole(head).toString('base64')
const base64 = (bytes: Buffer): string => bytes.toString('base64')
const dataUrl = (bytes: Buffer): string => `data:image/png;base64,${picture(bytes)}`

describe('images', () => {
  it.each([
    ['chat', { type: 'image_url', image_url: { url: dataUrl(png(1024, 1024)) } }, 85 + 4 * 170],
    ['chat, tall', { type: 'image_url', image_url: { url: dataUrl(png(2048, 4096)) } }, 85 + 6 * 170],
    ['chat, small', { type: 'image_url', image_url: { url: dataUrl(png(400, 300)) } }, 85 + 170],
    [
      'chat, low detail',
      { type: 'image_url', image_url: { url: dataUrl(png(4000, 3000)), detail: 'low' } },
      85,
    ],
    ['responses', { type: 'input_image', image_url: dataUrl(jpeg(1024, 1024)), detail: 'high' }, 765],
    ['responses, low', { type: 'input_image', image_url: dataUrl(jpeg(1024, 1024)), detail: 'low' }, 85],
    ['AI SDK, base64', { type: 'image', image: picture(png(1024, 1024)) }, 765],
    ['AI SDK, bytes', { type: 'image', image: new Uint8Array(whole(png(1024, 1024))) }, 765],
    ['AI SDK, address', { type: 'image', image: new URL(dataUrl(png(1024, 1024))) }, 765],
    ['AI SDK, file', { type: 'file', mediaType: 'image/gif', data: picture(gif(1024, 1024)) }, 765],
    [
      'Bedrock, bytes',
      { image: { format: 'png', source: { bytes: new Uint8Array(whole(png(1024, 1024))) } } },
      765,
    ],
    ['MCP', { type: 'image', mimeType: 'image/png', data: picture(png(1024, 1024)) }, 765],
  ])('are counted by tiles for OpenAI (%s)', (_, value, expected) => {
    expect(tokens('image', value)).toBe(expected)
  })

  it.each([
    [1000, 1000, 36 * 36],
    [200, 200, 64],
    [28, 28, 1],
    [1092, 1092, 1521],
  ])('of %i × %i are counted by patches for Anthropic', (width, height, expected) => {
    const source = { type: 'base64', media_type: 'image/webp', data: picture(webp('VP8X', width, height)) }
    expect(tokens('image', { type: 'image', source })).toBe(expected)
  })

  it('too large for Anthropic are scaled down to its limit', () => {
    const source = { type: 'base64', media_type: 'image/png', data: picture(png(7000, 4000)) }
    const value = { type: 'image', source }
    expect(tokens('image', value)).toBeGreaterThan(1450)
    expect(tokens('image', value)).toBeLessThanOrEqual(1568)
    const highResolution = tokens('image', value, modelCounter('claude-opus-4-7'))
    expect(highResolution).toBeGreaterThan(3500)
    expect(highResolution).toBeLessThanOrEqual(4784)
  })

  it('are counted by tiles of 768 for Gemini, flat since Gemini 3', () => {
    const image = (width: number, height: number) => ({
      inlineData: { mimeType: 'image/png', data: picture(png(width, height)) },
    })
    expect(tokens('image', image(384, 384))).toBe(258)
    expect(tokens('image', image(960, 540))).toBe(2 * 258)
    expect(tokens('image', image(960, 540), modelCounter('gemini-3-pro'))).toBe(1120)
    expect(tokens('image', { inline_data: { mime_type: 'image/png', data: picture(png(9, 9)) } })).toBe(258)
  })

  it('follow the model where the shape says nothing', () => {
    const value = { type: 'image', image: picture(png(280, 280)) }
    expect(tokens('image', value, modelCounter('claude-opus-4-6'))).toBe(100)
    expect(tokens('image', value, modelCounter('gemini-2.5-pro'))).toBe(258)
    expect(tokens('image', value, modelCounter('gpt-5'))).toBe(70 + 140)
  })

  it('behind an address or of unknown make count as a screenshot', () => {
    const unknown = 85 + 6 * 170
    expect(tokens('image', { type: 'image_url', image_url: { url: 'https://example.org/a.png' } })).toBe(
      unknown,
    )
    expect(tokens('image', { type: 'input_image', file_id: 'file-1' })).toBe(unknown)
    expect(tokens('image', null)).toBe(unknown)
    expect(
      tokens('image', { type: 'image', source: { type: 'url', url: 'https://example.org/a' } }),
    ).toBeGreaterThan(1400)
  })
})

describe('broken images', () => {
  const huge = 2 ** 32 - 1
  const shapes = (data: string) => [
    { inlineData: { mimeType: 'image/png', data } },
    { type: 'image', source: { type: 'base64', media_type: 'image/png', data } },
    { type: 'image_url', image_url: { url: `data:image/png;base64,${data}` } },
    { type: 'image', image: data },
  ]

  it.each([
    ['a header of a size that no file has', png(huge, huge)],
    ['one line without an end', Buffer.concat([png(huge, 1), Buffer.alloc(400)])],
    ['more pixels than its bytes can hold', gif(65_535, 65_535)],
    ['the largest WebP', webp('VP8X', 2 ** 24, 2 ** 24)],
    ['no header at all', Buffer.alloc(50, 7)],
    ['nothing', Buffer.alloc(0)],
  ])('never count more than they have bytes: %s', (_, bytes) => {
    for (const value of shapes(bytes.toString('base64')))
      for (const by of [counter, modelCounter('gemini-2.5-pro'), modelCounter('claude-opus-4-7')])
        expect(tokens('image', value, by)).toBeLessThanOrEqual(bytes.length)
    expect(tokens('unknown', { content: shapes(bytes.toString('base64')) })).toBeLessThan(
      4 * bytes.length + 500,
    )
  })

  it('count as a screenshot at most, and large ones as their provider scales them', () => {
    const [image] = shapes(Buffer.concat([png(huge, huge), Buffer.alloc(90_000)]).toString('base64'))
    expect(tokens('image', image)).toBe(6 * 258)
    const [real] = shapes(Buffer.concat([png(60_000, 40_000), Buffer.alloc(900_000)]).toString('base64'))
    expect(tokens('image', real)).toBe(4 * 3 * 258)
  })
})

describe('documents, sound and film', () => {
  const bytes = (length: number) => Buffer.alloc(length, 1)

  it('are estimated by their size, never as text', () => {
    const source = { type: 'base64', media_type: 'application/pdf', data: base64(bytes(120_000)) }
    expect(tokens('document', { type: 'document', source })).toBe(3 * 2000)
    const file = { filename: 'a.pdf', file_data: `data:application/pdf;base64,${base64(bytes(40_000))}` }
    expect(tokens('document', { type: 'file', file })).toBe(2000)
    expect(tokens('document', { document: { name: 'a', source: { bytes: bytes(90_000) } } })).toBe(2 * 2000)
    const inlineData = { mimeType: 'audio/mp3', data: base64(bytes(32_000)) }
    expect(tokens('audio', { inlineData })).toBe(2 * 32)
    const sound = { data: base64(bytes(32_000)), format: 'wav' }
    expect(tokens('audio', { type: 'input_audio', input_audio: sound })).toBe(2 * 10)
    expect(tokens('video', { fileData: { mimeType: 'video/mp4', fileUri: 'files/1' } })).toBe(60 * 258)
  })

  it('made of text count as their text', () => {
    const text = 'A page about compilers. '.repeat(50)
    for (const value of [
      { type: 'document', source: { type: 'text', media_type: 'text/plain', data: text } },
      { document: { format: 'txt', name: 'a', source: { text } } },
      { document: { name: 'a', source: { content: [{ text }] } } },
    ]) {
      expect(tokens('document', value)).toBeGreaterThan(counter.count(text))
      expect(tokens('document', value)).toBeLessThan(counter.count(text) + 40)
    }
    const file = { type: 'file', mediaType: 'text/plain', data: Buffer.from(text).toString('base64') }
    expect(tokens('document', file)).toBe(Math.ceil(text.length / 4))
  })
})

describe('reasoning and refusals', () => {
  const thought = 'First I look at the failing test, then at the function that it calls.'

  it.each([
    ['Anthropic', { type: 'thinking', thinking: thought, signature: 'x'.repeat(800) }],
    [
      'Responses',
      {
        type: 'reasoning',
        id: 'rs_1',
        summary: [{ type: 'summary_text', text: thought }],
        encrypted_content: 'x'.repeat(800),
      },
    ],
    ['Gemini', { text: thought, thought: true, thoughtSignature: 'x'.repeat(800) }],
    [
      'AI SDK',
      { type: 'reasoning', text: thought, providerOptions: { anthropic: { signature: 'x'.repeat(800) } } },
    ],
    ['chat', thought],
  ])('count by what can be read (%s)', (_, value) => {
    expect(tokens('reasoning', value)).toBe(counter.count(thought))
  })

  it.each([
    ['redacted thinking', { type: 'redacted_thinking', data: 'x'.repeat(800) }],
    [
      'encrypted reasoning',
      { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'x'.repeat(800) },
    ],
    ['bytes of Bedrock', { reasoningContent: { redactedContent: new Uint8Array(600) } }],
    ['thinking that is not shown', { type: 'thinking', thinking: '', signature: 'x'.repeat(800) }],
  ])('under seal count by the length of the seal (%s)', (_, value) => {
    expect(tokens('reasoning', value)).toBe(100)
    expect(tokens('unknown', value)).toBeGreaterThanOrEqual(100)
  })

  it('refuse in words', () => {
    expect(tokens('refusal', 'I cannot help with that.')).toBe(counter.count('I cannot help with that.'))
    expect(tokens('refusal', { type: 'refusal', refusal: 'No.' })).toBe(counter.count('No.'))
  })
})

describe('everything else', () => {
  it('counts as JSON', () => {
    const value = { type: 'server_tool_use', id: 'srv_1', name: 'web_search', input: { query: 'vitest' } }
    expect(tokens('serverTool', value)).toBe(counter.count(JSON.stringify(value)))
    expect(tokens('unknown', undefined)).toBe(0)
  })

  it('never counts a picture or a seal inside it as text', () => {
    const image = Buffer.concat([png(1024, 1024), Buffer.alloc(300_000, 7)])
    const screenshot = {
      type: 'computer_call_output',
      output: { type: 'computer_screenshot', image_url: dataUrl(image) },
    }
    expect(tokens('serverTool', screenshot)).toBeGreaterThan(765)
    expect(tokens('serverTool', screenshot)).toBeLessThan(800)
    expect(tokens('compaction', { type: 'compaction', encrypted_content: 'x'.repeat(8000) })).toBeLessThan(
      1020,
    )
  })

  it('survives depth, cycles and numbers without end', () => {
    let deep: unknown = 'bottom'
    for (let level = 0; level < 100_000; level += 1) deep = [deep]
    expect(tokens('unknown', deep)).toBeGreaterThan(0)
    const cycle: Record<string, unknown> = { text: 'round and round' }
    cycle['self'] = cycle
    expect(tokens('unknown', cycle)).toBe(counter.count('round and round'))
    expect(tokens('reasoning', cycle)).toBe(counter.count('round and round'))
    expect(tokens('unknown', { big: 10n })).toBe(counter.count('{"big":"10"}'))
  })
})
