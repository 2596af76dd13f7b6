/** Whether a line begins as comments do in the languages that agents mostly meet; Markdown's headings and items do too. */

const comment = /^\s*(?:\/\/|\/?\*|#|--)/

export function isCommentLine(line: string): boolean {
  return comment.test(line)
}
