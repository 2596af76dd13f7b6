/** Shows a long argument by its beginning: a text that was pasted in place of a file name would hide the error. */
import { graphemeCut } from '../../scan/grapheme-cut.ts'
import { formatNumber } from './format-number.ts'

const maxCharacters = 1000
const shownCharacters = 100

export function shortArguments(sentence: string, argv: readonly string[] = process.argv): string {
  return argv
    .filter(argument => argument.length > maxCharacters)
    .reduce(
      (shown, argument) =>
        shown.replaceAll(
          argument,
          () => `${graphemeCut(argument, shownCharacters)}… (${formatNumber(argument.length)} characters)`,
        ),
      sentence,
    )
}
