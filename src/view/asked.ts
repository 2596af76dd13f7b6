/** A handle as a reader asks for it: behind the command or tool that brings it back, where there is one. */
import type { Settings } from '../settings/settings.ts'

export function asked(handle: string, { expandWith }: Pick<Settings, 'expandWith'>): string {
  return expandWith === undefined ? handle : `${expandWith} ${handle}`
}
