/** The version of this package, from its package.json. */
import { dirname, join } from 'node:path'

export function packageVersion(): string {
  const text = process.getBuiltinModule('node:fs').readFileSync(join(packageRoot(), 'package.json'), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}

/** The directory of this package, the same from the source and from a bundle. */
export function packageRoot(): string {
  const { createRequire } = process.getBuiltinModule('node:module')
  return dirname(createRequire(import.meta.url).resolve('fovea/package.json'))
}
