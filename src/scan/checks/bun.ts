/** Bun: `bun test`, `bun run lint`. */
import type { Checker } from './checker.ts'

export const bun: Checker = {
  name: 'bun',
  taskPrograms: 'bun',
  hasProjectTasks: true,
  installs: 'ci',
  line: /\((?:pass|fail|skip|todo)\) |bun test v\d/y,
  summary: /Ran \d+ tests? across | *\d+ (?:pass|fail)(?!\w)/y,
  report: {
    sign: /\((?:pass|fail)\) |bun test v/,
    roles: {
      pass: /\(pass\) /y,
      fail: /\(fail\) /y,
      skip: /\((?:skip|todo)\) /y,
      file: /[^\s:]+\.\w+:$/y,
      total: / *\d+ (?:pass|fail|skip|todo|expect\(\) calls|snapshots?|errors?)(?!\w)|Ran \d+ tests?\b/y,
      setup: /bun test v/y,
    },
  },
}
