/** Whether a tool or its host shortened an output before the agent saw it. */
import { remembered } from '../../tokens/remembered.ts'
import { hasOneOf } from '../has-one-of.ts'

const signs = ['truncated', 'omitted', 'Output too large', '<response clipped>']

/** `…6346 tokens truncated…`, `[... omitted 111 of 367 lines ...]`, `... [2100 characters truncated] ...`, `Output too large (54.3KB).` */
const mark =
  /…\d{1,9} (?:tokens|characters|chars|lines) truncated…|\[\.\.\. omitted \d{1,9} of \d{1,9} lines \.\.\.\]|\[\d{1,9} (?:lines|characters|chars|tokens) truncated\]|(?:^|\n)\[\.\.\. truncated \.\.\.\](?:\n|$)|^(?:<persisted-output>\s{0,4})?Output too large \(\d|<response clipped>/

export const isCutOutput: (text: string) => boolean = remembered(
  text => hasOneOf(text, signs) && mark.test(text),
)
