/** The variables whose values a script itself says: `ROOT=/w/app; git -C "$ROOT" status`. */
import { wordSet } from '../../vocabulary/word-set.ts'
import type { ShellWord } from './shell-tokens.ts'

/** Maximum length of a path in file systems; without a limit, ten thousand `cd a` would build ever longer paths. */
export const maxPathLength = 4096

/** `CI=1`, in PowerShell `$env:CI=1` */
const assignment = /^(?:\$(?:env:)?)?[A-Za-z_]\w*\+?=/i
/** `$ROOT`, `${ROOT}/src` */
const variable = /^\$(?:\{(\w{1,60})\}|(\w{1,60}))(?=\/|$)/
const temporary = /^(?:\$\(|`) {0,4}mktemp\b/
const declaring = wordSet('export local readonly declare')
const reading = wordSet('for select read unset mapfile readarray getopts')
const opening = wordSet('then do else case')
const closing = wordSet('fi done else elif esac')

export function isAssignment(text: string): boolean {
  return assignment.test(text)
}

export function isTemporary(text: string): boolean {
  return temporary.test(text)
}

export class ShellVariables {
  readonly #values = new Map<string, string>()
  #depth = 0
  /** Set in a branch, a loop or a subshell, and not certain after it. */
  readonly #inner = new Set<string>()

  enter(): void {
    this.#depth += 1
  }

  leave(): void {
    this.#depth = Math.max(0, this.#depth - 1)
    this.forgetInner()
  }

  forgetInner(): void {
    for (const name of this.#inner) this.#values.delete(name)
    this.#inner.clear()
  }

  /** A reserved word or `case` at the beginning of a command. */
  follow(word: string): void {
    if (closing.has(word)) this.leave()
    if (opening.has(word)) this.enter()
  }

  /** A path that begins with a variable. Without quotes, a shell makes several words of a value with spaces. */
  withValue(word: ShellWord): ShellWord {
    const found = word.isDynamic ? variable.exec(word.text) : null
    const value = found === null ? undefined : this.#values.get(found[1] ?? (found[2] as string))
    const rest = word.text.slice(found?.[0].length)
    if (value === undefined || value.length + rest.length > maxPathLength || /[$`*?[{]/.test(rest))
      return word
    if (!word.isQuoted && /[\s*?[{]/.test(value)) return word
    return { ...word, text: value + rest, isDynamic: false }
  }

  /** `words`: all of a command; `own`: its name and arguments. `isConditional`: the one before decides whether it is run. */
  set(words: readonly ShellWord[], own: readonly ShellWord[], isConditional: boolean): void {
    const [command] = own
    if (command !== undefined && reading.has(command.text))
      for (const { text } of own) this.#values.delete(text)
    if (command !== undefined && !declaring.has(command.text)) return
    for (const word of words) if (isAssignment(word.text)) this.#assign(word, isConditional)
  }

  /** What `mktemp` names is somewhere in `/tmp`. */
  #assign(word: ShellWord, isConditional: boolean): void {
    const at = word.text.indexOf('=')
    const name = word.text.slice(0, at)
    const given = this.withValue({ ...word, isQuoted: true, text: word.text.slice(at + 1) })
    const value = isTemporary(given.text) ? `/tmp/${name}` : given.isDynamic ? '' : given.text
    if (value === '' || isConditional || name.endsWith('+')) this.#values.delete(name.replace('+', ''))
    else {
      this.#values.set(name, value)
      if (this.#depth > 0) this.#inner.add(name)
    }
  }
}
