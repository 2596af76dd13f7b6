/** How hard to compress, by how full the window is: one table, in which a window with room asks for nothing. */

export type PressureLevel = 'none' | 'standard' | 'aggressive' | 'maximum'

export interface PressureStep {
  readonly level: PressureLevel
  /** Up to here, as a share of the window; the last step has no end. */
  readonly below: number
  /** The most that may go of an item of the highest class; other classes in proportion. */
  readonly strength: number
}

export const pressureSteps: readonly PressureStep[] = [
  { level: 'none', below: 0.6, strength: 0 },
  { level: 'standard', below: 0.75, strength: 0.8 },
  { level: 'aggressive', below: 0.9, strength: 0.9 },
  { level: 'maximum', below: Number.POSITIVE_INFINITY, strength: 0.95 },
]

/** The classes of reduction hold as they are named at this strength: where nobody says how large the window is. */
export const namedStrength = 0.9

/** Contract: never throws; whatever is no number asks for nothing. */
export function pressureStep(pressure: number): PressureStep {
  const [none] = pressureSteps as readonly [PressureStep]
  return pressureSteps.find(({ below }) => pressure < below) ?? (Number.isNaN(pressure) ? none : last())
}

function last(): PressureStep {
  return pressureSteps.at(-1) as PressureStep
}
