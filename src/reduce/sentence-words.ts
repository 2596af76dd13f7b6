/** One look at every word of a sentence: what it stresses, reasons, denies and reports. */
import { firstWordKind, Kind, kindOf } from '../scan/character-kind.ts'
import { tellingBit, tellingOfPhrase, tellingOfWord } from './telling-words.ts'

export interface SentenceWords {
  /** Bits of `tellingBit`. */
  readonly telling: number
  /** `PASS`, `FAIL`, `ERROR`, `WARNING`, `WARN`, in capitals. */
  readonly statuses: number
  /** A digit that numbers no list. */
  readonly hasDigit: boolean
  /** Characters of Chinese and Japanese. */
  readonly eastAsian: number
  /** Something beside digits and signs. */
  readonly hasWord: boolean
}

const statusWords: ReadonlySet<string> = new Set([
  'PASS',
  'PASSED',
  'FAIL',
  'FAILED',
  'ERROR',
  'WARNING',
  'WARN',
])
const longestStatus = 7
/** `1.`, `2)`, `- 3.` in front of the first word. */
const listMark = /(?:[-*+•]\s{1,4})?\d{1,3}[.)、]\s?/y

/** The words of the sentence that stands from `start` to `end`. */
export function sentenceWords(text: string, start = 0, end: number = text.length): SentenceWords {
  let telling = 0
  let statuses = 0
  let hasDigit = false
  let eastAsian = 0
  let hasWord = false
  listMark.lastIndex = start
  for (let at = listMark.test(text) ? listMark.lastIndex : start; at < end; ) {
    const kind = kindOf[text.charCodeAt(at)] ?? Kind.symbol
    if (kind >= Kind.hiragana && kind <= Kind.han) {
      eastAsian += 1
      telling |= tellingOfPhrase(text, at)
      at += 1
    } else if (kind >= firstWordKind) {
      const first = at
      let kinds = 0
      for (; at < end; at += 1) {
        const inside = kindOf[text.charCodeAt(at)] ?? Kind.symbol
        if (inside < firstWordKind && !isApostrophe(text.charCodeAt(at))) break
        kinds |= 1 << inside
      }
      if ((kinds & (1 << Kind.digit)) > 0) hasDigit = true
      if (kinds !== 1 << Kind.digit) hasWord = true
      telling |= tellingOfWord(text, first, at)
      if (isContractedNot(text, at)) telling |= tellingBit.negation
      if (kinds === 1 << Kind.upper && at - first <= longestStatus && statusWords.has(text.slice(first, at)))
        statuses += 1
    } else at += 1
  }
  return { telling, statuses, hasDigit, eastAsian, hasWord: hasWord || eastAsian > 0 }
}

const apostrophe = 0x27
const curlyApostrophe = 0x2019

function isApostrophe(unit: number): boolean {
  return unit === apostrophe || unit === curlyApostrophe
}

/** `don't`, `WON’T` */
function isContractedNot(text: string, end: number): boolean {
  return isApostrophe(text.charCodeAt(end - 2)) && /^n['’]t$/i.test(text.slice(end - 3, end))
}
