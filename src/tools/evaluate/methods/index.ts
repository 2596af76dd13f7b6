/** Every method that an evaluation compares, each a way to shorten a history, in the order of the tables. A new one is one file and one line here. */
import type { Method } from '../method.ts'
import { foveaMethods } from './fovea.ts'
import { headAndTail } from './head-and-tail.ts'
import { masking } from './masking.ts'
import { none } from './none.ts'
import { oracle } from './oracle.ts'
import { slidingWindow } from './sliding-window.ts'
import { vendorSummary } from './vendor-summary.ts'

export const methods: readonly Method[] = [
  none,
  slidingWindow,
  masking,
  headAndTail,
  vendorSummary,
  ...foveaMethods,
  oracle,
]
