/** Bun: `bun test`, `bun run lint`. */
import { anyOf } from '../matches-at.ts'
import type { Checker } from './checker.ts'

export const bun: Checker = {
  name: 'bun',
  taskPrograms: 'bun',
  hasProjectTasks: true,
  installs: 'ci',
  line: anyOf(/\((?:pass|fail|skip|todo)\) |bun test v\d/),
  summary: anyOf(/Ran \d+ tests? across | *\d+ (?:pass|fail)(?!\w)/),
  report: {
    sign: /\((?:pass|fail)\) |bun test v/,
    roles: [
      ['pass', anyOf(/\(pass\) /)],
      ['fail', anyOf(/\(fail\) /)],
      ['skip', anyOf(/\((?:skip|todo)\) /)],
      ['file', anyOf(/[^\s:]+\.\w+:$/)],
      [
        'total',
        anyOf(/ *\d+ (?:pass|fail|skip|todo|expect\(\) calls|snapshots?|errors?)(?!\w)|Ran \d+ tests?\b/),
      ],
      ['setup', anyOf(/bun test v/)],
    ],
  },
}
