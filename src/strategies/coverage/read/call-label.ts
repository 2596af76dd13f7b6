/** The name of a call above its result: enough to tell it from other calls that begin alike. */
import { continuesGrapheme } from '../../../scan/grapheme-cut.ts'
import { wordCut } from '../../../scan/word-cut.ts'
import { shortPath } from '../facts/common-root.ts'
import { shortCommand } from './short-command.ts'

const maxLength = 48
/** So much of it is shown of the end, where calls that begin alike differ. */
const endLength = 18
const gapLength = 2
/** A space or a slash in the first half of the end. */
const beginsPart = /(?<=^.{0,9})[ /]/

/** `CI=1 sudo timeout 60 `, after the name of the tool. */
const wrapper =
  /^(\S{1,60} )(?:(?:sudo|env|nohup|exec|command|nice|time) |timeout (?:-\S{1,20} ){0,3}\d[\d.]{0,8}[smhd]? |[A-Za-z_]\w{0,60}=(?:"[^"]{0,200}"|'[^']{0,200}'|[^\s"']{0,200}) )/
/** `cd /home/me/app && `, `git -C /home/me/app `, ` in /home/me/app` at the end. */
const directory = /(\bcd |\b(?:git|make) -C )([^\s"'$;&|]{1,300})(?= ?[;&]| )|( in )(\/[^\s"'`]{1,300}$)/g
/** An environment with more variables is a script of its own. */
const maxWrappers = 8

/** `Bash cd /home/me/app && CI=1 npm test -- src/view/a.test.ts` → `Bash cd …/app `Bash cd …/app && npm test … src/view/a.test.ts``Bash cd …/app && npm test … src/view/a.test.ts` npm test …/view/a.test.ts` */
export function callLabel(title: string, isCommand: boolean): string {
  const bare = isCommand ? withoutWrappers(shortCommand(title, '')) : title
  const label = bare.replace(
    directory,
    (_, before = '', path = '', within = '', searched = '') =>
      `${before}${within}${shortPath(path + searched)}`,
  )
  return middleCut(label)
}

function withoutWrappers(title: string): string {
  let bare = title
  for (let count = 0; count < maxWrappers; count += 1) {
    const next = bare.replace(wrapper, '$1')
    if (next === bare) break
    bare = next
  }
  return bare
}

/** Its end begins with a word or a part of a path, where there is one. */
function middleCut(text: string): string {
  if (text.length <= maxLength) return text
  const beginning = maxLength - endLength - gapLength
  const name = /^\S{1,100}/.exec(text)?.[0] ?? ''
  // A part of a name is none.
  if (name.length > beginning) return name.length < text.length ? `${name} …` : name
  const end = text.slice(-endLength)
  const part = beginsPart.exec(end)
  let from = text.length - (part === null ? endLength : endLength - part.index)
  while (from < text.length && continuesGrapheme(text, from)) from += 1
  const shown = text.slice(from)
  return `${wordCut(text, beginning).trimEnd()} …${shown}`
}
