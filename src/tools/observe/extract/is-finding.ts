/** Phrases with which agents report findings, in English, German, Chinese, Japanese, Russian, Spanish and French. */
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
