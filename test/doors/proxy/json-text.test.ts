import { describe, expect, it } from 'vitest'
import { parseJson } from '../../../src/doors/proxy/transport/parse-json.ts'

describe('JSON that is written again', () => {
  it('keeps the digits of long numbers, wherever they are', () => {
    for (let before = 0; before < 40; before += 1)
      for (const number of [
        '12345678901234567890',
        '0.1234567890123456789',
        '-9007199254740993',
        '1.5',
        '100',
      ]) {
        const text = `{"${'k'.repeat(before)}":[${number},"${'v'.repeat(40 - before)}"],"n":${number}}`
        expect(JSON.stringify(parseJson(text))).toBe(text)
      }
  })

  it('reads a body that holds nothing but a long number', () => {
    expect(JSON.stringify(parseJson('1234567890123456789'))).toBe('1234567890123456789')
  })
})
