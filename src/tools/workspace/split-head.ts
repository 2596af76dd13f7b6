/** The part at the top of a document that other programs must find unchanged: its byte order mark and its front matter. */
import { frontMatterEnd } from '../../scan/front-matter-end.ts'

interface SplitDocument {
  readonly head: string
  readonly body: string
}

export function splitHead(text: string): SplitDocument {
  const mark = text.startsWith('\uFEFF') ? 1 : 0
  const end = frontMatterEnd(text.slice(mark).split('\n', maxLines))
  let from = mark
  for (let line = 0; line < end; line += 1) {
    const next = text.indexOf('\n', from)
    from = next < 0 ? text.length : next + 1
  }
  return { head: text.slice(0, from), body: text.slice(from) }
}

/** The maximum length of front matter, so that a long document is not split for it. */
const maxLines = 64
