/** What a text says is left to do: the items below `Next steps`, or the sentence that says it. */
import { hasOneOf } from '../../scan/has-one-of.ts'
import { isQuestion } from '../../scan/is-question.ts'
import { proseSentences } from '../../scan/prose-sentences.ts'
import { lazily } from '../../tokens/lazily.ts'
import { lazyPattern } from '../../tokens/lazy-pattern.ts'
import { isAnnouncement } from './announcement.ts'

const lengths = { minLength: 12, maxLength: 600 }
const maxSteps = 20

const topic =
  "(?:(?:natural |suggested |recommended |possible |immediate |my )?next steps?|remaining(?: (?:work|steps|tasks|items|todos?))?|still to do|still open|left to do|what(?:'s|’s| is) left|to-?do|open items|follow-?ups?|nächste schritte|noch zu tun|offen|下一步|待办|待辦|接下来|接下來|次のステップ|残り|следующие шаги|осталось|próximos pasos|prochaines étapes)"
/** A line of its own: a heading, bold words or a lead-in. */
const title = lazily(() => new RegExp(`^\\s{0,4}(?:#{1,6} |[*_]{1,2})?\\W{0,4}${topic}\\W{0,6}$`, 'iu'))
/** In one sentence with what it names. */
const sentence = lazily(
  () =>
    new RegExp(`^\\W{0,6}${topic}[*_]{0,2}(?::| (?:is|are|would be|will be) )\\W{0,4}[\\p{L}\\p{N}\`]`, 'iu'),
)
const remains = lazyPattern(
  '\\b(?:(?:we|i|you|it|this|that) still needs? to|still (?:has|have) to be|remains? to be|needs to be done|is left to|are left to|fehlt noch|还需要|還需要|falta por|queda por|il reste à)\\b',
  'iu',
)
const item = /^\s{0,8}(?:[-*+•]|\d{1,2}[.)]) +(?:\[[ xX]\] )?(\S.*)$/

/**
 * Every topic, and every phrase that something remains, contains one of these: few texts do, and the patterns are expensive to
 * compile.
 */
const topicWords =
  "next step/remaining/to do/todo/to-do/still open/'s left/’s left/is left/open items/follow-up/followup/nächste schritte/noch zu tun/offen/下一步/待办/待辦/接下来/接下來/次のステップ/残り/следующие шаги/осталось/próximos pasos/prochaines étapes".split(
    '/',
  )
const remainWords =
  'still need/still has/still have/remain to be/remains to be/needs to be done/is left to/are left to/fehlt noch/还需要/還需要/falta por/queda por/il reste à'.split(
    '/',
  )

/** Each a true stretch of the text. Linear. */
export function nextSteps(text: string): readonly string[] {
  const small = text.toLowerCase()
  const hasTopic = hasOneOf(small, topicWords)
  if (!hasTopic && !hasOneOf(small, remainWords)) return []
  const said = proseSentences(text, lengths).filter(
    each =>
      ((hasTopic && namesTopic(each) && sentence().test(each)) || saysThatItRemains(each)) &&
      !isQuestion(each) &&
      !isAnnouncement(each) &&
      !/[:：]$/.test(each),
  )
  return [...new Set([...(hasTopic ? itemsBelow(text) : []), ...said])].slice(0, maxSteps)
}

function saysThatItRemains(text: string): boolean {
  return hasOneOf(text.toLowerCase(), remainWords) && remains(text).test(text)
}

function namesTopic(text: string): boolean {
  return hasOneOf(text.toLowerCase(), topicWords)
}

/** The items of the list that follows a title. */
function itemsBelow(text: string): readonly string[] {
  const found: string[] = []
  let isBelow = false
  for (const line of text.split('\n')) {
    if (line.length <= 80 && namesTopic(line) && title().test(line)) isBelow = true
    else if (isBelow && line.trim() !== '') {
      const step = item.exec(line)?.[1]?.trim()
      if (step === undefined) isBelow = /^\s{2,}\S/.test(line)
      else if (!/[:：]$/.test(step)) found.push(step)
    }
  }
  return found
}
