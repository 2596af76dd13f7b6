/** Every kind of hard block, in the order in which they are tried: the surest first. */
import type { Block } from './block.ts'
import { code } from './code.ts'
import { diff } from './diff.ts'
import { encoded } from './encoded.ts'
import { indentedCode } from './indented-code.ts'
import { latexMath, unicodeMath } from './math.ts'
import { sql } from './sql.ts'
import { stackTrace } from './stack-trace.ts'
import { table } from './table.ts'
import { verse } from './verse.ts'
import { yaml } from './yaml.ts'

export const blocks: readonly Block[] = [
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
