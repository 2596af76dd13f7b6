/** The class of each UTF-16 code unit, as token counting needs it. */

export const Character = {
  space: 0,
  lineBreak: 1,
  lower: 2,
  upper: 3,
  digit: 4,
  /** ASCII symbols that usually share a token with the word after them: `.name`, `_name`, `(name`. */
  joiner: 5,
  symbol: 6,
  wideSymbol: 7,
  /** Punctuation of Chinese and Japanese, which shares a piece with the text after it. */
  eastAsianSymbol: 8,
  surrogate: 9,
  accented: 10,
  greekCyrillic: 11,
  rightToLeft: 12,
  indicThai: 13,
  hangul: 14,
  kana: 15,
  han: 16,
  /** Han characters of traditional Chinese only; few of them are single tokens. */
  traditional: 17,
} as const

type CharacterClass = (typeof Character)[keyof typeof Character]

const ranges: readonly (readonly [first: number, last: number, kind: CharacterClass])[] = [
  [0x00, 0x7f, Character.symbol],
  [0x09, 0x0c, Character.space],
  [0x20, 0x20, Character.space],
  [0x0a, 0x0a, Character.lineBreak],
  [0x0d, 0x0d, Character.lineBreak],
  [0x30, 0x39, Character.digit],
  [0x41, 0x5a, Character.upper],
  [0x61, 0x7a, Character.lower],
  [0xa0, 0xa0, Character.space],
  [0xc0, 0x24f, Character.accented],
  [0xd7, 0xd7, Character.wideSymbol],
  [0xf7, 0xf7, Character.wideSymbol],
  [0x370, 0x52f, Character.greekCyrillic],
  [0x590, 0x8ff, Character.rightToLeft],
  [0x900, 0xeff, Character.indicThai],
  [0x1100, 0x11ff, Character.hangul],
  [0x1e00, 0x1eff, Character.accented],
  [0x2000, 0x200a, Character.space],
  [0x2028, 0x2029, Character.space],
  [0x3001, 0x303f, Character.eastAsianSymbol],
  [0x3000, 0x3000, Character.space],
  [0x3005, 0x3005, Character.han],
  [0x3041, 0x30ff, Character.kana],
  [0x3400, 0x9fff, Character.han],
  [0xac00, 0xd7a3, Character.hangul],
  [0xd800, 0xdfff, Character.surrogate],
  [0xf900, 0xfaff, Character.han],
  [0xfeff, 0xfeff, Character.space],
  [0xff01, 0xff65, Character.eastAsianSymbol],
]

const joiners = '._(\\%$'

const traditional =
  '個這們來時會說對發經學現開過樣點問題應該無電長業東車見語讓從種動將區別實體關沒認機數據內檔設變選項錯誤參類為與' +
  '進還當頭間兩總統議員國際軍術組織確專產黨聯級權離單積極響環處備傳線網絡連結資訊號碼顯輸執編譯匯須屬稱運標構請簽態' +
  '註許轉換預啟識斷隱裝記靜義僅並寫詞錄範舉複'

/** `characterClass[codeUnit]`. */
export const characterClass: Uint8Array = classesOfUnits()

function classesOfUnits(): Uint8Array {
  const classes = new Uint8Array(0x10000).fill(Character.wideSymbol)
  for (const [first, last, kind] of ranges) classes.fill(kind, first, last + 1)
  for (const joiner of joiners) classes[joiner.charCodeAt(0)] = Character.joiner
  for (const sign of traditional) classes[sign.charCodeAt(0)] = Character.traditional
  return classes
}
