import { describe, expect, it } from 'vitest'
import {
  decodeText,
  encodeInOrder,
  encodeText,
  textLayers,
} from '../../../src/tools/documents/encode-text.ts'

describe('the order of the layers', () => {
  const line = 'the harbour office keeps the tide tables of the harbour office'
  const text = `${`${line}\n`.repeat(20)}${Array.from({ length: 20 }, (_, at) => `${at}. ${line}, berth ${at * 3}`).join('\n')}\n`

  it('is dictionary first, then runs', () => {
    const encoding = encodeText(text)
    expect(encoding.encoded && encoding.steps.map(({ step }) => step)).toEqual(['short-forms', 'lines'])
  })

  it('does not matter for decoding', () => {
    const encoding = encodeInOrder(textLayers.toReversed(), text, {})
    expect(encoding.encoded && encoding.steps.map(({ step }) => step)[0]).not.toBe('short-forms')
    expect(decodeText(encoding.text)).toBe(text)
  })
})

describe('a text that another codebook encoded', () => {
  it('is refused with a word about the codebook', () => {
    const [office, berth] = [
      'the accounting department of the harbour office',
      'the northernmost berth of the yacht club',
    ]
    const text = Array.from({ length: 20 }, (_, at) => `${office} rents ${berth} on day ${at * 3}\n`).join('')
    const codebook = { version: 1, entries: { $A: office, $B: berth } } as const
    const other = { version: 1, entries: { $A: berth, $B: office } } as const
    const { text: encoded } = encodeText(text, { codebook, techniques: [] })
    expect(encoded).toContain('$A')
    expect(() => decodeText(encoded, { codebook: other })).toThrow(/another codebook/)
  })
})
