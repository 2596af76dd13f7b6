/** JSON: a document, several documents in a row, or the answer of an API with a few words around it. */
import { isJson } from '../../scan/kind/content-shapes.ts'
import { frameValue } from '../pieces/output-frame.ts'
import type { SourcedText } from '../sourced-text/sourced-text.ts'
import type { Content } from './content.ts'
import { jsonCodec } from './json/json-codec.ts'
import { jsonPieces } from './json/json-pieces.ts'

export const json: Content = {
  name: 'json',
  detect: isJson,
  fits,
  pieces: jsonPieces,
  lossless: jsonCodec,
}

const maxScanned = 4000
/** `{"key":`, `[{`, `[1,`; after at most two lines of other text. */
const opening =
  /^(?:\{\s{0,40}(?:"(?:[^"\\\n]|\\.){0,200}"\s{0,4}:|\})|\[\s{0,40}(?:[{["\]\d-]|true|false|null))/

const maxLinesBefore = 6

function fits({ text }: SourcedText): boolean {
  const look = text.slice(0, maxScanned)
  for (let start = 0, line = 0; line <= maxLinesBefore && start < look.length; line += 1) {
    const first = look.charAt(start)
    if ((first === '{' || first === '[') && opening.test(look.slice(start))) return mostlyJson(text, start)
    const lineBreak = look.indexOf('\n', start)
    if (lineBreak < 0) return false
    start = lineBreak + 1
  }
  return false
}

const structure = /^\s*(?:[{}[\]]|"(?:[^"\\]|\\.){0,200}"\s?:|"|-?\d|true|false|null)/

/** By the lines of its head and its tail. */
function mostlyJson(text: string, start: number): boolean {
  const head = text.slice(start, start + maxScanned).split('\n')
  // The tail begins inside a line.
  const tail = text.length - start > maxScanned ? text.slice(-maxScanned).split('\n').slice(1) : []
  const lines = [...head.slice(0, 40), ...tail.slice(-10)]
  const filled = lines.filter(line => line !== '' && frameValue(line.slice(0, 200)) === undefined)
  return filled.filter(line => structure.test(line)).length * 10 >= filled.length * 7
}
