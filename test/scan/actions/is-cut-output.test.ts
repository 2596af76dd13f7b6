import { describe, expect, it } from 'vitest'
import { isCutOutput } from '../../../src/scan/actions/is-cut-output.ts'

describe('isCutOutput', () => {
  it.each([
    'a.ts:1: x\nb…6346 tokens truncated…c.ts:9: y',
    'one\n[... omitted 111 of 367 lines ...]\ntwo',
    'one\n... [2100 characters truncated] ...\ntwo',
    'Output too large (54.3KB). Full output saved to: /tmp/out.txt',
    'one\n[... truncated ...]\ntwo',
    'one\n<response clipped><NOTE>Only part is shown.</NOTE>',
  ])('knows %j', text => expect(isCutOutput(text)).toBe(true))

  it.each([
    'The list was truncated.',
    '[12 lines]',
    "return text + '[... truncated ...]'",
    'We omitted 3 of 4 lines.',
    'He said: Output too large (3).',
    '',
  ])('does not take %j for one', text => expect(isCutOutput(text)).toBe(false))
})
