/** Whether a command runs a program that a pattern knows by its name and first arguments. */
import { programsOf } from '../command-programs.ts'

const mostArguments = 6

/** The pattern sees each program of the command by itself: `go test ./...`, `npm run build`. */
export function runsProgram(command: string | undefined, pattern: RegExp): boolean {
  return programsOf(command).some(({ name, args }) =>
    pattern.test([name, ...args.slice(0, mostArguments)].join(' ').slice(0, 200)),
  )
}
