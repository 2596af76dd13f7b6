/** Whether a shell would find a program by its name. */
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Environment } from './hosts/host.ts'

export function isOnPath(name: string, env: Environment = process.env): boolean {
  return (env['PATH'] ?? '')
    .split(delimiter)
    .some(directory => directory !== '' && isExecutable(join(directory, name)))
}

/** Whether the user's shell finds this program, ignoring the folders that npm adds to the path of its processes. */
export function isFoveaOnPath(env: Environment = process.env): boolean {
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
