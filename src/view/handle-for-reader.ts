/** A handle as a view shows it to its reader: behind the command or tool that brings it back, where there is one. */
import type { Settings } from '../settings/settings.ts'

export function handleForReader(handle: string, { expandWith }: Pick<Settings, 'expandWith'>): string {
  return expandWith === undefined ? handle : `${expandWith} ${handle}`
}
