/** A command of the user's as a method: the messages on its standard input, the view on its standard output. */
import { spawn } from 'node:child_process'
import { FoveaError } from '../../../errors.ts'
import type { Format } from '../../../formats/format.ts'
import { type ExamMethod, examMethod, examMethodNamed } from '../../../tools/evaluate/exam/exam-method.ts'
import type { MethodView } from '../../../tools/evaluate/method.ts'
import { viewOf, viewSaying } from '../../../tools/evaluate/methods/text-view.ts'

const maxRunMs = 600_000
const named = /^([\w][\w .@%-]{0,60}?)=(?=\S)/

/** `fovea@4x` and other methods of our own; `mine=./compress.sh --tight`, or a command with arguments. */
export function methodGiven(text: string): string | ExamMethod {
  if (examMethodNamed(text) !== undefined) return text
  const name = named.exec(text)?.[1]
  if (name !== undefined) return commandMethod(name, text.slice(name.length + 1))
  // A single word is a misspelt method more often than a program.
  return /\s/.test(text.trim()) ? commandMethod(text.trim(), text) : text
}

function commandMethod(name: string, command: string): ExamMethod {
  return {
    ...examMethod({
      name,
      describe: `the command ${command}`,
      kind: 'peer',
      async view({ raw, format }, tokens) {
        return viewIn(await outputOf(command, JSON.stringify(raw), tokens), format)
      },
    }),
    isCostly: true,
  }
}

/** Messages of the session's own format, or whatever text it is. */
function viewIn(output: string, format: Format): MethodView {
  if (output.trim() === '') throw new FoveaError('invalid-option', 'the command printed nothing')
  try {
    const value: unknown = JSON.parse(output)
    const messages = Array.isArray(value)
      ? value
      : (value as { readonly messages?: unknown } | null)?.messages
    if (Array.isArray(messages)) return viewOf(format.read(messages))
  } catch {
    // Then it is a text.
  }
  return viewSaying(output.trim())
}

function outputOf(command: string, input: string, tokens: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, {
      shell: true,
      timeout: maxRunMs,
      env: { ...process.env, FOVEA_BUDGET: String(tokens) },
    })
    const [out, errors]: [Buffer[], Buffer[]] = [[], []]
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk))
    child.stderr.on('data', (chunk: Buffer) => errors.push(chunk))
    child.on('error', reject)
    child.on('close', (code, signal) => {
      if (code === 0) return resolve(Buffer.concat(out).toString())
      const said = Buffer.concat(errors).toString().trim().split('\n').at(-1) ?? ''
      reject(
        new FoveaError(
          'invalid-option',
          `the command ended with ${code ?? signal}${said === '' ? '' : `: ${said}`}`,
        ),
      )
    })
    // A command need not read its input.
    child.stdin.on('error', () => {})
    child.stdin.end(input)
  })
}
