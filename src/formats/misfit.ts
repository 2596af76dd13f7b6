/** Says why a raw message does not fit a format. */
import type { Fit } from './format.ts'

export function misfit(why: string): Fit {
  return { fits: 'no', why }
}
