/** Programs that commands asked for, that are not installed and never ran later. */
import type { Row } from '../../ledger/ledger.ts'
import { missingProgram, runsProgram } from '../../scan/actions/missing-program.ts'

/** Whether an error says no more than that a program is not installed. */
export function isMissingProgram({ section, value }: Row): boolean {
  return section === 'errors' && missingProgram(value) !== undefined
}

/** `not installed: rg #12, pixi #24`; empty where there is none. */
export function missingPrograms(rows: readonly Row[], numberOf: (turn: number) => number): string {
  const turns = new Map<string, number>()
  for (const row of rows) {
    const program = isMissingProgram(row) && row.state !== 'resolved' ? missingProgram(row.value) : undefined
    if (program !== undefined) turns.set(program, Math.max(turns.get(program) ?? -1, row.last))
  }
  if (turns.size === 0) return ''
  const runs = rows.flatMap(({ section, facts }) => (section === 'commands' ? facts : []))
  const missing = [...turns]
    .filter(
      ([program, last]) =>
        !runs.some(
          ({ kind, turn, about }) =>
            turn > last && (kind === 'ok' || kind === 'finished') && runsProgram(about, program),
        ),
    )
    .sort(([, one], [, other]) => one - other)
  if (missing.length === 0) return ''
  return `not installed: ${missing.map(([program, turn]) => `${program} #${numberOf(turn)}`).join(', ')}`
}
