/** The registry of strategies. */
import type { Strategy, StrategyName } from '../types.ts'
import { cap } from './cap.ts'

export const strategies: Readonly<Record<StrategyName, Strategy>> = { cap }
