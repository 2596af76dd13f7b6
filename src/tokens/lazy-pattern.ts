/** Patterns with Unicode properties, compiled on first use in the cheapest form that fits a text. */

/** The pattern for this text; without a text, the pattern for any text. */
type LazyPattern = (text?: string) => RegExp

/**
 * Node parses each literal when it loads a module, and a class such as `\p{L}` needs the properties of all characters: fifty
 * such literals took a sixth of the import. Compiling one takes a millisecond, with `i` up to ten. Most texts have letters of a
 * few scripts only, where a pattern without properties matches the same.
 */
export function lazyPattern(source: string, flags: string): LazyPattern {
  const forms = new Map<TextForm, RegExp>()
  return text => {
    const form = text === undefined ? 'any' : formOf(text)
    let pattern = forms.get(form)
    if (pattern === undefined) {
      pattern = patternFor(form, source, flags)
      forms.set(form, pattern)
      // For a short text V8 compiles a form of the pattern that it discards at the second text.
      if (text === undefined || text.length < longText) {
        pattern.test((text ?? '').padEnd(longText))
        pattern.lastIndex = 0
      }
    }
    return pattern
  }
}

/** From this length on V8 compiles a pattern only once. */
const longText = 1000

/** Latin-1, the letters below and symbols; the same with pictures, which have two code units each; any text. */
type TextForm = 'plain' | 'pictured' | 'any'

export function formOf(text: string): TextForm {
  let form: TextForm = 'plain'
  for (let at = latinEnd(text, 0); at < text.length; at = latinEnd(text, at + 1)) {
    const unit = text.charCodeAt(at)
    if (isSign(unit) || isLetter(unit)) continue
    if (!isPicture(unit, text.charCodeAt(at + 1))) return 'any'
    form = 'pictured'
    at += 1
  }
  return form
}

/** The end of the Latin-1 characters from `start` on: nearly all of most texts. */
function latinEnd(text: string, start: number): number {
  let at = start
  while (at < text.length && text.charCodeAt(at) < 0x100) at += 1
  return at
}

/** Punctuation, arrows, mathematics, boxes, dingbats and variation selectors: no letters and no numbers. */
function isSign(unit: number): boolean {
  return (
    (unit >= 0x2000 && unit <= 0x206f) ||
    (unit >= 0x2190 && unit <= 0x23ff) ||
    (unit >= 0x2500 && unit <= 0x2775) ||
    (unit >= 0x2794 && unit <= 0x27ff) ||
    (unit >= 0x2900 && unit <= 0x2bff) ||
    (unit >= 0x3001 && unit <= 0x3003) ||
    (unit >= 0x3008 && unit <= 0x3011) ||
    (unit >= 0xfe00 && unit <= 0xfe0f) ||
    (unit >= 0xff01 && unit <= 0xff0f) ||
    (unit >= 0xff1a && unit <= 0xff20)
  )
}

/** Russian, Japanese and Chinese, without their rare letters. */
function isLetter(unit: number): boolean {
  return (
    (unit >= 0x410 && unit <= 0x44f) ||
    (unit >= 0x3041 && unit <= 0x3096) ||
    (unit >= 0x30a1 && unit <= 0x30fa) ||
    (unit >= 0x4e00 && unit <= 0x9fff)
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

const cased = 'A-Za-z\\xb5\\xc0-\\xd6\\xd8-\\xf6\\xf8-\\xff\\u0410-\\u044f'
const uncased = '\\xaa\\xba\\u3041-\\u3096\\u30a1-\\u30fa\\u4e00-\\u9fff'

/** What each property matches in plain and pictured text. */
const rangesOf: ReadonlyMap<string, string> = new Map([
  ['L', cased + uncased],
  ['Lu', 'A-Z\\xc0-\\xd6\\xd8-\\xde\\u0410-\\u042f'],
  ['Ll', 'a-z\\xb5\\xdf-\\xf6\\xf8-\\xff\\u0430-\\u044f'],
  ['Lm', ''],
  ['Lo', uncased],
  ['M', '\\ufe00-\\ufe0f'],
  ['N', '0-9\\xb2\\xb3\\xb9\\xbc-\\xbe'],
  ['Cc', '\\x00-\\x1f\\x7f-\\x9f'],
  ['sc=Cyrillic', '\\u0410-\\u044f'],
  ['sc=Han', '\\u4e00-\\u9fff'],
  ['sc=Hiragana', '\\u3041-\\u3096'],
  ['sc=Katakana', '\\u30a1-\\u30fa'],
])

/** The same pattern for plain and pictured texts; `undefined` where it uses something without such a form. */
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
