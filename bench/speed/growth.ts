/** Cost per message of conversations that grow, with every option of the message pipeline on. */
import { compressSync } from '../../src/compress.ts'
import type { SyncCompressOptions } from '../../src/strategies/options/compress-options.ts'
import { forgetReadings } from '../../src/tokens/remembered.ts'
import { cpuTime } from '../cpu-time.ts'
import { longTalk } from '../long-talk.ts'
import { median } from './median.ts'

export type Growth = readonly { readonly messages: number; readonly microseconds: number }[]

const everything: SyncCompressOptions = {
  strategy: 'rules',
  strict: true,
  rules: {
    fuzzyDedup: true,
    importanceScoring: true,
    contradictionDetection: true,
    embedSummaryId: true,
    observationThreshold: 1000,
  },
}
const sizes = [1000, 10_000, 50_000] as const
const messagesOfAll = 50_000

/** As many messages of each size, so that each is as warm as the others. */
export function measureGrowth(): Growth {
  compressSync(longTalk(sizes[1]), everything)
  return sizes.map(messages => {
    const talk = longTalk(messages)
    const rounds = Math.min(9, Math.ceil(messagesOfAll / messages))
    const times = Array.from({ length: rounds }, () => {
      // A short one would be read once for all rounds.
      forgetReadings()
      return cpuTime(() => compressSync(structuredClone(talk), everything)).milliseconds
    })
    return { messages, microseconds: (1000 * median(times)) / messages }
  })
}
