/** Whether a text holds one of these: a look that most texts fail, before a pattern is compiled for those that do not. */
export function hasOneOf(text: string, parts: readonly string[]): boolean {
  return parts.some(part => text.includes(part))
}
