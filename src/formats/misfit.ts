/** Says why a raw message does not fit a format. */
import type { Fit } from '../types.ts'

export function misfit(why: string): Fit {
  return { fits: 'no', why }
}
