/** The arguments of a command that are no options, and the options that it was given. */
import type { ShellWord } from './shell-tokens.ts'

export interface CommandLine {
  readonly operands: readonly ShellWord[]
  /** Letters of short options, and long options by name. */
  readonly options: ReadonlySet<string>
  /** Values of the options that take one. */
  readonly values: ReadonlyMap<string, string>
}

/** `withValue` lists the options that take the next word: letters, and long names; listed twice, one takes two words. */
export function commandLine(words: readonly ShellWord[], withValue: readonly string[] = []): CommandLine {
  const operands: ShellWord[] = []
  const options = new Set<string>()
  const values = new Map<string, string>()
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] as ShellWord
    const { text } = word
    if (text === '--') {
      operands.push(...words.slice(at + 1))
      break
    }
    if (!text.startsWith('-') || text === '-') {
      operands.push(word)
      continue
    }
    if (text.startsWith('--')) {
      const [name = '', value] = splitOnce(text.slice(2), '=')
      options.add(name)
      if (value !== undefined) values.set(name, value)
      else if (withValue.includes(name)) {
        values.set(name, words[++at]?.text ?? '')
        if (withValue.indexOf(name) !== withValue.lastIndexOf(name)) at += 1
      }
      continue
    }
    // `-n5` carries its value, `-n 5` is followed by it, `-pi` is two letters.
    for (let letter = 1; letter < text.length; letter += 1) {
      const name = text.charAt(letter)
      options.add(name)
      if (!withValue.includes(name)) continue
      const attached = text.slice(letter + 1)
      values.set(name, attached === '' ? (words[++at]?.text ?? '') : attached)
      break
    }
  }
  return { operands, options, values }
}

function splitOnce(text: string, mark: string): readonly [string, string?] {
  const at = text.indexOf(mark)
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}
