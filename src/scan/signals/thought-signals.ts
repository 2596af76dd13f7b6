/** How people draw conclusions and how they hesitate, in English, German, Chinese, Japanese, Russian, Spanish and French. */
import { type Phrases, phraseFinder } from './phrase-finder.ts'

/** `conclusion`: what was found, and what follows from it. `hesitation`: nothing is settled yet. `step`: what comes next. `advice`: what should be done. */
export type ThoughtSignal = 'conclusion' | 'hesitation' | 'step' | 'advice'

const phrases: Phrases<ThoughtSignal> = {
  conclusion: [
    "therefore / ^thus / ^hence / ^so it's / ^so it is / ^so this / ^so the / ^so there / ^this means / that means / which means",
    'it follows / turns out / turned out / confirms / confirmed that / proves / points to / pointing to / this shows that / shows that',
    'the cause / the culprit / root cause / the reason is / the reason was / the problem is / the problem was / the issue is / the issue was / the bug is / the bug was',
    'a regression / caused by / the real issue / the real problem / the real cause / the actual cause / in conclusion',
    'daher / deshalb / folglich / somit / das heißt / das bedeutet / stellt sich heraus / stellte sich heraus / bestätigt, dass',
    'die Ursache / der Grund ist / das Problem ist / das Problem war / liegt daran / verursacht durch / eine Regression',
    '所以 / 因此 / 这意味着 / 這意味著 / 说明了 / 說明了 / 原因是 / 根本原因 / 问题是 / 問題是 / 问题在于 / 問題在於 / 证实 / 證實 / 结论 / 結論',
    'したがって / つまり / そのため / 原因は / 問題は / 判明 / 結論',
    'значит, / следовательно / поэтому / причина в / причиной / оказалось / оказывается / подтверждает / проблема в / регрессия',
    'por lo tanto / así que / esto significa / resulta que / la causa / el problema es / el problema era / confirma que / se debe a / una regresión',
    "donc / par conséquent / cela signifie / il s'avère / la cause / le problème est / le problème était / confirme que / une régression",
  ],
  hesitation: [
    "^hmm / ^wait / ^actually, / ^hold on / ^but wait / take a step back / i wonder / i'm wondering / i'm not sure / let me think / not sure yet / i'm confused",
    '^moment / ^warte / ^hm / ich frage mich / bin nicht sicher / einen Schritt zurück',
    '^等等 / ^等一下 / ^嗯 / 不确定 / 不確定 / 让我想想 / 讓我想想',
    '^待って / ^うーん / ちょっと待って / よくわからない',
    '^хм / ^подождите / ^погоди / не уверен / не уверена / интересно,',
    '^espera / ^mmm / no estoy seguro / no estoy segura / me pregunto / déjame pensar',
    '^attends / ^attendez / ^hum / je me demande / pas sûr / pas sûre',
  ],
  step: [
    "^let me / ^now let me / ^i'll / ^i will / ^i'm going to / ^let's / so i'm checking / so i'm looking / so i'm verifying / so i'm reading / so let me check / so let me look",
    '^ich werde / ^lass mich / ^als Nächstes / ^jetzt werde ich',
    '^让我 / ^讓我 / ^我来 / ^我來 / ^接下来 / ^接下來 / ^现在我 / ^現在我',
    '^次に / ^これから / ^それでは',
    '^сейчас я / ^теперь я / ^давайте / ^давай',
    '^voy a / ^ahora voy / ^vamos a / ^déjame',
    '^je vais / ^maintenant je / ^laisse-moi / ^laissez-moi',
  ],
  advice: [
    "my recommendation / recommendation: / i recommend / i'd recommend / we recommend / recommended / i suggest / i'd suggest / i would suggest / i propose / i'd lean / i would lean",
    '^fix: / the fix is / the solution is / the remedy / should be / should not / should use / needs to be / ^instead, / instead, / is better / better to / ^prefer / ^use / ^avoid',
    'ich empfehle / Empfehlung / ich schlage vor / Vorschlag: / die Lösung ist / sollte man / stattdessen / besser wäre / lieber',
    '建议 / 建議 / 推荐 / 推薦 / 应该 / 應該 / 解决方法是 / 解決方法是 / 最好',
    '推奨 / お勧め / おすすめ / べきです / ほうがよい / 方がいい / 解決策は',
    'рекомендую / рекомендация / предлагаю / следует / лучше / решение:',
    'recomiendo / recomendación / sugiero / propongo / se debería / debería / es mejor / la solución es',
    'je recommande / recommandation / je suggère / je propose / il faudrait / vaut mieux / la solution est',
  ],
}

/** Which of them a sentence does. */
export const thoughtSignalsIn: (text: string) => readonly ThoughtSignal[] = phraseFinder(phrases)
