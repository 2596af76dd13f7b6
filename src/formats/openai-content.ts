/** Reads the content of OpenAI messages: one string, a list of parts, or nothing. */
import type { Block, OpaqueKind, Path } from '../types.ts'
import { isRecord } from './raw-value.ts'
import { type ResultHead, resultPart, resultText, wholeResult } from './result-blocks.ts'

const textTypes: ReadonlySet<unknown> = new Set(['text', 'input_text', 'output_text'])

const opaqueKinds: ReadonlyMap<unknown, OpaqueKind> = new Map([
  ['image_url', 'image'],
  ['input_image', 'image'],
  ['computer_screenshot', 'image'],
  ['file', 'document'],
  ['input_file', 'document'],
  ['input_audio', 'audio'],
  ['video_url', 'video'],
  ['refusal', 'refusal'],
  ['thinking', 'reasoning'],
])

/** How to read a part: as text, or as an opaque block. */
interface Readers {
  readonly text: (text: string, path: Path) => Block
  readonly other: (kind: OpaqueKind, value: unknown) => Block
}

export function readSpeech(content: unknown, path: Path): readonly Block[] {
  return readParts(content, path, {
    text: (text, at) => ({ type: 'text', text, media: 'text', path: at }),
    other: (kind, value) => ({ type: 'opaque', kind, value }),
  })
}

export function readAnswer(content: unknown, path: Path, answer: ResultHead): readonly Block[] {
  const blocks = readParts(content, path, {
    text: (text, at) => resultText(answer, { text, media: 'text', path: at }),
    other: (kind, value) => resultPart(answer, kind, value),
  })
  return wholeResult(answer, blocks)
}

function readParts(content: unknown, path: Path, readers: Readers): readonly Block[] {
  if (content === undefined || content === null) return []
  if (typeof content === 'string') return [readers.text(content, path)]
  if (!Array.isArray(content)) return [readPart(content, path, readers)]
  return content.map((part: unknown, index) => readPart(part, [...path, index], readers))
}

function readPart(part: unknown, path: Path, readers: Readers): Block {
  const { type, text } = isRecord(part) ? part : {}
  return textTypes.has(type) && typeof text === 'string'
    ? readers.text(text, [...path, 'text'])
    : readers.other(opaqueKinds.get(type) ?? 'unknown', part)
}
