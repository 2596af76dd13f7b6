import { describe, expect, it } from 'vitest'
import * as entry from '../../../src/tools/documents/index.ts'

describe('fovea/text', () => {
  it('exports this and nothing else', () => {
    expect(Object.keys(entry).sort()).toEqual([
      'applyRules',
      'buildCodebook',
      'checkCodebook',
      'compressDocument',
      'compressNotation',
      'compressNotationSync',
      'decodeText',
      'defaultDocumentTechniques',
      'defaultRules',
      'emptyCodebook',
      'encodeText',
      'endpointNotationWriter',
      'extendCodebook',
      'extendsCodebook',
      'instructionFor',
      'isEncoded',
      'mergeCodebooks',
      'parseCodebook',
      'replacingCodebook',
      'restoreDocument',
      'textCodec',
      'textTechniques',
      'writeCodebook',
    ])
  })
})
