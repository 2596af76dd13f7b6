/** The retention flags, the same for every command. */
import type { Command } from 'commander'
import { parseDuration, parseSize } from '../../store/parse-amounts.ts'
import type { Retention } from '../../store/store.ts'
import { present } from '../../tokens/json-value.ts'

export interface RetentionFlags {
  readonly maxAge?: number
  readonly maxSize?: number
  readonly grace?: number
}

export function withRetentionOptions(command: Command): Command {
  return command
    .option('--max-age <duration>', 'forget what was not used for this long, such as 30d', text =>
      parseDuration(text, '--max-age'),
    )
    .option(
      '--max-size <size>',
      'forget what was not used for the longest time, until the store has at most this size, such as 2GB',
      text => parseSize(text, '--max-size'),
    )
    .option(
      '--grace <duration>',
      'never forget by age or size what was used within this time (default: 1h)',
      text => parseDuration(text, '--grace'),
    )
}

export function retentionOf({ maxAge, maxSize, grace }: RetentionFlags): Retention {
  return present({ maxAge, maxBytes: maxSize, grace })
}
