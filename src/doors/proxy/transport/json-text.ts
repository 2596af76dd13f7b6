/** JSON that says the same when it is written again: numbers too long for a double keep their digits. */

/** V8 has them; the type library does not yet. */
const { rawJSON } = JSON as unknown as { readonly rawJSON: (text: string) => unknown }
type SourceReviver = (key: string, value: unknown, context: { readonly source?: string }) => unknown
const parseWith = JSON.parse as (text: string, reviver: SourceReviver) => unknown

/** Only such a run of digits can lose any; where it stands in a string, nothing is lost but a little time. */
const longNumber = /[\d.]{16}/

export function parseJson(text: string): unknown {
  if (!longNumber.test(text)) return JSON.parse(text)
  return parseWith(text, (_, value, { source }) =>
    typeof value === 'number' && source !== undefined && source.length > 15 && String(value) !== source
      ? rawJSON(source)
      : value,
  )
}
