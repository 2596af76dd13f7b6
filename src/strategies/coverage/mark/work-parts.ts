/** The parts of a view in which an agent makes claims about its work; a plan says what should be. */
import type { ViewPart } from '../facts/view-part.ts'

export const workParts: ReadonlySet<ViewPart> = new Set<ViewPart>(['narration', 'words', 'conclusion'])
