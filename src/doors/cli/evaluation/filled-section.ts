/** A section of a page; nothing where it would hold nothing but words. */
import type { DocumentPart, DocumentSection } from '../../pages/document-parts.ts'

export function filledSection(
  title: string,
  lead: string,
  parts: readonly (DocumentPart | undefined)[],
): readonly DocumentSection[] {
  const shown = parts.filter(part => part !== undefined)
  return shown.length === 0 ? [] : [{ type: 'section', title, lead, parts: shown }]
}
