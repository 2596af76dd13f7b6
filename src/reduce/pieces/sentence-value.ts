/** The value of a sentence, by cheap signs. */
import { type WeightySignal, weightySignalsIn } from '../../scan/signals/weighty-signals.ts'
import type { Role } from '../../types.ts'
import { isFiller } from '../is-filler.ts'
import { speaksOfError } from '../line-shape.ts'
import type { PieceValue } from './piece.ts'

/** How many characters of a sentence are read. */
const maxScanned = 600

/** Without one of these words a sentence means the opposite. */
const negation =
  /n['’]t\b|\b(?:not|no|never|none|neither|without|cannot|nicht|keine?[nrms]?|nie|ohne|jamais|sans|nunca|sin)(?!\w)|(?:^|\s)(?:не|нет|нельзя|без)\s|[不没沒]|ません|ない/i

/** `<task_list>`, `</task_list>`: where something begins or ends. */
const tagAlone = /^\s{0,16}<\/?[A-Za-z][\w-]{0,60}>\s{0,16}$/

/** The author: a party of the conversation, a document from a tool, people in a protocol. */
export type Speaker = Role | 'people'

export function sentenceValue(text: string, speaker: Speaker): PieceValue {
  const sentence = text.length > maxScanned ? text.slice(0, maxScanned) : text
  if (tagAlone.test(sentence)) return 'noise'
  const signs = signsOf(sentence, speaker === 'tool' ? documentSigns : conversationSigns)
  if (!signs.hasLetter) return signs.hasFact ? 'plain' : 'noise'
  if (speaksOfError(sentence.trimStart())) return 'key'
  const isInformative = signs.hasFact || negation.test(sentence)
  if (speaker === 'tool' && isInformative) return 'useful'
  const signals = weightySignalsIn(sentence)
  if (signals.some(signal => binds(signal, speaker))) return 'key'
  if (isInformative || signals.length > 0) return 'useful'
  return sentence.length <= maxFillerLength && isFiller(sentence) ? 'noise' : 'plain'
}

/** Longer sentences continue after their opener: `Okay, so we meet again in half an hour`. */
const maxFillerLength = 32

/** Demands of users are rules; in a protocol only decisions are; a document has too many. */
function binds(signal: WeightySignal, speaker: Speaker): boolean {
  return speaker === 'people' ? signal === 'decision' : speaker !== 'tool'
}

interface Signs {
  readonly hasLetter: boolean
  /** A digit, a question, something quoted, a name. */
  readonly hasFact: boolean
}

/** Signs of a fact in a sentence; documents quote and name things in nearly every one. */
interface FactSigns {
  readonly ascii: Uint8Array
  readonly wide: string
  readonly withNames: boolean
}

const conversationSigns: FactSigns = {
  ascii: signTable('0123456789?`"@/'),
  wide: '？“„「«',
  withNames: true,
}
const documentSigns: FactSigns = { ascii: signTable('0123456789?'), wide: '？', withNames: false }

function signTable(signs: string): Uint8Array {
  const table = new Uint8Array(128)
  for (const sign of signs) table[sign.charCodeAt(0)] = 1
  return table
}

function signsOf(sentence: string, { ascii, wide, withNames }: FactSigns): Signs {
  let hasLetter = false
  let hasFact = false
  /** The last character that was not a space. */
  let before = 0
  let isSpaced = false
  for (let at = 0; at < sentence.length && !(hasLetter && hasFact); at += 1) {
    const unit = sentence.charCodeAt(at)
    if (unit <= 0x20) {
      isSpaced = true
      continue
    }
    if (unit >= 128) {
      hasLetter ||= unit > 0xbf && (unit < 0x2000 || unit > 0x2bff)
      hasFact ||= wide.includes(sentence.charAt(at))
    } else if (ascii[unit] === 1) hasFact = true
    else if (isLetter(unit)) {
      hasLetter = true
      // A capital inside a sentence begins a name; `I` does not.
      hasFact ||=
        withNames && unit <= 0x5a && isSpaced && goesOn(before) && isLetter(sentence.charCodeAt(at + 1))
    }
    before = unit
    isSpaced = false
  }
  return { hasLetter, hasFact }
}

function isLetter(unit: number): boolean {
  return (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x41 && unit <= 0x5a)
}

/** A letter, or the comma of a list: no sentence ended there. */
function goesOn(unit: number): boolean {
  return isLetter(unit) || unit === 0x2c
}
