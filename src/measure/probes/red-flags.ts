/** Signs that a view shows too little, whatever its budget. */
import type { ProbeScore } from './probes.ts'

export interface FlaggedView {
  readonly tokensBefore: number
  readonly tokensAfter: number
  /** Absent where no probes were used. */
  readonly probes?: Pick<ProbeScore, 'probes' | 'visible'> | undefined
}

export interface RedFlag {
  readonly code: 'probes-low' | 'reduction-high'
  readonly message: string
}

/** Below this share of visible probes, too much is missing. */
const minVisible = 0.7
/** Above this reduction, a view rarely contains what the work needs. */
const maxReduction = 0.95

export function redFlags({ tokensBefore, tokensAfter, probes }: FlaggedView): readonly RedFlag[] {
  const reduction = tokensBefore > 0 ? 1 - tokensAfter / tokensBefore : 0
  const flags: RedFlag[] = []
  if (probes !== undefined && probes.visible < minVisible * probes.probes)
    flags.push({
      code: 'probes-low',
      message: `the view answers ${probes.visible} of ${probes.probes} probes, fewer than ${percent(minVisible)}`,
    })
  if (reduction > maxReduction)
    flags.push({
      code: 'reduction-high',
      message: `the view is ${percent(reduction)} smaller, more than ${percent(maxReduction)}: check what it no longer says`,
    })
  return flags
}

function percent(share: number): string {
  return `${Number((share * 100).toFixed(1))} %`
}
