/** Whether a check passed, by its output. */
import { checkVerdict } from '../../../scan/actions/check-verdict.ts'
import { commandOutput } from '../../../scan/actions/command-output.ts'
import { remembered } from '../../../tokens/remembered.ts'

/** Empty where the output does not say. */
export const resultVerdict: (text: string) => string = remembered(
  (text): string => checkVerdict(commandOutput(text)) ?? '',
)
