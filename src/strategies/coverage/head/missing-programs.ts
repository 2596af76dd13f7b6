/** Programs that commands needed, that are not installed and that did not run later. */
import type { Row } from '../../../ledger/ledger.ts'
import { missingProgram, runsProgram } from '../../../scan/actions/missing-program.ts'

/** The missing program, if an error says nothing else. */
export function missingIn({ section, value }: Row): string | undefined {
  return section === 'errors' && !value.trim().includes('\n') ? missingProgram(value) : undefined
}

interface MissingProgram {
  readonly program: string
  readonly last: number
  /** The command that needed it. */
  readonly about: string
}

/** `not installed: rg #12, pixi #24`; empty where there is none. */
export function missingPrograms(rows: readonly Row[], numberOf: (turn: number) => number): string {
  const needed = new Map<string, MissingProgram>()
  for (const row of rows) {
    const program = row.state === 'resolved' ? undefined : missingIn(row)
    if (program === undefined || (needed.get(program)?.last ?? -1) > row.last) continue
    needed.set(program, { program, last: row.last, about: row.facts.at(-1)?.about ?? row.key })
  }
  if (needed.size === 0) return ''
  const runs = rows
    .flatMap(({ section, facts }) => (section === 'commands' ? facts : []))
    .filter(({ kind }) => kind === 'ok' || kind === 'finished')
  const missing = [...needed.values()]
    .filter(
      need =>
        !runs.some(
          ({ turn, about }) =>
            turn > need.last && (runsProgram(about, need.program) || takesPlaceOf(about, need)),
        ),
    )
    .sort((one, other) => one.last - other.last)
  if (missing.length === 0) return ''
  return `not installed: ${missing.map(({ program, last }) => `${program} #${numberOf(last)}`).join(', ')}`
}

/** Shorter arguments are those of many commands. */
const minArguments = 3

/** `python3 -m site` after `python -m site`: the same arguments, handed to a program that is there. */
function takesPlaceOf(command: string, { program, about }: MissingProgram): boolean {
  const rest = about.startsWith(`${program} `) ? about.slice(program.length) : ''
  if (rest.trim().length < minArguments) return false
  return command.endsWith(rest) && /^\S+$/.test(command.slice(0, -rest.length))
}
