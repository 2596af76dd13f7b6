/** Distinguishes calls of free-form tools, which take any text, from calls whose arguments are a JSON object. */

/** A cheap look at the first character: arguments that were cut off are arguments all the same. */
export function isFreeForm(text: string): boolean {
  const start = text.trimStart()
  return start !== '' && !start.startsWith('{')
}
