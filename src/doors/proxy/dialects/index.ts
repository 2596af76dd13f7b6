/** The dialects by format: only conversations in these formats can carry our tools. A new one is one file and one line here. */
import type { FormatName } from '../../../types.ts'
import { anthropicDialect } from './anthropic-dialect.ts'
import { chatDialect } from './chat-dialect.ts'
import type { Dialect } from './dialect.ts'
import { responsesDialect } from './responses-dialect.ts'

const dialects: readonly Dialect[] = [anthropicDialect, chatDialect, responsesDialect]

export function dialectOf(format: FormatName): Dialect | undefined {
  return dialects.find(dialect => dialect.format === format)
}
