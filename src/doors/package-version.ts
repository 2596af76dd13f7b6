/** The version of this package, as its package.json says. */
import { join } from 'node:path'
import { packageRoot } from './package-root.ts'

export function packageVersion(): string {
  const text = process.getBuiltinModule('node:fs').readFileSync(join(packageRoot(), 'package.json'), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}
