/** `30%,10%`: the items of an option that takes several. */
export function commaList(value: string): readonly string[] {
  return value
    .split(',')
    .map(item => item.trim())
    .filter(item => item !== '')
}
