/** One pass over the words of a sentence: what it stresses, explains, denies and reports. */
import { firstWordKind, isApostrophe, isContractedNot, Kind, kindOf } from '../scan/character-kind.ts'
import { wordSet } from '../scan/vocabulary/word-set.ts'
import { codeUnitSet, codeUnits } from '../tokens/code-units.ts'
import { importanceBit, importanceOfPhrase, importanceOfWord } from './importance-words.ts'

export interface SentenceWords {
  /** Bits of `importanceBit`. */
  readonly importance: number
  /** `PASS`, `FAIL`, `ERROR`, `WARNING`, `WARN`, in capitals. */
  readonly statuses: number
  /** A digit that is not a list number. */
  readonly hasDigit: boolean
  /** Characters of Chinese and Japanese. */
  readonly eastAsian: number
  /** Something other than digits and signs. */
  readonly hasWord: boolean
}

const statusWords: ReadonlySet<string> = wordSet('PASS PASSED FAIL FAILED ERROR WARNING WARN')
const maxStatusLength = 7
/** `1.`, `2)`, `- 3.` in front of the first word. */
const listMark = /(?:[-*+•]\s{1,4})?\d{1,3}[.)、]\s?/y
const mayBeListMark = codeUnitSet('-*+•0123456789', 0x10000)

/** The words of the sentence from `start` to `end`; `units` are the code units of the text. */
export function sentenceWords(
  text: string,
  start = 0,
  end: number = text.length,
  units: Uint16Array = codeUnits(text),
): SentenceWords {
  let importance = 0
  let statuses = 0
  let hasDigit = false
  let eastAsian = 0
  let hasWord = false
  for (let at = afterListMark(text, start, units); at < end; ) {
    const kind = kindOf[units[at] as number] as number
    if (kind >= firstWordKind) {
      const first = at
      let kinds = 0
      for (; at < end; at += 1) {
        const unit = units[at] as number
        const inside = kindOf[unit] as number
        if (inside < firstWordKind && !isApostrophe(unit)) break
        kinds |= 1 << inside
      }
      if ((kinds & onlyDigits) > 0) hasDigit = true
      if (kinds === onlyDigits) continue
      hasWord = true
      importance |= importanceOfWord(text, units, first, at)
      if (isContractedNot(units, at)) importance |= importanceBit.negation
      if (
        kinds === 1 << Kind.upper &&
        at - first <= maxStatusLength &&
        statusWords.has(text.slice(first, at))
      )
        statuses += 1
    } else if (kind >= Kind.hiragana && kind <= Kind.han) {
      eastAsian += 1
      importance |= importanceOfPhrase(text, at)
      at += 1
    } else at += 1
  }
  return { importance, statuses, hasDigit, eastAsian, hasWord: hasWord || eastAsian > 0 }
}

const onlyDigits = 1 << Kind.digit

function afterListMark(text: string, start: number, units: Uint16Array): number {
  if (mayBeListMark[units[start] as number] === 0) return start
  listMark.lastIndex = start
  return listMark.test(text) ? listMark.lastIndex : start
}
