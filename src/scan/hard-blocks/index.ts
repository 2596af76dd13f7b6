/** Every kind of stretch within a text that is kept to the letter, the surest first. */
import { code } from './code.ts'
import { diff } from './diff.ts'
import { encoded } from './encoded.ts'
import type { HardBlock } from './hard-block.ts'
import { indentedCode } from './indented-code.ts'
import { latexMath, unicodeMath } from './math.ts'
import { sql } from './sql.ts'
import { stackTrace } from './stack-trace.ts'
import { table } from './table.ts'
import { verse } from './verse.ts'
import { yaml } from './yaml.ts'

export const hardBlocks: readonly HardBlock[] = [
  diff,
  stackTrace,
  table,
  latexMath,
  unicodeMath,
  encoded,
  sql,
  yaml,
  code,
  indentedCode,
  verse,
]
