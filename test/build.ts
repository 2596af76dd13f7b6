/** Builds the package once before the tests that run it as its users do. */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

export function setup(): void {
  const root = join(import.meta.dirname, '..')
  execFileSync(
    process.execPath,
    [join(root, 'node_modules/typescript/bin/tsc'), '-p', 'tsconfig.build.json'],
    {
      cwd: root,
      stdio: 'inherit',
    },
  )
}
