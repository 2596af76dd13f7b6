/** The error for a text that calls itself encoded and is not what the encoder wrote. */
import { FoveaError } from '../../errors.ts'

export function corrupt(why: string): FoveaError {
  return new FoveaError(
    'corrupt',
    `This text was encoded by Fovea and changed afterwards: ${why}. Decode an unchanged copy, or restore the original.`,
  )
}
