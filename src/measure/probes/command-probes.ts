/** Probes about failed commands: how they failed, and what was done about it. */
import type { LocatedAction } from '../../scan/actions/actions-in.ts'
import { commandStart } from '../../scan/actions/describe-call.ts'
import { printedText } from '../../scan/actions/printed-text.ts'
import { fileName } from '../../scan/actions/shell/join-path.ts'
import { linesOf } from '../../scan/lines.ts'
import { heardText } from '../../scan/spoken-text.ts'
import type { Message } from '../../types.ts'
import { informativeTerms, type Rarity } from './informative-terms.ts'
import type { Probe } from './probe.ts'

interface Failure {
  readonly message: number
  /** The output of the command. */
  readonly output: string
  /** Files changed since, in order. */
  readonly changed: Set<string>
}

const maxTerms = 3
const errorLine = /\b(?:error|failed|failure|exception|fatal|panic|cannot|undefined|not found|denied)(?!\w)/i

/** A failure is critical while the same command has not succeeded since. */
export function commandProbes(
  messages: readonly Message[],
  actions: readonly LocatedAction[],
  rarity: Rarity,
): readonly Probe[] {
  const open = new Map<string, Failure>()
  const probes: Probe[] = []
  for (const located of actions) {
    const { action, message } = located
    if (action.type === 'modify' || action.type === 'create') {
      if (action.outcome === 'ok') for (const { changed } of open.values()) changed.add(fileName(action.path))
    } else if (action.type === 'run' && action.outcome === 'failed')
      open.set(commandKey(action.command), {
        message,
        output: outputOf(located, messages),
        changed: new Set(),
      })
    else if (action.type === 'run' && (action.outcome === 'ok' || action.outcome === 'finished')) {
      const key = commandKey(action.command)
      const failure = open.get(key)
      if (failure === undefined) continue
      open.delete(key)
      probes.push(...errorProbe(failure, key, rarity, false), resolutionProbe(failure, key, message))
    }
  }
  for (const [key, failure] of open) probes.push(...errorProbe(failure, key, rarity, true))
  return probes
}

/** The next output, if the result of the call is unknown. */
function outputOf({ message, answer }: LocatedAction, messages: readonly Message[]): string {
  if (answer !== undefined) return printedText(answer.text)
  return messages
    .slice(message, message + 2)
    .map(heardText)
    .join('\n')
}

function errorProbe(
  { message, output }: Failure,
  command: string,
  rarity: Rarity,
  critical: boolean,
): readonly Probe[] {
  const line = linesOf(output.slice(0, maxAnswerLength)).find(({ text }) => errorLine.test(text))?.text
  if (line === undefined) return []
  const question = `How did \`${command}\` fail?`
  const keywords = informativeTerms(line.slice(0, maxLineLength), rarity, maxTerms, question)
  return [{ type: 'error', question, keywords, critical, message }]
}

const maxAnswerLength = 100_000
const maxLineLength = 300

function resolutionProbe({ changed }: Failure, command: string, message: number): Probe {
  const question = `Which files were changed before \`${command}\` succeeded again?`
  return { type: 'resolution', question, keywords: [...changed].slice(-maxTerms), critical: false, message }
}

/** A long script is identified by its beginning. */
const maxKeyLength = 80

/** The first line of a command, which distinguishes it from others. */
export function commandKey(command: string): string {
  const line = commandStart(command).split('\n', 1)[0] ?? ''
  return line
    .replace(/[ \t]+/g, ' ')
    .slice(0, maxKeyLength)
    .trim()
}
