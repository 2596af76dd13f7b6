/** `--preserve-pattern`: texts that match stay verbatim, whichever strategy compresses. */
import { Option } from 'commander'
import { optionError } from '../../errors.ts'

export function preservePatternOption(): Option {
  return new Option(
    '--preserve-pattern <regex>',
    'texts that match stay verbatim: an expression, or /expression/i; may be given more than once',
  ).argParser(addPattern)
}

function addPattern(value: string, before: readonly RegExp[] = []): readonly RegExp[] {
  const [, source = value, flags = ''] = /^\/(.+)\/([a-z]*)$/s.exec(value) ?? []
  try {
    return [...before, new RegExp(source, flags)]
  } catch (error) {
    throw optionError(`--preserve-pattern ${value} is no regular expression: ${(error as Error).message}`)
  }
}
