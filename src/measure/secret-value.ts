/** Whether a value that stands where a credential belongs could be one, or is a placeholder, a name or code. */

/** Words that nobody's real credential holds, and everybody's documentation does. */
const placeholderWord =
  /example|sample|placeholder|your|change[-_ ]?(?:me|this|it)|replace|redacted|masked|hidden|removed|dummy|fake|insert|todo|fixme|lorem|x{4}|\*{3}|\.{3}|…|•/i

/** What stands in for a value that comes from elsewhere. */
const reference =
  /^(?:\$\w{1,80}$|\$[({]|%\w{1,80}%|\{\{|\{[\w.]{1,80}\}|<|@|\[secret:|!\w|(?:env|vault|ref|secret|file|arn|op|ssm|https?):)|\$\{|process\.env|environ|getenv|import\.meta/i

/** `undefined`, `string`, `Optional[str]`: what a type or an empty value is called. */
const emptyValue =
  /^(?:null|nil|none|undefined|true|false|yes|no|on|off|string|str|text|number|int|boolean|bool|any|unknown|optional|required|self|this|void|bearer|basic)\b/i

const fewestDistinct = 5

export function isPlaceholder(value: string): boolean {
  return (
    placeholderWord.test(value) ||
    reference.test(value) ||
    emptyValue.test(value) ||
    new Set(value).size < fewestDistinct ||
    isSequence(value)
  )
}

/** `12345678`, `abcdefgh1234`: characters that follow one another. */
function isSequence(value: string): boolean {
  let steps = 0
  for (let at = 1; at < value.length; at += 1)
    if (value.charCodeAt(at) - value.charCodeAt(at - 1) === 1) steps += 1
  return steps >= (value.length - 1) * 0.7
}

/** `user.password`, `config?.token`, `Foo::Bar`, `src/key.pem`: a place where a value can be found. */
export function isLocation(value: string): boolean {
  return (
    /^[A-Za-z_$][\w$]*(?:(?:\??\.|::|->)[A-Za-z_$][\w$]*)+$/.test(value) ||
    /^(?:[.~]{1,2}|[A-Za-z]:)?[/\\]+[\w.-]+(?:[/\\]|$)/.test(value) ||
    /\.[a-z]{2,5}$/.test(value)
  )
}

/** Runs of one kind inside a word: `fooBar12` is foo, Bar, 12. */
const runs = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g

/** No words: letters and digits take turns, or the letters' cases do. */
export function looksRandom(value: string): boolean {
  return value.split(/[^A-Za-z0-9]/).some(part => {
    if (part.length < 8) return false
    const pieces = part.match(runs) ?? []
    const numbers = pieces.filter(piece => /\d/.test(piece)).length
    if (numbers === pieces.length) return false
    return numbers > 1 || part.length / pieces.length < 2.5 || (numbers === 1 && part.length >= 20)
  })
}
