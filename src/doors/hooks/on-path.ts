/** Whether a shell would find a program by its name. */
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

export function isOnPath(
  name: string,
  env: Readonly<Record<string, string | undefined>> = process.env,
): boolean {
  return (env['PATH'] ?? '')
    .split(delimiter)
    .some(directory => directory !== '' && isExecutable(join(directory, name)))
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
