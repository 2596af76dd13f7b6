/** A line that opens or closes a block of code. */

/** ```` ```go ````, `~~~`: its marks, and the language that it names. */
const fence = /^\s{0,12}(`{3,}|~{3,})\s{0,2}([\w+#-]{0,20})/

interface FenceLine {
  readonly marks: string
  readonly language: string
}

export function fenceLine(text: string): FenceLine | undefined {
  const [, marks, language = ''] = fence.exec(text) ?? []
  return marks === undefined ? undefined : { marks, language }
}

export function isFenceLine(text: string): boolean {
  return fenceLine(text) !== undefined
}
