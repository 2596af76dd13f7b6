/** How much of what the agent will need a view shows. */
import { holds } from '../../measure/probes/atoms.ts'
import type { Need } from './needs.ts'

export interface FutureUse {
  readonly needs: number
  readonly visible: number
  readonly deepNeeds: number
  readonly deepVisible: number
}

export function futureUse(needs: readonly Need[], view: string): FutureUse {
  const visible = needs.filter(({ atom }) => holds(view, atom))
  return {
    needs: needs.length,
    visible: visible.length,
    deepNeeds: needs.filter(({ isDeep }) => isDeep).length,
    deepVisible: visible.filter(({ isDeep }) => isDeep).length,
  }
}
