import { describe, expect, it } from 'vitest'
import * as entry from '../../../src/tools/documents/index.ts'

describe('fovea/text', () => {
  it('exports this and nothing else', () => {
    expect(Object.keys(entry).sort()).toEqual([
      'applyRules',
      'buildCodebook',
      'compressDocument',
      'compressNotation',
      'compressNotationSync',
      'decodeText',
      'encodeText',
      'endpointNotationWriter',
      'extendCodebook',
      'extendsCodebook',
      'isEncoded',
      'mergeCodebooks',
      'parseCodebook',
      'restoreDocument',
      'textCodec',
      'writeCodebook',
    ])
  })
})
