/** The field of an answer that repeats what a call sent: the answer of an API to a call that wrote a record. */
import { jsonRecord } from '../../tokens/json-value.ts'

/** A shorter value may be in a call by chance. */
const minLength = 24
/** A longer answer is no single record. */
const maxLength = 50_000

/** Its name, as in `body`; empty where the answer is no record, or repeats nothing. `sent`: the text of the call. */
export function echoedField(sent: string, answer: string): string {
  if (!answer.startsWith('{') || answer.length > maxLength) return ''
  const said = bare(sent)
  const fields = Object.entries(jsonRecord(answer) ?? {}).filter(([, value]) => typeof value === 'string')
  const echoed = fields.find(([, value]) => {
    const text = bare(String(value))
    return text.length >= minLength && /\s/.test(String(value)) && said.includes(text)
  })
  return echoed?.[0] ?? ''
}

/** Without white space, and without what shells and JSON put before signs. */
function bare(text: string): string {
  return text.replace(/\\[nrt]|[\s\\"']/g, '')
}
