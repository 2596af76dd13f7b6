/** Programs that commands needed, that are not installed and that did not run later. */
import type { Row } from '../../../ledger/ledger.ts'
import { missingProgram, runsProgram } from '../../../scan/actions/missing-program.ts'

/** The missing program, if an error says nothing else. */
export function missingIn({ section, value }: Row): string | undefined {
  return section === 'errors' && !value.trim().includes('\n') ? missingProgram(value) : undefined
}

/** `not installed: rg #12, pixi #24`; empty where there is none. */
export function missingPrograms(rows: readonly Row[], numberOf: (turn: number) => number): string {
  const turns = new Map<string, number>()
  for (const row of rows) {
    const program = row.state === 'resolved' ? undefined : missingIn(row)
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
