/** Openers of sentences that only keep a conversation polite, as data. */
import { isWordAt } from '../scan/character-kind.ts'
import { WordIndex } from '../scan/word-index.ts'
import { codeUnitSet } from '../tokens/code-units.ts'

const maxWordLength = 20
const maxOpenerLength = 40
const maxSigns = 8

const openers: readonly string[] = [
  // English
  ...`great|sure|ok|okay|thanks|thank you|perfect|awesome|excellent|nice|cool|wonderful|fantastic|absolutely|certainly
    of course|no problem|no worries|you're welcome|you’re welcome|happy to help|glad to help|glad i could|sounds good
    got it|understood|alright|all right|right,|right.|right!|yep|yeah|yes please|hi|hello|hey|good morning|good question
    let me know|i hope this helps|hope this helps|hope that helps|feel free|please let me know|i'd be happy|i’d be happy
    my pleasure|good luck|cheers|welcome|anything else|hmm|mm|uh|um|well done|sorry about|i see|definitely|noted`.split(
    /\||\n/,
  ),
  // German
  ...`super,|super!|super.|toll|danke|vielen dank|gerne|gern geschehen|klar|alles klar|natürlich|selbstverständlich|perfekt|prima
    sehr gut|verstanden|kein problem|hallo|guten tag|guten morgen|bitte sehr|freut mich|ich hoffe, das hilft
    sag bescheid|melde dich|gute frage`.split(/\||\n/),
  // Russian
  ...`отлично|хорошо|спасибо|большое спасибо|конечно|понятно|понял|поняла|ладно|прекрасно|замечательно|привет
    здравствуйте|добрый день|пожалуйста|без проблем|рад помочь|супер|ок|окей|надеюсь, это поможет|хороший вопрос`.split(
    /\||\n/,
  ),
  // Spanish and French
  ...'gracias|claro|vale|perfecto|genial|por supuesto|merci|bien sûr|parfait|bonjour|de rien'.split('|'),
].map(opener => opener.trim())

/** Chinese and Japanese, where no space ends the opener. */
const eastAsianOpeners: readonly string[] =
  `好的 好， 好！ 好。 谢谢 謝謝 多谢 不客气 不客氣 当然 當然 没问题 沒問題 明白了 收到 太好了 太棒了 很好 你好 您好 嗯 希望这 希望對 如有 ありがとう
  了解です 了解しました 承知 わかりました 分かりました もちろん はい、 はい。 いいですね 素晴らしい すばらしい こんにちは お疲れ どういたしまして 問題ありません なるほど`.split(
    /\s+/,
  )

/** Phrases that begin like an opener but carry information: `thanks to the cache`. */
const exceptions: readonly string[] = ['thanks to', 'nice to have']

let known: WordIndex<readonly string[]> | undefined

/** Built by the first sentence, not at import. */
function openersByFirstWord(): WordIndex<readonly string[]> {
  known ??= new WordIndex(Map.groupBy(openers, opener => opener.slice(0, wordEnd(opener, 0))))
  return known
}

const eastAsianFirst: ReadonlySet<string> = new Set(eastAsianOpeners.map(opener => opener.charAt(0)))

/** Quotes and marks of lists or emphasis in front of the first word. */
const isSign = codeUnitSet('"\'*_>- \n\t', 128)

/** Whether the sentence that begins at `start` begins with such an opener. */
export function isFiller(text: string, start = 0): boolean {
  let first = start
  while (first - start < maxSigns && isSign[text.charCodeAt(first)] === 1) first += 1
  const isEastAsian = text.charCodeAt(first) > 0x3000 && eastAsianFirst.has(text.charAt(first))
  if (isEastAsian) return eastAsianOpeners.some(opener => text.startsWith(opener, first))
  const candidates = openersByFirstWord().get(text, first, wordEnd(text, first))
  if (candidates === undefined) return false
  const head = text.slice(first, first + maxOpenerLength).toLowerCase()
  return (
    candidates.some(opener => begins(head, opener)) && !exceptions.some(exception => begins(head, exception))
  )
}

function wordEnd(text: string, start: number): number {
  let end = start
  while (end - start < maxWordLength && isWordAt(text, end)) end += 1
  return end
}

function begins(head: string, phrase: string): boolean {
  const next = head.charAt(phrase.length)
  return head.startsWith(phrase) && !isWordAt(head, phrase.length) && !"'’-".includes(next || ' ')
}
