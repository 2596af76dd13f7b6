/** How people say that something is solved, and why they chose it, in English, German, Chinese, Japanese and Russian. */
import { type Phrases, phraseFinder } from '../../scan/signals/phrase-finder.ts'

export type SolutionSignal = 'solution' | 'rationale'

const phrases: Phrases<SolutionSignal> = {
  solution: [
    'fixed / fixes / the fix / solved / solves / solution / resolved / resolves / root cause / turned out / works now',
    'now works / now passes / now pass / tests pass / all pass / implemented / refactored / replaced … with / the cause was',
    'behoben / gelöst / Lösung / Ursache / funktioniert jetzt / läuft jetzt / umgesetzt / ersetzt durch',
    '解决 / 解決 / 修复 / 修復 / 已实现 / 原因是 / 根本原因 / 修正しました / 直しました / 解決しました',
    'исправлено / исправил / исправила / исправили / решена / причина / реализовано / теперь работает',
  ],
  rationale: [
    'because / since it / since we / since the / so that / due to / the reason / rationale / in order to / otherwise / therefore',
    'weil / denn / damit / aufgrund / deshalb / sonst / der Grund',
    '因为 / 因為 / 由于 / 由於 / 以便 / 所以 / 否则 / ため / なので / から',
    'потому что / так как / чтобы / поэтому / иначе',
  ],
}

export const solutionSignalsIn: (text: string) => readonly SolutionSignal[] = phraseFinder(phrases)
