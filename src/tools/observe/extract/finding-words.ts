/** How agents say what they found out, in English, German, Chinese, Japanese, Russian, Spanish and French. */
import { phraseFinder } from '../../../scan/signals/phrase-finder.ts'

const findingsIn = phraseFinder({
  finding: [
    'the issue is / the issue was / the problem is / the problem was / the bug is / the bug was / root cause / the cause is / the cause was',
    'turns out / it turned out / i found / i see that / i can see that / this means / which means / the reason is / the reason was / the fix is',
    'confirmed / verified that / it appears that / discovered / key finding / important: / note that / this is because / that explains / explains why',
    'das Problem ist / das Problem war / die Ursache / stellt sich heraus / ich habe gefunden / das bedeutet / der Grund / bestätigt',
    '问题是 / 問題是 / 问题在于 / 問題在於 / 根本原因 / 原因是 / 发现 / 發現 / 这意味着 / 這意味著 / 确认 / 確認',
    '原因は / 問題は / わかりました / つまり / 判明 / 確認しました',
    'проблема в / причина в / оказалось / обнаружил / это значит / подтверждено',
    'el problema es / la causa / resulta que / encontré / esto significa / confirmado',
    "le problème est / la cause / il s'avère / j'ai trouvé / cela signifie / confirmé",
  ],
})

export function isFinding(sentence: string): boolean {
  return findingsIn(sentence).length > 0
}

const announcing =
  /^(?:(?:ok|okay|good|great|perfect|now|next|first|so|and|then)[,.!:]? )?(?:let me|let's|i'll|i will|i'm going to|i need to|i should)\b/i

/** A heading, or a step that is announced: nothing was found out yet. */
export function isHeadingOrAnnouncement(sentence: string): boolean {
  return /^(?:#{1,6} |\*\*[^*]{1,200}\*\*:?$)/.test(sentence) || announcing.test(sentence)
}

/** `Now let me reply to the comments` → `reply to the comments`. */
export function withoutAnnouncing(sentence: string): string {
  return sentence.replace(announcing, '').trimStart()
}
