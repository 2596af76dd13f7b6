/** The program that a command asked for and that is not installed. */
import { hasOneOf } from '../has-one-of.ts'

const signs = ['not found', 'not recognized', 'no module named', 'unknown command']
const name = `[‘'"\`]?([A-Za-z][\\w.+-]{0,40})[’'"\`]?`

const forms: readonly RegExp[] = [
  // bash: line 1: rg: command not found; /bin/sh: 1: rg: not found
  new RegExp(`(?:^|[\\s:])${name}: command not found$|: \\d{1,6}: ${name}: not found$`, 'im'),
  // zsh: command not found: rg; fish: Unknown command: rg
  new RegExp(`\\b(?:command not found|fish: Unknown command): ${name}$`, 'im'),
  // 'rg' is not recognized as an internal or external command
  new RegExp(
    `(?:^|[\\s:])${name} is not recognized as (?:an internal or external command|the name of a cmdlet)`,
    'im',
  ),
  // exec: "rg": executable file not found in $PATH
  new RegExp(`\\b${name}: executable file not found in `, 'im'),
  // /usr/bin/python3: No module named pytest
  /^(?:\S{0,200}[\\/])?python[\d.]{0,6}(?:\.exe)?: No module named ([A-Za-z][\w.]{0,60})$/im,
]

/** Where an output is short, or at its end. */
const edge = 2000

export function missingProgram(output: string): string | undefined {
  const text = output.slice(-edge)
  if (!hasOneOf(text.toLowerCase(), signs)) return undefined
  for (const form of forms) {
    const [, first, second] = form.exec(text) ?? []
    const found = first ?? second
    if (found !== undefined) return found
  }
  return undefined
}

/** What comes before a program, and behind its name: `&& `, `(`, `-m `; a space, `;`. */
const beginsCommand = /(?:[;&|(] {0,4}|\n\s{0,20}|-m )$/
const endsName = /^(?:[\s;&|)]|$)/
/** As much of a command as is looked at before a name. */
const before = 24

/** Whether a command runs it: `cd app && rg x`, `python -m pytest`. */
export function runsProgram(command: string, program: string): boolean {
  for (let at = command.indexOf(program); at >= 0; at = command.indexOf(program, at + 1)) {
    const isBegun = at === 0 || beginsCommand.test(command.slice(Math.max(0, at - before), at))
    if (isBegun && endsName.test(command.charAt(at + program.length))) return true
  }
  return false
}
