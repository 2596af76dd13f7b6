/** Sentences in which a person says that they took back what an agent had changed. */
import { hasOneOf } from './has-one-of.ts'

const signs = [
  ...['undid', 'undone', 'reverted', 'rolled', 'discarded', 'took', 'backed'],
  ...['rückgängig', 'zurückgesetzt', 'verworfen', 'deshecho', 'revertido', 'annulé', 'défait'],
  ...['撤销', '撤銷', '回滚', '回滾', '还原', '還原', '元に戻し', '取り消し', 'откатил', 'отменил'],
]

const does = "(?:i|we)(?:['’]ve| have)?(?: (?:just|already|now|manually|also|therefore|then)){0,2}"
const verb = '(?:undid|undone|reverted|rolled back|discarded|took back|backed out)'
const changes = '(?:changes?|edits?|work|code|version|refactor(?:ing)?|implementation|attempt|commits?)'
/** `that` alone, not `that part of it`. */
const object = `(?:(?:all |both )?(?:of )?(?:your|the|those|these|that|this)(?: [\\w-]{1,20}){0,2} ${changes}|everything|all of (?:it|that|this)|what you did|(?:it|that|this|them)(?=[.,;:!)]|$| (?:and|but|so|please|try|again|because|since|back)(?!\\w)))`

const undone: readonly RegExp[] = [
  new RegExp(`(?:^|[^\\w])${does} ${verb} ${object}`, 'i'),
  /(?:^|\W)(?:ich habe|hab(?:e)?) (?:deine|die|alle|alles|das|es)(?: \S{1,20}){0,3} (?:rückgängig gemacht|zurückgesetzt|verworfen)/i,
  /(?:^|\W)he (?:deshecho|revertido) (?:tus|los|todos|todo|eso)(?!\w)/i,
  /(?:^|\W)j['’]ai (?:annulé|défait) (?:tes|vos|les|tout|ça)(?!\w)/i,
  /我(?:已经|已經|已|刚刚|剛剛|把)?.{0,12}(?:撤销|撤銷|回滚|回滾|还原|還原)了/,
  /(?:変更|修正|編集)を?(?:すべて|全部)?(?:元に戻し|取り消し)(?:ました|た)/,
  /(?:^|[\s,.;!])я (?:всё |все )?(?:откатила?|отменила?) /i,
]

const maxLength = 4000

/** `i undid your changes, try again`, not `undo your changes` and not `if I reverted it`. */
export function saysUndone(said: string): boolean {
  const text = said.slice(0, maxLength)
  if (!hasOneOf(text.toLowerCase(), signs)) return false
  return text.split(/[\n.!?]+/).some(sentence =>
    undone.some(pattern => {
      const found = pattern.exec(sentence)
      return found !== null && !isConditional(sentence.slice(0, found.index + 1))
    }),
  )
}

/** It reaches across a comma: `if it fails, I reverted it`. */
const condition = /(?:^|\W)(?:if|should|unless|wenn|falls)(?!\w)/i
/** It does not: `when I ran it, it broke, so I reverted it`. */
const time = /(?:^|\W)(?:when|until|before)(?!\w)/i

function isConditional(before: string): boolean {
  return condition.test(before) || time.test(before.slice(before.lastIndexOf(',') + 1))
}
