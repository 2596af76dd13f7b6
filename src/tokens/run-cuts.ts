/** Where to cut a text so that no unbroken run makes byte-pair merging quadratic. */

/** Maximum run that a tokenizer gets in one piece: long enough that real text is never cut. */
export const maxRunLength = 512

/** How far before the limit a better position for the cut is searched. */
const searchBack = 64

const space = 0
const lineBreak = 1
const letter = 2
const digit = 3
const symbol = 4
const slash = 5
const unknown = 6

/** `joins[before][after]`: whether a tokenizer could keep the two characters in one piece. */
const joins: readonly (readonly boolean[])[] = [
  // after: space, line break, letter, digit, symbol, slash, unknown
  /* space */ [true, true, false, false, false, false, true],
  /* line break */ [true, true, false, false, false, true, true],
  /* letter */ [false, false, true, false, false, false, true],
  /* digit */ [false, false, false, false, false, false, true],
  /* symbol */ [false, false, false, false, true, true, true],
  // Line breaks and slashes after a symbol stay with it: `=\n/\n/\n/` is one piece.
  /* slash */ [false, true, false, false, true, true, true],
  /* unknown */ [true, true, true, true, true, true, true],
]
const joinTable = Uint8Array.from(joins.flat(), join => (join ? 1 : 0))

const asciiClass = Uint8Array.from({ length: 128 }, (_, code) => {
  if (code === 10 || code === 13) return lineBreak
  if (code === 32 || (code >= 9 && code <= 12)) return space
  if (code >= 48 && code <= 57) return digit
  if ((code >= 65 && code <= 90) || (code >= 97 && code <= 122)) return letter
  return code === 47 ? slash : symbol
})

/** Only certain classes are named; the rest is `unknown`, which joins everything. */
function wideClass(code: number): number {
  if (code >= 0x4e00 && code <= 0x9fff) return letter
  if (code >= 0xac00 && code <= 0xd7a3) return letter
  if (code >= 0x3041 && code <= 0x3096) return letter
  if (code >= 0x30a1 && code <= 0x30fa) return letter
  if (code >= 0x3001 && code <= 0x3003) return symbol
  if (code >= 0x3008 && code <= 0x3011) return symbol
  if (code >= 0xff01 && code <= 0xff0f) return symbol
  if (code >= 0xff1a && code <= 0xff20) return symbol
  if (code >= 0x2010 && code <= 0x2027) return symbol
  if (code >= 0x2190 && code <= 0x23ff) return symbol
  if (code >= 0x2500 && code <= 0x2775) return symbol
  return unknown
}

/** Ascending positions at which `text` is cut; empty for nearly every real text. */
export function runCuts(text: string): number[] {
  const cuts: number[] = []
  if (!hasRun(text)) return cuts
  let runStart = 0
  let before = unknown
  for (let at = 0; at < text.length; at += 1) {
    const kind = kindOf(text.charCodeAt(at))
    if (joinTable[before * 7 + kind] === 0) runStart = at
    else if (at - runStart >= maxRunLength) {
      runStart = bestCut(text, at)
      cuts.push(runStart)
    }
    before = kind
  }
  return cuts
}

/** Whether any run is longer: searched from the end of a possible run, so that few characters are read. */
function hasRun(text: string): boolean {
  let start = 0
  while (start + maxRunLength < text.length) {
    let at = start + maxRunLength
    let after = kindOf(text.charCodeAt(at))
    for (; at > start; at -= 1) {
      const before = kindOf(text.charCodeAt(at - 1))
      if (joinTable[before * 7 + after] === 0) break
      after = before
    }
    if (at === start) return true
    start = at
  }
  return false
}

function kindOf(code: number): number {
  return code < 128 ? (asciiClass[code] as number) : wideClass(code)
}

/** The last position near `at` where a tokenizer splits words anyway (`camel|Case`), else `at` itself. */
function bestCut(text: string, at: number): number {
  for (let cut = at; cut > at - searchBack; cut -= 1)
    if (isLower(text.charCodeAt(cut - 1)) && isUpper(text.charCodeAt(cut))) return cut
  return isLowSurrogate(text.charCodeAt(at)) ? at - 1 : at
}

const isLower = (code: number): boolean => code >= 97 && code <= 122
const isUpper = (code: number): boolean => code >= 65 && code <= 90
const isLowSurrogate = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff
