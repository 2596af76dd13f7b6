/** The simple commands of a shell script in order, each with the directory that it runs in. */
import { rememberedByKey } from '../../../tokens/remembered.ts'
import { wordSet } from '../../vocabulary/word-set.ts'
import { fileName, joinPath } from './join-path.ts'
import { type Operator, type Redirection, type ShellWord, shellTokens } from './shell-tokens.ts'
import { isAssignment, isTemporary, maxPathLength, ShellVariables } from './shell-variables.ts'

type Joint = 'first' | '&&' | '||' | ';' | '|' | '&'

export interface ShellCommand {
  /** Its name and arguments; assignments, wrappers and reserved words are left out. */
  readonly words: readonly ShellWord[]
  readonly redirections: readonly Redirection[]
  /** How it hangs on the command before it. */
  readonly joint: Joint
  /** Absent where the script does not say. */
  readonly directory?: string
}

const maxDepth = 4

interface Script {
  readonly commands: readonly ShellCommand[]
  /** The directory that it ends in; absent where it does not say. */
  readonly end: string | undefined
}

const scriptOnce = rememberedByKey<Script>({ minLength: 0 })

export function shellCommands(source: string, directory?: string): readonly ShellCommand[] {
  return scriptOf(source, directory).commands
}

/** Where a shell is that began in a directory; `undefined` where the script does not say. */
export function directoryAfter(source: string, directory: string): string | undefined {
  return scriptOf(source, directory).end
}

function scriptOf(source: string, directory: string | undefined): Script {
  const key = (): string => (directory === undefined ? '' : `:${directory}`)
  return scriptOnce(source, key, () => readScript(source, directory, 0))
}

function readScript(
  source: string,
  directory: string | undefined,
  depth: number,
  firstJoint: Joint = 'first',
): Script {
  const commands: ShellCommand[] = []
  const outer: (string | undefined)[] = []
  const variables = new ShellVariables()
  let here = directory
  let words: ShellWord[] = []
  let redirections: Redirection[] = []
  let joint: Joint = firstJoint

  const finish = (): void => {
    const named = withoutWrappers(withoutAssignment(words))
    for (const { text } of words.slice(0, words.length - named.length + 1)) variables.follow(text)
    const own = withPlainProgram(named.map(word => variables.withValue(word)))
    const isBehindTest = joint === '&&' && tests.has(commands.at(-1)?.words[0]?.text ?? '')
    variables.set(words, own, joint === '||' || isBehindTest)
    const script = depth < maxDepth ? scriptIn(own.map(({ text }) => text)) : undefined
    if (script !== undefined)
      for (const command of readScript(script, here, depth + 1, joint).commands) commands.push(command)
    else if (own.length > 0 || redirections.length > 0)
      commands.push({ words: own, redirections, joint, ...(here === undefined ? {} : { directory: here }) })
    const moved = changedDirectory(own, here)
    if (moved !== undefined) here = moved.directory
    words = []
    redirections = []
  }
  const separate = (operator: Operator['text']): void => {
    const isEmpty = words.length === 0 && redirections.length === 0
    finish()
    if (operator === '(') {
      outer.push(here)
      variables.enter()
    } else if (operator === ')' && outer.length > 0) {
      here = outer.pop()
      variables.leave()
    } else if (operator === ')') variables.forgetInner()
    else if (!isEmpty || commands.length > 0) joint = operator
  }

  for (const token of shellTokens(source)) {
    if (token.type === 'word') {
      // PowerShell needs no semicolon before it: `if ($a) { npm test } else { npm run build }`.
      if (token.text === '}' && !token.isQuoted && words.length > 0) separate(';')
      words.push(token)
    } else if (token.type === 'redirection') redirections.push(token)
    else separate(token.text)
  }
  finish()
  return { commands, end: here }
}

/** `[ -z "$D" ] && D=x`: what follows is often not run. */
const tests = wordSet('[ [[ test')

/** `C:\Program Files\nodejs\npm.cmd` → `npm`, `.\gradlew.bat` → `./gradlew` */
function withPlainProgram([program, ...rest]: readonly ShellWord[]): readonly ShellWord[] {
  if (program === undefined) return rest
  const { text } = program
  if (!text.includes('\\') && !/^[A-Za-z]:\/|\.(?:exe|cmd|bat)$/i.test(text)) return [program, ...rest]
  const path = text.replaceAll('\\', '/').replace(/\.(?:exe|cmd|bat)$/i, '')
  return [{ ...program, text: /^[A-Za-z]:\//.test(path) ? fileName(path) : path }, ...rest]
}

/** `$env:CI = 1` only sets; `$out = npm test` runs what it keeps. */
function withoutAssignment(words: readonly ShellWord[]): readonly ShellWord[] {
  const isAssigned = words[1]?.text === '=' && /^\$(?:env:)?\w{1,60}$/i.test(words[0]?.text ?? '')
  if (!isAssigned) return words
  return words.length > 3 ? words.slice(2) : []
}

const reserved = wordSet('if then elif else while until do ! { } time fi done')
const wrappers = new Set(['sudo', 'env', 'nohup', 'command', 'exec', 'builtin', 'nice', 'timeout', 'stdbuf'])

/** `VAR=1 sudo timeout 30 npm test` → `npm test`. */
function withoutWrappers(words: readonly ShellWord[]): readonly ShellWord[] {
  let first = 0
  let isWrapped = false
  for (; first < words.length; first += 1) {
    const { text, isQuoted } = words[first] as ShellWord
    const isReserved = !isQuoted && reserved.has(text)
    // `command -v npm` only says where it is.
    const isWrapper =
      wrappers.has(text) && !(text === 'command' && /^-[vV]/.test(words[first + 1]?.text ?? ''))
    const isArgument = isWrapped && (text.startsWith('-') || /^\d+(?:\.\d+)?[smhd]?$/.test(text))
    if (!isReserved && !isWrapper && !isArgument && !isAssignment(text)) break
    isWrapped ||= isWrapper
  }
  return words.slice(first)
}

/** `bash`, `/bin/sh` */
function isShell(program: string): boolean {
  return /^(?:.*\/)?(?:ba|z|da|k)?sh$/.test(program)
}

/** `powershell.exe`, `C:/Windows/System32/cmd.exe` */
function isWindowsShell(program: string): boolean {
  return /^(?:.*[\\/])?(?:powershell|pwsh|cmd)(?:\.exe)?$/i.test(program)
}

/** `["bash", "-lc", "npm test"]` and `["cmd", "/c", "npm", "test"]` → `npm test`; `undefined` where no shell is handed a script. */
export function scriptIn([program = '', ...rest]: readonly string[]): string | undefined {
  const isPosix = isShell(program)
  if (!isPosix && !isWindowsShell(program)) return undefined
  const flagForm = isPosix ? /^-[a-z]*c$/ : /^(?:-c|-command|\/c)$/i
  const scriptFile = isPosix ? /^[^-+].*[./]/ : /\.(?:ps1|bat|cmd)$/i
  const flag = rest.findIndex(word => flagForm.test(word))
  // In `bash a.sh -c x` it is an option of the script.
  if (flag < 0 || flag === rest.length - 1 || rest.slice(0, flag).some(word => scriptFile.test(word)))
    return undefined
  return isPosix ? rest[flag + 1] : rest.slice(flag + 1).join(' ')
}

const changesDirectory = /^(?:cd|pushd|chdir|sl|(?:set|push)-location)$/i
/** `cd /d D:\app`, `Set-Location -Path app` */
const optionOfChange = /^(?:--|-[PL]|\/d|-(?:literal)?path)$/i

function changedDirectory(
  [name, ...rest]: readonly ShellWord[],
  here: string | undefined,
): { readonly directory: string | undefined } | undefined {
  if (name === undefined || !changesDirectory.test(name.text)) return undefined
  const target = rest.find(({ text }) => !optionOfChange.test(text))
  if (target !== undefined && isTemporary(target.text)) return { directory: '/tmp/mktemp' }
  if (target === undefined || target.isDynamic || target.text === '-') return { directory: undefined }
  const directory = joinPath(here, target.text)
  return { directory: directory.length > maxPathLength ? undefined : directory }
}
