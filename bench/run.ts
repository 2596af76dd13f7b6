/** `npm run bench`: the evaluation on the project's own small sessions, in under a minute; results in `bench/results/quick*`. */
import { join } from 'node:path'
import { benchEvaluation } from './evaluation.ts'
import { exampleSession } from './results.ts'
import { sessionFiles } from './session-files.ts'

const own = sessionFiles(join(import.meta.dirname, 'fixtures'))
await benchEvaluation('quick', [...own, exampleSession])
