/** How people decide and how they bind others, in English, German, Chinese, Japanese, Russian, Spanish and French. */
import { type Phrases, phraseFinder } from './phrase-finder.ts'

export type WeightySignal = 'decision' | 'constraint'

const phrases: Phrases<WeightySignal> = {
  decision: [
    'decided / decision / we chose / i chose / chosen / settled on / settle on / agreed / approved / opted for / opt for',
    "let's go with / let's use / go with / going with / we'll use / we will use / i'll use / i will use / the plan is",
    'entschieden / Entscheidung / beschlossen / Beschluss / einigen uns auf / geeinigt / festgelegt / genehmigt',
    'wir nehmen / wir verwenden / wir nutzen / wir benutzen / der Plan ist',
    '决定 / 決定 / 选定 / 選定 / 就用 / 我们用 / 我們用 / 采用 / 採用 / 确定使用 / 確定使用 / 方案是 / 同意 / 敲定',
    'にします / 採用します / 合意',
    'решили / решил / решила / решено / решение / выбрали / договорились',
    'decidido / decidimos / hemos decidido / acordado / acordamos / elegimos / vamos a usar / usaremos / optamos por',
    'décidé / on a décidé / avons décidé / convenu / choisi / on va utiliser / nous utiliserons / optons pour',
  ],
  constraint: [
    "must / mustn't / shall not / never / always / required / requirement / requirements / mandatory / has to / have to",
    'at most / at least / no more than / not allowed / forbidden / prohibited / only use / make sure / ensure / deadline',
    "don't / do not / constraint / constraints",
    'muss / müssen / darf nicht / dürfen nicht / darf nur / niemals / immer / erforderlich / zwingend / unbedingt',
    'höchstens / mindestens / verboten / nicht erlaubt / auf keinen Fall / Vorgabe / Vorgaben / nur noch',
    '必须 / 必須 / 不得 / 不能 / 不可以 / 不许 / 不許 / 禁止 / 务必 / 務必 / 只能 / 最多 / 至少 / 一定要 / 不要 / 要求',
    'しなければ / してはいけ / してはなら / 以内 / 絶対に / 必ず',
    'должен / должна / должно / должны / нельзя / обязательно / никогда / всегда / запрещено / не более / не менее',
    'debe / deben / debes / no debe / nunca / siempre / jamás / obligatorio / prohibido / como máximo / al menos / hay que / no uses',
    'doit / doivent / dois / ne doit pas / jamais / toujours / obligatoire / interdit / au plus / au moins / il faut / ne pas',
  ],
}

/** Which of the two a text does. */
export const weightySignalsIn: (text: string) => readonly WeightySignal[] = phraseFinder(phrases)

/** For those who ask for one of the two. */
const decisionsIn = phraseFinder({ decision: phrases.decision })
const constraintsIn = phraseFinder({ constraint: phrases.constraint })

export function speaksOfDecision(text: string): boolean {
  return decisionsIn(text).length > 0
}

export function speaksOfConstraint(text: string): boolean {
  return constraintsIn(text).length > 0
}
