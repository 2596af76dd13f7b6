/** Where this package is installed, the same from the source and from a bundle. */
import { createRequire } from 'node:module'
import { dirname } from 'node:path'

export function packageRoot(): string {
  return dirname(createRequire(import.meta.url).resolve('fovea/package.json'))
}
