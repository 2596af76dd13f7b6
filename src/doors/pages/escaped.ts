/** Text in HTML in which it can become no markup. */

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Also without what HTML forbids or a reader cannot see: control characters, and those that turn the direction of text. */
export function escaped(text: string): string {
  return text
    .replace(/[^\P{Cc}\n\t]|\p{Bidi_Control}/gu, ' ')
    .toWellFormed()
    .replace(/[&<>"']/g, character => entities[character] ?? '')
    .replaceAll(' %', '\u00a0%')
}
