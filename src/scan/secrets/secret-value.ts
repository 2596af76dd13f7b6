/** Whether a value that is where a credential belongs could be one, or is a placeholder, a name or a place. */

/** Words that documentation puts in the place of a credential. */
const placeholderWord =
  /example|sample|placeholder|your|change[-_ ]?(?:me|this|it)|replace|redacted|masked|hidden|removed|dummy|fake|insert|todo|fixme|x{4}|\*{3}|\.{3}|…|•/i

/** What says that the value comes from elsewhere: `$TOKEN`, `${{ secrets.X }}`, `%TOKEN%`, `<token>`, `!secret x`. */
const reference =
  /^(?:\$\w{1,80}-?$|0x[\da-f]+$|\$[({]|%\w{1,80}%$|\{\{|\{[\w.]{1,80}\}$|<|\[secret:|!(?:ref|sub|secret|env|vault|include)(?!\w)|(?:env|vault|ref|file|arn|op|ssm|https?):)|\$\{|process\.env|environ|getenv|import\.meta/i

/** What types, empty values and everybody's local database are called. */
const commonValue =
  /^(?:null|nil|none|undefined|true|false|string|str|number|integer|boolean|unknown|optional|required|bearer|basic|secret|token|pass|passwd|password|x-oauth-basic|postgres|mysql|mongo|redis|root|admin|guest)$/i

/** `00000000`, and what has hardly more to it. */
const repeated = /(.)\1{7}/
const minDistinct = 5

/** In a thousand random characters `todo` occurs by chance: only the first count. */
const maxScanned = 64

export function isPlaceholder(whole: string): boolean {
  const value = whole.slice(0, maxScanned)
  return (
    placeholderWord.test(value) ||
    reference.test(value) ||
    commonValue.test(value) ||
    repeated.test(value) ||
    new Set(value).size < minDistinct ||
    isSequence(value)
  )
}

/** `12345678`, `abcdefgh1234`: each character the next of the one before. */
function isSequence(value: string): boolean {
  let steps = 0
  for (let at = 1; at < value.length; at += 1)
    if (value.charCodeAt(at) - value.charCodeAt(at - 1) === 1) steps += 1
  return steps >= (value.length - 1) * 0.7
}

/** `/run/secrets/db`, `./key.pem`, `C:\keys`, `server.key`. */
export function isPath(value: string): boolean {
  return /^(?:[.~]{1,2}|[A-Za-z]:)?[/\\]+[\w.-]+(?:[/\\]|$)|^[\w-]+\.[a-z]{2,5}$/.test(value)
}

/** Runs of one kind: `fooBar12` is foo, Bar and 12. */
const runs = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g

/** No words: letters and digits take turns, or upper and lower case do. */
export function looksRandom(value: string): boolean {
  return value.split(/[^A-Za-z0-9]/).some(part => {
    if (part.length < 8 || !/[A-Za-z]/.test(part)) return false
    const pieces = part.match(runs) ?? []
    const numbers = pieces.filter(piece => /\d/.test(piece)).length
    const average = part.length / pieces.length
    return numbers > 1 || average < 2.5 || (numbers === 1 && part.length >= 20 && average < 5)
  })
}
