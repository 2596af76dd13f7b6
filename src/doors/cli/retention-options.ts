/** The retention flags, the same for every command. */
import { Option } from 'commander'
import { parseDuration, parseSize } from '../../store/parse-amounts.ts'
import type { Retention } from '../../store/store.ts'
import { present } from '../../tokens/json-value.ts'

export interface RetentionFlags {
  readonly maxAge?: number
  readonly maxSize?: number
  readonly grace?: number
}

export function maxAgeOption(): Option {
  return new Option('--max-age <duration>', 'forget what was not used for this long, such as 30d').argParser(
    text => parseDuration(text, '--max-age'),
  )
}

export function maxSizeOption(): Option {
  return new Option(
    '--max-size <size>',
    'forget what was not used for the longest time, until the store has at most this size, such as 2GB',
  ).argParser(text => parseSize(text, '--max-size'))
}

export function graceOption(): Option {
  return new Option(
    '--grace <duration>',
    'never forget by age or size what was used within this time (default: 1h)',
  ).argParser(text => parseDuration(text, '--grace'))
}

export function retentionOf({ maxAge, maxSize, grace }: RetentionFlags): Retention {
  return present({ maxAge, maxBytes: maxSize, grace })
}
