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

/** Whether the user's shell finds this program, ignoring the folders that npm adds to the path of its processes. */
export function isFoveaOnPath(env: Readonly<Record<string, string | undefined>> = process.env): boolean {
  if (env['npm_execpath'] === undefined) return isOnPath('fovea', env)
  const own = (env['PATH'] ?? '')
    .split(delimiter)
    .filter(directory => !/[\\/]node_modules[\\/]\.bin[\\/]?$/.test(directory))
  return isOnPath('fovea', { PATH: own.join(delimiter) })
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
