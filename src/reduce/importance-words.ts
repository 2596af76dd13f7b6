/** Words that indicate the importance of a sentence, in the languages of agents' users, as data. */
import { WordIndex } from '../scan/word-index.ts'
import { lazily } from '../tokens/lazily.ts'

export type ImportanceKind = 'emphasis' | 'reasoning' | 'negation' | 'failure'

interface WordLists {
  /** Whole words, in small letters. */
  readonly words: string
  /** Chinese and Japanese, found anywhere in a sentence. */
  readonly phrases: string
}

const lists: Readonly<Record<ImportanceKind, WordLists>> = {
  emphasis: {
    words: `important importantly crucial crucially critical critically essential vital must however significant
      significantly urgent urgently beware caution attention mandatory required requirement requires ensure always
      never warning blocker breaking deadline decided decision agreed conclusion primary especially notably careful
      carefully serious severe strictly
      wichtig wichtige wichtiger entscheidend kritisch muss müssen musst zwingend unbedingt dringend erforderlich
      notwendig achtung warnung jedoch allerdings besonders hauptsächlich entschieden beschlossen stets pflicht
      ausschließlich
      важно важный важная критично критический необходимо обязательно обязан должен должна должны срочно внимание
      однако главное особенно решили решено требуется нужно всегда строго
      importante crítico debe urgente obligatorio doit crucial impératif obligatoire cependant`,
    phrases: `重要 关键 關鍵 必须 必須 务必 務必 一定要 紧急 緊急 注意 警告 但是 然而 不过 不過 尤其 决定 決定 严重 嚴重 仅限
      只能 ただし しかし なければ べき 絶対 至急 要注意 大切 肝心 特に 必ず のみ 締め切り`,
  },
  reasoning: {
    words: `because therefore thus hence consequently since otherwise although whereas despite
      weil daher deshalb deswegen folglich somit denn sodass obwohl sonst andernfalls
      потому поэтому следовательно значит чтобы хотя иначе из-за благодаря
      porque porqué entonces aunque donc parce puisque`,
    phrases: `因为 因為 所以 因此 由于 由於 导致 導致 从而 從而 否则 否則 除非 虽然 雖然 ため なので したがって その結果 原因 理由 結果として`,
  },
  negation: {
    words: `not no never none nobody nothing neither nor without cannot cant dont doesnt isnt wont shouldnt except
      avoid forbidden prohibited impossible disabled unless
      nicht kein keine keinen keinem keiner keines nie niemals nichts niemand weder ohne außer verboten unmöglich
      не нет ни нельзя никогда никто ничего без кроме запрещено невозможно никакой никаких
      nunca jamás sin ninguno ningún jamais sans aucun`,
    phrases: `不 没 沒 无法 無法 未 并非 並非 勿 请别 別再 别再 禁止 ない ません なく ず、 ずに`,
  },
  failure: {
    words: `error errors fail fails failed failing failure failures exception fatal panic panicked crash crashed crashes
      traceback denied refused rejected aborted timeout broken corrupt undefined unresolved
      fehler fehlgeschlagen gescheitert absturz abgestürzt verweigert abgebrochen
      ошибка ошибки ошибку сбой упал упала отказано`,
    phrases: '错误 錯誤 失败 失敗 异常 異常 崩溃 崩潰 エラー 例外 障害 拒否',
  },
}

/** Bits for the meanings of a word or phrase. */
export const importanceBit: Readonly<Record<ImportanceKind, number>> = {
  emphasis: 1,
  reasoning: 2,
  negation: 4,
  failure: 8,
}

interface PhraseBits {
  readonly phrase: string
  readonly bits: number
}

const known = lazily(() => {
  const bitsOfWord = new Map<string, number>()
  const phrasesByFirst = new Map<number, PhraseBits[]>()
  for (const importance of Object.keys(lists) as ImportanceKind[]) {
    const bits = importanceBit[importance]
    for (const word of lists[importance].words.split(/\s+/))
      bitsOfWord.set(word, (bitsOfWord.get(word) ?? 0) | bits)
    for (const phrase of lists[importance].phrases.split(/\s+/)) {
      const first = phrase.charCodeAt(0)
      phrasesByFirst.set(first, [...(phrasesByFirst.get(first) ?? []), { phrase, bits }])
    }
  }
  return { words: new WordIndex(bitsOfWord), phrasesByFirst }
})

/** The meanings of the word from `start` to `end`, as bits; `units` are the code units of the text. */
export function importanceOfWord(text: string, units: Uint16Array, start: number, end: number): number {
  return known().words.getByUnits(text, units, start, end) ?? 0
}

/** The meanings of a Chinese or Japanese phrase that begins at `at`, as bits. */
export function importanceOfPhrase(text: string, at: number): number {
  let found = 0
  for (const { phrase, bits } of known().phrasesByFirst.get(text.charCodeAt(at)) ?? [])
    if (text.startsWith(phrase, at)) found |= bits
  return found
}
