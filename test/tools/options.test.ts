import { describe, expect, it } from 'vitest'
import { detectFormat } from '../../src/formats/detect-format.ts'
import { inspect } from '../../src/inspect.ts'
import { createLedger } from '../../src/ledger/create-ledger.ts'
import { endpointWriter } from '../../src/models/endpoint-models.ts'
import { parseDuration, parseSize } from '../../src/store/parse-amounts.ts'
import { modelCounter } from '../../src/tokens/model-counter.ts'
import {
  applyRules,
  buildCodebook,
  compressDocument,
  compressNotationSync,
  decodeText,
  encodeText,
  extendCodebook,
  restoreDocument,
} from '../../src/tools/documents/index.ts'
import { evaluate } from '../../src/tools/evaluate/index.ts'
import { observe, observeByModel, observeSession } from '../../src/tools/observe/index.ts'
import { readTranscript, readTranscriptFrom } from '../../src/transcripts/read-transcript.ts'
import { uncompressSync } from '../../src/uncompress.ts'

const messages = [{ role: 'user', content: 'What went wrong in src/a.ts?' }]
const document = 'The parser reads src/parser/tokens.ts.\n'.repeat(9)
const wrong = <Given>(given: unknown): Given => given as Given
const error = (message: string | RegExp, code = 'invalid-option') =>
  expect.objectContaining({ code, message: expect.stringMatching(message) })

describe('an option that is misspelt', () => {
  it.each([
    ['encodeText', () => encodeText(document, wrong({ techniqes: [] })), 'techniques'],
    ['compressDocument', () => compressDocument(document, wrong({ technique: [] })), 'techniques'],
    [
      'its notation',
      () => compressDocument(document, wrong({ notation: { lvel: 'light' } })),
      'notation.level',
    ],
    ['applyRules', () => applyRules(document, wrong({ rule: [] })), 'rules'],
    ['compressNotation', () => compressNotationSync(document, wrong({ levl: 'light' })), 'level'],
    ['buildCodebook', () => buildCodebook([document], wrong({ conter: modelCounter('gpt-5') })), 'counter'],
    ['observe', () => observe(messages, wrong({ formt: 'plain' })), 'format'],
    ['observeSession', () => observeSession(messages, wrong({ stor: {} })), 'store'],
    ['observeByModel', () => observeByModel(messages, wrong({ writr: () => '' })), 'writer'],
    ['createLedger', () => createLedger(messages, wrong({ section: [] })), 'sections'],
    ['evaluate', () => evaluate([], wrong({ exmples: 3 })), 'examples'],
  ])('is refused by %s, with the name that was meant', async (_, call, meant) => {
    await expect((async () => call())()).rejects.toEqual(error(`did you mean ${meant}\\?$`))
  })
})

describe('a value that is not known', () => {
  it.each([
    [
      'a technique',
      () => encodeText(document, { techniques: wrong(['dictionry']) }),
      /^techniques\[0\] is dictionry/,
    ],
    [
      'a step',
      () => compressDocument(document, { techniques: wrong(['lines']) }),
      /must be one of rules, dictionary/,
    ],
    [
      'a rule',
      () => applyRules(document, { rules: wrong('emphasis') }),
      /^rules is emphasis; it must be a list/,
    ],
    [
      'a level',
      () => compressNotationSync(document, { level: wrong('max') }),
      /must be "light", "medium" or "ultra"/,
    ],
    ['a counter', () => encodeText(document, { counter: wrong('gpt-5') }), /such as modelCounter\("gpt-5"\)/],
    ['a number', () => inspect({ messages, format: 'plain' }, { top: -1 }), /^top is -1/],
  ])('is refused: %s', (_, call, message) => {
    expect(call).toThrow(error(message))
  })
})

describe('nothing, or something else in the place of what is worked on', () => {
  it.each([
    ['encodeText', () => encodeText(wrong(undefined)), /^The document is undefined; it must be a text/],
    ['encodeText with null as options', () => encodeText(document, wrong(null)), /^The options are null/],
    ['decodeText', () => decodeText(wrong(5)), /^The document is 5/],
    ['restoreDocument', () => restoreDocument(wrong(undefined)), /^The document is undefined/],
    ['compressDocument', () => compressDocument(wrong(Buffer.from('x'))), /^The document is an object/],
    ['applyRules', () => applyRules(wrong(null)), /^The document is null/],
    ['compressNotation', () => compressNotationSync(document, wrong(undefined)), /^The options are nothing/],
    [
      'buildCodebook',
      () => buildCodebook(wrong(document)),
      /^texts is "The parser reads .{1,30}…"; it must be a list/,
    ],
    [
      'extendCodebook',
      () => extendCodebook(wrong(undefined), [document]),
      /^The codebook cannot be read: it is not an object/,
    ],
    [
      'encodeText with a codebook that is none',
      () => encodeText(document, { codebook: wrong({ version: 1 }) }),
      /^The codebook cannot be read: it has no entries/,
    ],
    ['inspect', () => inspect(wrong(messages)), /pass \{ messages, format \}/],
    ['parseDuration', () => parseDuration(wrong(30)), /^The duration is 30; write/],
    ['parseSize', () => parseSize(wrong(undefined)), /^The size is nothing; write/],
    ['modelCounter', () => modelCounter(wrong(undefined)), /^The model is undefined/],
    ['endpointWriter', () => endpointWriter(wrong(undefined)), /^The options are undefined/],
    ['uncompress with a Map', () => uncompressSync(messages, wrong(new Map())), /^The originals are a Map/],
    ['createLedger with null as options', () => createLedger(messages, wrong(null)), /^The options are null/],
    ['observe with null as options', () => observe(messages, wrong(null)), /^The options are null/],
    ['evaluate', () => evaluate(wrong(undefined)), /^transcripts is undefined; it must be a list/],
    ['readTranscript', () => readTranscript(wrong(undefined)), /^The path is nothing/],
    ['readTranscriptFrom', () => readTranscriptFrom(wrong({})), /^The transcript is an object/],
  ])('is an error of %s that says what it must be', async (_, call, message) => {
    await expect((async () => call())()).rejects.toEqual(error(message))
  })

  it('is an error of detectFormat', () => {
    expect(() => detectFormat(wrong(undefined))).toThrow(error(/^The messages are nothing/, 'unknown-format'))
  })
})
