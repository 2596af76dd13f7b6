/** Patterns over Unicode properties that their first use makes, in the cheapest form that fits a text. */

/** The pattern for this text; that for any text where none is given. */
export type LazyPattern = (text?: string) => RegExp

/**
 * Node parses each literal while it reads a module, and a class such as `\p{L}` asks there for the properties of all
 * characters: fifty such literals took a sixth of the import. Compiling one takes a millisecond, with `i` up to ten. Most
 * texts have no letters beyond Latin-1, where a pattern without properties matches the same.
 */
export function lazyPattern(source: string, flags: string): LazyPattern {
  const forms = new Map<TextForm, RegExp>()
  return text => {
    const form = text === undefined ? 'any' : formOf(text)
    let pattern = forms.get(form)
    if (pattern === undefined) {
      pattern = patternFor(form, source, flags)
      forms.set(form, pattern)
    }
    return pattern
  }
}

/** Latin-1, punctuation and symbols; the same with pictures, which take two code units each; any text. */
export type TextForm = 'plain' | 'pictured' | 'any'

export function formOf(text: string): TextForm {
  let form: TextForm = 'plain'
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    if (unit < 0x100 || isSign(unit)) continue
    if (!isPicture(unit, text.charCodeAt(at + 1))) return 'any'
    form = 'pictured'
    at += 1
  }
  return form
}

/** Punctuation, arrows, mathematics, boxes, dingbats and what chooses their look: no letter and no number is among them. */
function isSign(unit: number): boolean {
  return (
    (unit >= 0x2000 && unit <= 0x206f) ||
    (unit >= 0x2190 && unit <= 0x23ff) ||
    (unit >= 0x2500 && unit <= 0x2775) ||
    (unit >= 0x2794 && unit <= 0x27ff) ||
    (unit >= 0x2900 && unit <= 0x2bff) ||
    (unit >= 0xfe00 && unit <= 0xfe0f)
  )
}

/** Pictures and skin colours, without the letters and digits in boxes and circles beside them. */
function isPicture(high: number, low: number): boolean {
  if (high === 0xd83c) return low >= 0xdf00 && low <= 0xdfff
  return (high === 0xd83d || (high === 0xd83e && low < 0xdff0)) && low >= 0xdc00 && low <= 0xdfff
}

function patternFor(form: TextForm, source: string, flags: string): RegExp {
  const plain = form === 'any' ? undefined : withoutProperties(source, flags.includes('i'))
  if (plain === undefined) return new RegExp(source, flags)
  return new RegExp(plain, form === 'plain' ? flags.replace('u', '') : flags)
}

const letters = 'A-Za-z\\xaa\\xb5\\xba\\xc0-\\xd6\\xd8-\\xf6\\xf8-\\xff'
const cased = 'A-Za-z\\xb5\\xc0-\\xd6\\xd8-\\xf6\\xf8-\\xff'

/** What each property matches in plain and pictured text. */
const rangesOf: ReadonlyMap<string, string> = new Map([
  ['L', letters],
  ['Lu', 'A-Z\\xc0-\\xd6\\xd8-\\xde'],
  ['Ll', 'a-z\\xb5\\xdf-\\xf6\\xf8-\\xff'],
  ['Lm', ''],
  ['Lo', '\\xaa\\xba'],
  ['M', '\\ufe00-\\ufe0f'],
  ['N', '0-9\\xb2\\xb3\\xb9\\xbc-\\xbe'],
  ['Cc', '\\x00-\\x1f\\x7f-\\x9f'],
  ['sc=Cyrillic', ''],
  ['sc=Han', ''],
  ['sc=Hiragana', ''],
  ['sc=Katakana', ''],
])

/** The same pattern for plain and pictured texts; `undefined` where it says something that has no such form. */
function withoutProperties(source: string, ignoresCase: boolean): string | undefined {
  let plain = ''
  let isInClass = false
  for (let at = 0; at < source.length; at += 1) {
    const sign = source.charAt(at)
    if (sign >= '\ud800' && sign <= '\udfff') return undefined
    if (sign === '[') isInClass = true
    else if (sign === ']') isInClass = false
    if (sign !== '\\') {
      plain += sign
      continue
    }
    const escaped = source.charAt(at + 1)
    if (escaped === 'P' || source.startsWith('u{', at + 1)) return undefined
    if (escaped === 'p') {
      const end = source.indexOf('}', at)
      const property = source.slice(at + 3, end)
      const isCased = ignoresCase && (property === 'Lu' || property === 'Ll')
      const ranges = isCased ? cased : rangesOf.get(property)
      if (ranges === undefined) return undefined
      plain += isInClass ? ranges : `[${ranges}]`
      at = end
    } else {
      plain += sign + escaped
      at += 1
    }
  }
  return plain
}
