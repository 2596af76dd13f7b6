/** A file that a host put into a message as one block: `<file_content path="src/a.ts">…</file_content>`. */

export interface AttachedFile {
  readonly path: string
  readonly text: string
}

const opening =
  /^\s{0,8}<([A-Za-z][\w-]{0,40}) (?:[\w-]{1,40}="[^"\n]{0,400}" ){0,4}(?:path|file|filename|file_path)="([^"\n]{1,1000})"[^<>\n]{0,400}>\n?/

/** `undefined` where a text is anything but one file. */
export function attachedFile(text: string): AttachedFile | undefined {
  const found = opening.exec(text)
  const [tag = '', name = '', path = ''] = found ?? []
  if (found === null) return undefined
  const closing = `</${name}>`
  const end = text.indexOf(closing, tag.length)
  if (end < 0 || text.slice(end + closing.length).trim() !== '') return undefined
  return { path, text: text.slice(tag.length, end).replace(/\n$/, '') }
}
