/** How people correct themselves or others: ten kinds of correction, in English, German, Chinese, Japanese and Russian. */
import { type Phrases, phraseFinder } from '../../scan/signals/phrase-finder.ts'

export type CorrectionSignal =
  | 'explicit_correction'
  | 'retraction'
  | 'self_correction'
  | 'sorry_correction'
  | 'wait_correction'
  | 'dont_directive'
  | 'instead_directive'
  | 'not_but_pattern'
  | 'negation_directive'
  | 'rephrase'

/** The strongest kind comes first: it is the one that is reported. */
const phrases: Phrases<CorrectionSignal> = {
  explicit_correction: [
    "^actually / ^correction: / let me correct / to correct myself / i stand corrected / that's wrong / that is wrong",
    "that was wrong / this is wrong / that's incorrect / that is incorrect / that was incorrect / that's not right",
    '^Korrektur / ^eigentlich / ^tatsächlich / das ist falsch / das war falsch / das stimmt nicht / das stimmt so nicht',
    'richtig ist / richtig wäre',
    '更正 / 纠正一下 / 糾正一下 / ^其实 / ^其實 / ^实际上 / ^實際上 / ^不对 / ^不對 / 这是错的 / 這是錯的',
    '訂正 / ^実は / 正しくは / 間違っています',
    '^поправка / ^на самом деле / это неверно / это неправильно / это не так',
  ],
  retraction: [
    'scratch that / strike that / ^never mind / ^nevermind / forget that / forget what i said / ignore that / disregard',
    'ignore what i said / ignore my last / ignore my previous / i take that back / i take it back / changed my mind',
    'vergiss das / vergiss, was / ignoriere das / streich das / nehme das zurück / nehme ich zurück',
    'mir anders überlegt / ^doch nicht / lieber doch nicht',
    '^算了 / 我收回 / 撤回 / 忽略刚才 / 忽略剛才 / 忽略我之前 / 当我没说 / 當我沒說 / 改变主意 / 改變主意',
    '忘れてください / 取り消します / 撤回します',
    '^забудь / ^забудьте / беру свои слова назад / передумал / передумала',
  ],
  self_correction: [
    'i meant / ^i mean / i misspoke / i was wrong / i was mistaken / my mistake / my bad / i made a mistake',
    'i made an error / i got that wrong / i mixed up / i confused',
    'ich meinte / ^ich meine / mein Fehler / habe mich geirrt / hab mich geirrt / habe mich vertan / ich lag falsch',
    'habe verwechselt / habe das verwechselt',
    '我说错 / 我說錯 / 说错了 / 說錯了 / 我弄错 / 我弄錯 / 我搞错 / 我搞錯 / 我的意思是 / 我的错 / 我的錯',
    '言い間違え / 私の間違い / 勘違い',
    'я имел в виду / я имела в виду / я ошибся / я ошиблась / моя ошибка',
  ],
  sorry_correction: [
    '^sorry, / ^sorry - / ^sorry — / ^sorry – / ^sorry. / ^sorry! / ^sorry i / ^sorry about that',
    'sorry for the confusion / my apologies / ^apologies / i apologize / i apologise',
    '^Entschuldigung / ^Verzeihung / tut mir leid / ^pardon,',
    '^抱歉 / ^对不起 / ^對不起 / ^不好意思',
    '^すみません / ^ごめん / 申し訳',
    '^извини / ^извините / ^прости / ^простите',
  ],
  wait_correction: [
    '^wait, / ^wait - / ^wait — / ^wait – / ^wait. / ^wait! / ^wait no / ^no wait / ^hold on / ^hang on',
    '^on second thought / ^on second thoughts',
    '^warte, / ^warte mal / ^Moment, / ^Moment mal / ^halt, / ^halt! / ^nein warte',
    '^等等 / ^等一下 / ^等下 / ^慢着 / ^慢著',
    '^待って / ^ちょっと待って',
    '^подожди / ^подождите / ^стоп',
  ],
  dont_directive: [
    "don't use / do not use / don't do / do not do / don't call / do not call / don't add / do not add",
    "stop using / never use / avoid using / no longer use / should not use / shouldn't use / let's not",
    'nicht verwenden / nicht mehr verwenden / nicht benutzen / nicht mehr benutzen / nicht nutzen / nicht mehr nutzen',
    'verwende nicht / verwende kein / verwende keine / verwende keinen / benutze nicht / benutze kein / benutze keine',
    'benutze keinen / nutze nicht / nutze kein / nutze keine / nutze keinen',
    '不要用 / 别用 / 別用 / 不要使用 / 别再用 / 別再用 / 不要再 / 停止使用 / 不再使用',
    '使わないで / 使用しないで / 使うのをやめ',
    'не используй / не используйте / не использовать',
  ],
  instead_directive: [
    'instead / rather than / replace … with / switch to / switching to / change it to / change that to',
    'stattdessen / statt dessen / anstatt / anstelle / ersetze … durch / wechsle zu / doch lieber / lieber … statt',
    '改用 / 换成 / 換成 / 改成 / 改为 / 改為 / 而不是 / 代替 / 取代 / 替换成 / 替換成',
    '代わりに / ではなく / に変更',
    'вместо / замени / замените',
  ],
  not_but_pattern: [
    "not … but / isn't … it's / is not … it is / should be … not",
    'nicht … sondern / kein … sondern / keine … sondern / keinen … sondern',
    '不是…而是 / 不是…，是 / 并非…而是 / 並非…而是',
    'じゃなくて / не …, а',
  ],
  negation_directive: [
    "^no, / ^no. / ^no! / ^no - / ^no — / ^no – / ^nope / ^no it / ^no that / ^no the / that's not what",
    'that is not what / not what i meant / not what i asked / not what i said',
    '^nein, / ^nein. / ^nein! / ^nein - / ^nein — / ^nein – / ^nee, / nicht das, was',
    '^不， / ^不, / ^不是 / ^没有， / ^沒有， / ^不行',
    '^いいえ / ^いや、 / ^違います',
    '^нет, / ^нет. / ^нет! / ^неверно',
  ],
  rephrase: [
    'let me rephrase / to rephrase / in other words / to put it differently / to be more precise / let me clarify',
    'anders gesagt / anders ausgedrückt / mit anderen Worten / besser gesagt / genauer gesagt / präziser gesagt',
    '换句话说 / 換句話說 / 换个说法 / 換個說法 / 也就是说 / 也就是說 / 准确地说 / 準確地說 / 更准确 / 更準確',
    '言い換えると / つまり / 正確に言うと',
    'другими словами / иными словами / точнее',
  ],
}

/** The kinds of correction in a text, the strongest first. */
export const correctionsIn: (text: string) => readonly CorrectionSignal[] = phraseFinder(phrases)
