/** The size of a text in readable form. */

/** In UTF-8: `812 B`, `2.1 kB`, `1.4 MB`. */
export function byteSize(text: string): string {
  return sizeName(Buffer.byteLength(text))
}

export function sizeName(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  return bytes < 999_950 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}
