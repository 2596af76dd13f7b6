/** Whether to proceed: `--yes` says so, or the user at the terminal is asked. */
import { createInterface } from 'node:readline/promises'

interface Asked {
  readonly yes?: boolean
  readonly dryRun?: boolean
}

interface Terminal {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean }
  readonly output: NodeJS.WritableStream & { readonly isTTY?: boolean }
}

export async function confirmed(
  question: string,
  { yes, dryRun }: Asked,
  { input, output }: Terminal = { input: process.stdin, output: process.stderr },
): Promise<boolean> {
  if (dryRun === true) return false
  if (yes === true) return true
  if (input.isTTY !== true || output.isTTY !== true) return false
  const lines = createInterface({ input, output })
  try {
    return /^\s*y(?:es)?\s*$/i.test(await lines.question(`${question} [y/N] `))
  } finally {
    lines.close()
  }
}
