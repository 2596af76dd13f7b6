/** What a start takes, over that of Node alone: the median of so many processes each, in turns. */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { median } from './median.ts'

export interface Starts {
  readonly processes: number
  /** `node -e 0`. */
  readonly nodeMs: number
  readonly importMs: number
  readonly versionMs: number
}

const processes = 40
const root = join(import.meta.dirname, '../..')
const commands = {
  nodeMs: ['-e', '0'],
  importMs: ['--input-type=module', '-e', "import 'fovea'"],
  versionMs: [join(root, 'bin/fovea.js'), '--version'],
}

export function measureStarts(): Starts {
  const times = Object.fromEntries(Object.keys(commands).map(name => [name, [] as number[]]))
  for (let run = 0; run < processes; run += 1)
    for (const [name, args] of Object.entries(commands)) {
      const start = performance.now()
      execFileSync(process.execPath, args, { cwd: root })
      times[name]?.push(performance.now() - start)
    }
  const of = (name: keyof typeof commands): number => median(times[name] ?? [])
  return { processes, nodeMs: of('nodeMs'), importMs: of('importMs'), versionMs: of('versionMs') }
}
