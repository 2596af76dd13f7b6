/** Files that a script writes and names to the letter: `Path('a.py').write_text(…)`, `open('a.py', 'w')`, `fs.writeFileSync('a.json', …)`. */
import { countsOf } from '../../../tokens/counts-of.ts'

const maxLength = 20_000
const wrapped = /\b(?:pathlib\.)?Path\( {0,4}(['"][^'"\n]{1,300}['"]) {0,4}\)/g
const literal = `['"\`]([\\w@.~/+-]{1,300})['"\`]`
/** A name in quotes, or a variable that holds one. */
const target = `(?:${literal}|([A-Za-z_]\\w{0,40}))`

const writes: readonly RegExp[] = [
  new RegExp(`(?<!\\w)${target}\\.write_(?:text|bytes)\\(`, 'g'),
  new RegExp(`\\bopen\\( {0,4}${target}, {0,4}(?:mode ?= ?)?['"][wax][bt+]{0,2}['"]`, 'g'),
  new RegExp(`\\b(?:write|append)File(?:Sync)?\\( {0,4}${target} {0,4},`, 'g'),
]

/** `open(p).read()`, `fs.readFileSync(p)`, `open(p, 'a')` */
const edits =
  /\bread(_text|_bytes|lines?|File|FileSync)?\(|\bappendFile|, {0,4}(mode ?= ?)?['"]a[bt+]{0,2}['"]/

/** `path = 'a.py'`, `const file = "a.json";` */
const assigned = new RegExp(
  `(?:^|;)[ \\t]{0,40}(?:const |let |var )?([A-Za-z_]\\w{0,40}) {0,4}= {0,4}${literal}(?=[ \\t]{0,8}(?:[;#]|$))`,
  'gm',
)
/** A variable that is assigned again may name another file. */
const givenAnew =
  /(?:^|[;(,\s])([A-Za-z_]\w{0,40}) {0,4}=(?!=)|\bfor (?:const |let )?([A-Za-z_]\w{0,40}) (?:in|of)\b/gm
/** A script that goes elsewhere names files from there. */
const goesElsewhere = /\bchdir\(/

interface ScriptWrites {
  readonly paths: readonly string[]
  /** Whether it reads before it writes, or adds to what is there. */
  readonly isEdit: boolean
}

export function scriptWrites(source: string): ScriptWrites {
  const script = source.slice(0, maxLength).replace(wrapped, '$1')
  if (goesElsewhere.test(script)) return { paths: [], isEdit: false }
  const variables = variablesIn(script)
  const paths = writes.flatMap(pattern =>
    Array.from(script.matchAll(pattern), ([, path, name = '']) => path ?? variables.get(name) ?? []).flat(),
  )
  return { paths: [...new Set(paths)].filter(isPath), isEdit: edits.test(script) }
}

/** Those that hold one name from the beginning to the end. */
function variablesIn(script: string): ReadonlyMap<string, string> {
  const counts = countsOf(Array.from(script.matchAll(givenAnew), ([, name, each]) => name ?? each))
  return new Map(
    Array.from(script.matchAll(assigned), ([, name = '', path = '']) => [name, path] as const).filter(
      ([name]) => counts.get(name) === 1,
    ),
  )
}

/** `scripts/check`, `a.py`, not `w` or `..`. */
function isPath(text: string): boolean {
  return /[\w-][./][\w-]/.test(text) && !text.endsWith('/')
}
