/** Whether a command runs a program that a pattern knows by its name and first arguments. */
import { programsOf } from '../command-programs.ts'

/** The pattern sees each program of the command by itself: `go test ./...`, `npm run build`. */
export function runsProgram(command: string | undefined, pattern: RegExp): boolean {
  return programsOf(command).some(({ begins }) => pattern.test(begins))
}
