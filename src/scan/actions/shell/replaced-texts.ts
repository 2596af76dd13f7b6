/** Texts that a command replaces in files or takes out of them: `sed -i 's/old/new/' a.ts`, `perl -pi -e`. Patterns are left out as uncertain. */
import { commandLine } from './command-line.ts'
import { fileName } from './join-path.ts'
import type { ShellCommand } from './shell-commands.ts'
import { shellIntents } from './shell-intents.ts'

interface ReplacedTexts {
  readonly path: string
  readonly texts: readonly string[]
}

/** `s/old/new/g;`, `/old/d` */
const statement =
  /\s{0,4}(?:s([/|#,@!~%])((?:\\.|(?!\1)[^\\\n]){1,200})\1(?:\\.|(?!\1)[^\\\n]){0,400}\1[gIi\d]{0,4}|\/((?:\\.|[^\\/\n]){1,200})\/d)\s{0,4}(?:;|$)/y
/** Shorter ones may be in any line. */
const minLength = 4

export function replacedTexts(command: ShellCommand): readonly ReplacedTexts[] {
  const [name, ...rest] = command.words
  const editor = fileName(name?.text ?? '')
  if (editor !== 'sed' && editor !== 'perl') return []
  const { options } = commandLine(rest, editor === 'sed' ? ['e', 'f', 'expression', 'file'] : ['e', 'E'])
  const isExtended = editor === 'perl' || options.has('E') || options.has('r')
  const texts = rest.flatMap(({ text, isDynamic }) => (isDynamic ? [] : textsIn(text, isExtended)))
  if (texts.length === 0) return []
  return shellIntents(command).flatMap(intent =>
    intent.type === 'modify' ? [{ path: intent.path, texts }] : [],
  )
}

function textsIn(program: string, isExtended: boolean): readonly string[] {
  const texts: string[] = []
  statement.lastIndex = 0
  for (let found = statement.exec(program); found !== null; found = statement.exec(program)) {
    const text = literalOf(found[2] ?? found[3] ?? '', isExtended)
    if (text.length >= minLength) texts.push(text)
    if (statement.lastIndex >= program.length) break
  }
  return texts
}

/** Empty where it is a pattern. */
function literalOf(pattern: string, isExtended: boolean): string {
  const bare = pattern.replace(isExtended ? /\\[^\w\s<>]/g : /\\[^\w\s<>(){}+?|]/g, '')
  const isPattern = (isExtended ? /[\\*[\]^$+?(){}|]/ : /[\\*[\]^$]/).test(bare)
  return isPattern ? '' : pattern.replace(/\\(.)/g, '$1')
}
