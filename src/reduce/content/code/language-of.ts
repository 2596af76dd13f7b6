/** The language of a program: by the extension of its file, its first line, or its words. */
import { lazily } from '../../../tokens/lazily.ts'
import type { Language, LanguageName } from './language.ts'
import { languages } from './languages.ts'

const byEnding = lazily(
  (): ReadonlyMap<string, Language> =>
    new Map(
      languages().flatMap(language =>
        language.endings.map(ending => [ending.toLowerCase(), language] as const),
      ),
    ),
)

export function languageNamed(name: LanguageName): Language {
  return languages().find(language => language.name === name) as Language
}

/** `src/a.test.ts`, `Makefile`, or `ts` at a fence; `undefined` for an unknown name. */
export function languageOfName(path: string): Language | undefined {
  return byEnding().get(fileEnding(path))
}

/** The extension in lower case, without the dot; the whole name if it has none. */
export function fileEnding(path: string): string {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
  return name.slice(name.lastIndexOf('.') + 1).toLowerCase()
}

const interpreters: readonly (readonly [RegExp, LanguageName])[] = [
  [/\b(?:node|bun|deno|tsx|ts-node)\b/, 'typescript'],
  [/\bpython/, 'python'],
  [/\bruby\b/, 'ruby'],
  [/\bphp\b/, 'php'],
  [/\bpwsh\b/, 'powershell'],
  [/\b(?:ba|z|k|da)?sh\b/, 'bash'],
]

/** Lines that are typical for one language and rare in others. */
const words: readonly (readonly [LanguageName, RegExp])[] = [
  [
    'go',
    /^(?:package \w+$|func (?:\(\w+ \*?\w+\) )?\w+\(|type \w+ (?:struct|interface) \{|import \($)|\s:= |\bif err != nil\b/,
  ],
  [
    'rust',
    /^\s*(?:pub (?:\(\w+\) )?)?(?:fn \w|impl\b|use \w+::|let mut |mod \w+;|#\[)|-> (?:Result|Option)</,
  ],
  [
    'python',
    /^\s*(?:(?:async )?def \w+\(.*:$|class \w.*:$|from [\w.]+ import |elif .*:$|except\b.*:$|if __name__)|^\s*self\.\w/,
  ],
  ['csharp', /^\s*(?:using [\w.]+;|namespace \w|\[\w+(?:\(.*\))?\]$)|\{ get; |\bvar \w+ = new\b/],
  [
    'java',
    /^(?:import [\w.]+(?:\.\*)?;|package [\w.]+;)|^\s*(?:public|private|protected) (?:static |final )*[\w<>[\]]+ \w+\(.*\{$|^\s*@Override/,
  ],
  ['kotlin', /^\s*(?:(?:override|private|suspend|internal) )*fun \w|^\s*va[lr] \w+(?:: \w+)? = (?!.*;$)/],
  [
    'swift',
    /^\s*(?:(?:public|private|override) )*func \w|^\s*(?:guard|if) let |^import (?:Foundation|UIKit|SwiftUI)/,
  ],
  [
    'cpp',
    /^\s*#\s?(?:include|define|ifdef|ifndef|pragma)\b|\bstd::|^\s*(?:template ?<|typedef |struct \w+ \{)/,
  ],
  ['php', /^\s*\$\w+ = .*;$|\$this->/],
  ['ruby', /^\s*(?:def \w[^:{]*$|end$|module [A-Z]\w*$|class [A-Z]\w*(?: < .*)?$|require ['"])/],
  [
    'powershell',
    /^\s*(?:function [A-Z]\w+-\w|param ?\(|\$\w+ = (?:Get|New|Invoke)-)|\s-(?:eq|ne|like|match) /,
  ],
  ['bash', /^\s*(?:fi|done|esac|then)$|^\s*(?:if|while) \[\[? |^\s*\w+\(\) ?\{$|^set -[eux]/],
  ['sql', /^\s*(?:SELECT|INSERT INTO|CREATE (?:TABLE|INDEX|VIEW)|ALTER TABLE|UPDATE \w+ SET)\b/i],
  ['css', /^\s*[.#&:][\w-].*\{$|^\s*[a-z-]+: [^;{]+;$|^@media\b/],
  [
    'typescript',
    /^\s*(?:export |import .* from ['"]|interface \w+ \{|const \w+ = |let \w+ = |function \w|async function)|=>|: (?:string|number|boolean)\b/,
  ],
]

const maxLines = 80
const maxScanned = 160

/** By the content of the lines; `generic` if they fit no language, or several equally well. */
export function languageOfLines(lines: readonly string[]): Language {
  const opening = /^(?:#!|<\?php)/.test(lines[0] ?? '')
    ? (lines[0] as string).slice(0, maxScanned)
    : undefined
  const interpreter = interpreters.find(([pattern]) => opening !== undefined && pattern.test(opening))
  if (interpreter !== undefined) return languageNamed(interpreter[1])
  const sample = lines.slice(0, maxLines).map(line => line.slice(0, maxScanned))
  let best: LanguageName = 'generic'
  let maxFitting = 1
  for (const [name, pattern] of words) {
    const fitting = sample.filter(line => pattern.test(line)).length
    if (fitting <= maxFitting) continue
    best = name
    maxFitting = fitting
  }
  return best === 'generic' && isSettings(sample) ? languageNamed('settings') : languageNamed(best)
}

const setting = /^\s{0,40}(?:- )?["']?[\w./@-]{1,80}["']?(?::(?:\s|$)| ?= ?\S)|^\[[\w.-]{1,80}\]$/

function isSettings(sample: readonly string[]): boolean {
  const filled = sample.filter(line => /\S/.test(line))
  return filled.length > 0 && filled.filter(line => setting.test(line)).length * 2 > filled.length
}
