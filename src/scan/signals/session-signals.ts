/** How people refer to the course of their work, in English, German, Chinese, Japanese, Russian, Spanish and French. */
import { type Phrases, phraseFinder } from './phrase-finder.ts'

/**
 * `blocker`: something prevents the work. `next`: what is to be done now. `report`: something does not work.
 * `fixed`: it works again. `replaces`: earlier words no longer hold. `reason`: why.
 */
export type SessionSignal = 'blocker' | 'next' | 'report' | 'fixed' | 'replaces' | 'reason'

const phrases: Phrases<SessionSignal> = {
  blocker: [
    "blocked by / blocked on / i'm blocked / waiting for / waiting on / cannot proceed / can't proceed / unable to proceed",
    'need your / need you to / until you / not sure whether',
    'blockiert / warte auf / kann nicht fortfahren / brauche noch / unklar, ob',
    '等待 / 无法继续 / 無法繼續 / 需要你 / 需要您',
    '待ち / 続行できません / 確認が必要です',
    'заблокирован / ждём / жду / не могу продолжить',
    'bloqueado / esperando / no puedo continuar / necesito que',
    "bloqué / en attente de / je ne peux pas continuer / j'ai besoin que",
  ],
  next: [
    "next step / next steps / next, / ^next / now let me / ^now i'll / ^let me now / then i'll / still to do / remaining / todo: / to do:",
    "i'll now / i will now / we still need / still need to / needs to be done / what's left",
    'nächster Schritt / nächste Schritte / als Nächstes / jetzt werde ich / fehlt noch / noch zu tun',
    '下一步 / 接下来 / 接下來 / 待办 / 待辦 / 还需要 / 還需要',
    '次に / 次のステップ / 残り / これから',
    'следующий шаг / следующие шаги / далее / осталось / теперь я',
    'próximo paso / próximos pasos / a continuación / ahora voy / falta por / queda por',
    'prochaine étape / prochaines étapes / ensuite / maintenant je / il reste',
  ],
  report: [
    "doesn't work / does not work / not working / isn't working / is broken / crashes / crashed / fails with / failed with / i get an error",
    "i'm getting / throws / still fails / still failing / still see / is wrong / that's wrong / got a crash / exploded / doesn't update",
    'funktioniert nicht / geht nicht / stürzt ab / schlägt fehl / Fehlermeldung / ist kaputt / bekomme einen Fehler',
    '报错 / 報錯 / 不工作 / 出错 / 出錯 / 崩溃 / 崩潰 / 失败了 / 失敗了 / 有问题 / 有問題',
    'エラーが / 動きません / 動かない / 壊れて / 失敗しました',
    'не работает / ошибка / падает / сломано / сломалось / не запускается',
    'no funciona / falla / error al / se rompe / está roto',
    'ne marche pas / ne fonctionne pas / plante / est cassé / une erreur',
  ],
  fixed: [
    "works now / working now / it works / that works / that did it / that fixed it / that's it / fixed now / is fixed / is resolved / solved",
    'funktioniert jetzt / geht jetzt / behoben / gelöst / es klappt',
    '好了 / 解决了 / 解決了 / 修好了 / 可以了 / 正常了',
    '直りました / 直った / 動きました / 解決しました',
    'теперь работает / заработало / исправлено / решено',
    'ya funciona / funciona ahora / arreglado / resuelto',
    'ça marche / fonctionne maintenant / corrigé / résolu',
  ],
  replaces: [
    'instead of / rather than / no longer / not anymore / changed my mind / scratch that / forget what i / forget about / ignore what i / ignore my / ignore last / ignore the previous',
    'from now on / switch to / switch back / switching to / you may now / you can now / overrides / supersedes / replaces / revert that / undo that',
    'statt / anstatt / nicht mehr / vergiss / doch lieber / stattdessen / ab jetzt / wechseln zu',
    '而不是 / 改用 / 改为 / 改為 / 不再 / 忘掉 / 取消之前 / 从现在起 / 從現在起 / 换成 / 換成',
    '代わりに / ではなく / もう必要 / 今後は / 変更します / やめて',
    'вместо / больше не / передумал / передумала / забудь / отныне / теперь можно / заменить на',
    'en lugar de / en vez de / ya no / olvida / a partir de ahora / cambiar a',
    'au lieu de / plutôt que / ne plus / oublie / désormais / à partir de maintenant / passer à',
  ],
  reason: [
    'because / since / so that / due to / in order to / the reason / this avoids / this keeps / this lets / this way',
    'weil / damit / da sonst / wegen / aus diesem Grund',
    '因为 / 因為 / 以便 / 由于 / 由於 / 原因是',
    'なぜなら / ので / ため',
    'потому что / чтобы / так как / из-за',
    'porque / para que / debido a / ya que',
    'parce que / car / afin que / afin de / à cause de / puisque',
  ],
}

export const sessionSignalsIn: (text: string) => readonly SessionSignal[] = phraseFinder(phrases)

/** For those who ask for one of them. */
const blockersIn = phraseFinder({ blocker: phrases.blocker })
const reasonsIn = phraseFinder({ reason: phrases.reason })

export function speaksOfBlocker(text: string): boolean {
  return blockersIn(text).length > 0
}

export function givesReason(text: string): boolean {
  return reasonsIn(text).length > 0
}
