/** How each kind of content is told, in the order in which they are tried: as data, with few exceptions. */
import type { ContentKind } from '../types.ts'
import type { Sample } from './content-sample.ts'
import { isEncoded, isJson } from './content-shapes.ts'

export interface ContentDetector {
  readonly kind: ContentKind
  readonly why: string
  readonly test: (sample: Sample) => boolean
}

/** Patterns see lines of bounded length, and are as many alternatives as there are tools. */
const anyOf = (...patterns: readonly RegExp[]): RegExp =>
  new RegExp(
    patterns.map(({ source }) => source).join('|'),
    patterns.some(({ unicode }) => unicode) ? 'u' : '',
  )

/** At least this share of the lines fits, and at least so many of them; a mark, if given, stands in one of them. */
function most(share: number, pattern: RegExp, { mark = /(?:)/, least = 1 } = {}): ContentDetector['test'] {
  return ({ lines }) => {
    let fitting = 0
    let isMarked = false
    for (const line of lines) {
      if (!pattern.test(line)) continue
      fitting += 1
      isMarked ||= mark.test(line)
    }
    return isMarked && fitting >= Math.max(least, lines.length * share)
  }
}

/** One of the last lines fits: where tools say what came of it. */
const atEnd =
  (pattern: RegExp): ContentDetector['test'] =>
  ({ lines }) =>
    lines.slice(-6).some(line => pattern.test(line))

const hunk = /^(?:@@ -\d|diff --git |\*\*\* (?:Update|Add|Delete) File: )/

const testLine = anyOf(
  /^\s*(?:=== (?:RUN|PAUSE|CONT|NAME) |--- (?:PASS|FAIL|SKIP|BENCH): )/, // go
  /^(?:ok {2}\t|\? {3}\t|FAIL\t|PASS$|FAIL$)/,
  /^\((?:pass|fail|skip|todo)\) /, // bun
  /^ ?(?:PASS|FAIL) {1,2}\S+\.\w+/, // jest, vitest
  /^test \S+ \.\.\. \w/, // cargo
  /^(?:not )?ok \d+ /, // TAP
  /^\S+::\S+ (?:PASSED|FAILED|SKIPPED|ERROR)|^(?:PASSED|FAILED|ERROR) \S+::/, // pytest
  /^\S+\.py [.FEsxX]+(?: |$)|^_{3,} .*test.* _{3,}$|^={3,} .*(?:test session|passed|failed|FAILURES|ERRORS).* ={3,}$/,
  /^test_\w+ \(\S+\) ?\.\.\. |^\s+\w+_test\.go:\d+: /, // unittest, go
)

const testSummary = anyOf(
  /^Ran \d+ tests? (?:in|across) /,
  /^(?:Tests|Test Suites): +\d+ |^ +(?:Tests|Test Files) +\d+ (?:passed|failed)/,
  /^test result: \w/,
  /^ *\d+ (?:passing|failing)\b/,
  /^\d+ (?:passed|failed)[, ].* in [\d.]+s/,
  /^\d+ examples?, \d+ failures?/,
  /Tests run: \d+, Failures: \d/,
  /^OK \(\d+ tests?|^FAILURES!$/,
  /^# (?:tests|pass|fail) \d+$/,
)

const tick = /^\s*[✓✔✗✘×√] \S/

const frame = anyOf(
  /^\s+at (?:async )?\S.*[(:]/, // JavaScript, Java, C#
  /^\s*File ".+", line \d+/, // Python
  /^goroutine \d+ \[|^\t\S+\.go:\d+/, // Go
  /^\s+\d+: +\S+::\S|^\s+at \S+\.rs:\d+/, // Rust
  /^\s*from \S+:\d+:in /, // Ruby
  /^#\d+ +(?:0x|\S+\(\d+\))/, // C, PHP
)

const errorHead =
  /^(?:Traceback \(most recent|Caused by: |panic: |thread '.+' panicked|stack backtrace:|[\w.]*(?:Error|Exception)\b)/

const buildLine = anyOf(
  /^[^\s:()]+\(\d+,\d+\): (?:error|warning)/, // tsc, msbuild
  /^[^\s:]+\.\w+:\d+:\d+:? (?:- )?\S/, // gcc, go, golangci-lint, biome
  /^[^\s:]+\.\w+:\d+: (?:error|warning|note|fatal)/,
  /^\s+\d+:\d+ +(?:error|warning) {2}/, // eslint
  /^(?:error|warning)(?:\[\w+\])?: /, // rust, bun
  /^\s+--> \S+:\d+/,
  /^ *\d* *(?:\d+ )?[+-]? ?[│|] /, // the code that a linter shows
  /^\s+\^[~^-]*(?: |$)/,
  /━{5}/,
  /^(?:make|ninja)(?:\[\d+\])?: |^\[ *\d+%\] |^\[\d+\/\d+\] /,
  /^npm (?:ERR!|WARN|error|warn|notice) |^(?:added|removed|changed|audited|up to date,?) .*packages? /,
  /^\s*(?:CLI|ESM|CJS|DTS) \S/, // tsup
  /^\$ \S|^> \S+@\S+ \w/, // scripts of npm and bun
  /^\s*(?:Compiling|Checking|Downloading|Downloaded|Updating|Installing|Building|Finished|Generated) [\w@`]/,
  /^(?:Collecting|Requirement already satisfied|Installing collected|Successfully (?:installed|built)|Building wheels?) ?/,
  /^#\d+ (?:\[|DONE|CACHED|\d)|^Step \d+\/\d+ : /, // docker
  /^(?:\S+ )?(?:[Bb]uilt|[Cc]ompiled|Build (?:success|failed)).* in [\d.]+/,
  /^\* \w+: \d+$|^\d+ issues?[.:]/, // golangci-lint
  /^(?:Found|Checked) \d+ (?:errors?|warnings?|files?)|^✖ \d+ problems?/,
  /Exited with code \d|ERROR task failed|exited with code \d/,
  /^\s*[×⚠✖!i] [A-Z]/, // biome's messages
  /^\s*dist\/\S+ +[\d.]+ k?B/,
)

const searchLine = anyOf(
  /^[^\s:]*[./\w-][^\s:]*:\d+[:-](?!\d\d)/, // path:12:text
  /^[^\s:]+:[^\s:]+:\d+:/, // ref:path:12:text
  /^[^\s:]*\.\w{1,5}-\d+-/, // path.ext-12-context
  /^\d{1,6}[:-](?![\d/])/, // 12:text
  /^--$/,
  /^(?:\.{0,2}\/)?[\w@.-]+(?:\/[\w@.[\]$+-]+)+:(?!\d)/, // path:text
)

const listingLine = anyOf(
  /^[-dlbcps][-rwxsStT]{9}[@+.]? /, // ls -l
  /^total \d+$/,
  /^[\s│|]*(?:├|└|\|--|`--)|^\d+ director/, // tree
  /^(?:\?\?|!!|[MADRCU][ MADRCU]| [MADRCU]) \S/, // git status --short
  /^\t(?:modified|new file|deleted|renamed|both \w+|typechange): |^\t\S+$|^ +\(use "git |^## \S+$/,
  /^(?:On branch|Your branch|Changes (?:not|to be)|Untracked files|nothing to commit|no changes added)/,
  /^ \S.* \| +(?:\d+ ?[+-]*|Bin .*)$|^ (?:create|delete) mode |^ ?rename |^ ?\d+ files? changed/, // git diff --stat
  /^(?:worktree|HEAD|branch|detached)(?: \S+)?$|^[* ] \S+$/, // git worktree, git branch
  /^ [ *+=!t-] .{0,60} -> \S/, // git fetch
  /^(?:- )?(?:\.{0,2}\/|~\/|[A-Z]:\\)?[\w@.+$[\](){}=,~-]+(?:[/\\][\w@.+$[\](){}=,~ -]*)+$/, // a path
  /^\s*(?:- )?[\w@.+-]+(?:\.\w{1,8}|\/)?$/, // a name
  /^Found \d+ files?/,
)

const logLine = anyOf(
  /^(?:[^\t]{1,60}\t){0,3}[^\w\t]?\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d\S*(?: |$)/, // perhaps behind job and step
  /^\[?\d{1,2}:\d\d:\d\d\b/,
  /^[A-Z][a-z]{2} +\d{1,2} \d\d:\d\d:\d\d /, // syslog
  /^\[?(?:INFO|WARN|WARNING|ERROR|DEBUG|TRACE|FATAL|NOTICE|CRITICAL|info|warn|error|debug)\]?[:\s]/,
  /^[IWEF]\d{4} \d\d:\d\d/, // klog
  /\blevel=\w+ |^\S+ - \S+ \[\d\d\/[A-Z]/, // logfmt, nginx
)

const commitLine = /^(?:[*|\\/ ]{1,8})?[0-9a-f]{7,12}\s+\S/
const commitEntry = /^(?:commit [0-9a-f]{7,40}|Author: |Date: |Merge: | {4}\s*\S)/

const markdownLine = anyOf(
  /^#{1,6} \S/,
  /^\s*(?:[-+] |\* |\d{1,3}[.)] )\S/,
  /^\s*```|^> |^---$|^\s*\|.*\|$/,
  /\*\*\S.*\*\*|\]\(\S+\)|`[^`]+`/,
)

const codeLine = anyOf(
  /[{};]$|[([]$|^\s*[)\]}]/,
  /^\s*(?:\/\/|\/\*|\*\/|\* |<!--|#!|"""|'''|#\[|@\w+(?:\(|$))/,
  /^\s*(?:import|export|const|let|var|function|def|class|return|if|elif|else|for|while|switch|case|try|except|catch|with|public|private|protected|static|func|fn|use|package|type|struct|interface|enum|async|await|namespace|using|from|raise|throw|assert|local|echo|expect|print)\b.*(?:[(){}=;:<"']|import )/,
  /^\s*#(?:include|define|ifdef|endif|if)\b/,
  /^\s*[\w.$[\]"']+ (?::=|[+*/|&-]?=) \S/,
  /^\s*[\w.$]+\(.*\)[;,]?$|=> |\) -> /,
  /^\s*<\/?[A-Za-z][\w.-]*(?: [^<>]*)?\/?>?/,
  /^(?:\$|❯|➜|>>>) \S|^package \w+$|^\s*["'][\w@./-]+["'],?$/,
)

const configLine = anyOf(
  /^\s*(?:- )?["']?[\w./@-]+["']?:(?: |$)/,
  /^\s*- \S|^\s*#/,
  /^\s*\[[\w."-]+\]$|^[\w.-]+ ?= ?\S/,
)

const word = String.raw`\p{L}[\p{L}\p{M}'’-]*`
const sentence = new RegExp(
  String.raw`(?:^|[\s("'“])${word}[,;:.!?)…]* ${word}[,;:.!?)…]* ${word}|^.{0,60}${word} ${word}.{0,60}$|^\s*${word}[.!?:]?$|[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]{4}`,
  'u',
)

export const contentDetectors: readonly ContentDetector[] = [
  {
    kind: 'code',
    why: 'a file as agents show it: every line behind its number',
    test: ({ isNumbered }) => isNumbered,
  },
  {
    kind: 'diff',
    why: 'hunks, and lines that begin with plus, minus or a space',
    test: most(
      0.75,
      /^(?:[+\- @\\*]|diff |index |commit |Author: |Date: |(?:new|deleted|old) |similarity |rename )/,
      { mark: hunk },
    ),
  },
  {
    kind: 'log',
    why: 'a JSON object a line, with a time and a level',
    test: most(0.6, /^\{.{0,160}"(?:level|severity|lvl)":/),
  },
  { kind: 'json', why: 'braces, quotes and keys where JSON has them', test: isJson },
  { kind: 'encoded', why: 'for machines: base 64, hex, minified, control characters', test: isEncoded },
  { kind: 'test-run', why: 'lines of test runners', test: most(0.06, testLine, { least: 2 }) },
  {
    kind: 'test-run',
    why: 'ends with the counts of a test runner',
    test: atEnd(anyOf(testSummary, testLine)),
  },
  {
    kind: 'test-run',
    why: 'mostly ticks and crosses',
    test: most(0.5, anyOf(tick, testSummary), { least: 3 }),
  },
  { kind: 'stack-trace', why: 'frames', test: most(0.3, anyOf(frame, errorHead), { mark: frame, least: 2 }) },
  { kind: 'build', why: 'compilers, linters, bundlers, package managers', test: most(0.3, buildLine) },
  { kind: 'search', why: 'path:line:text', test: most(0.6, searchLine, { least: 2 }) },
  { kind: 'log', why: 'lines begin with a time or a level', test: most(0.4, logLine, { least: 2 }) },
  { kind: 'log', why: 'git log, a commit a line', test: most(0.7, commitLine, { least: 2 }) },
  { kind: 'log', why: 'git log in full', test: most(0.8, commitEntry, { mark: /^commit / }) },
  { kind: 'listing', why: 'a file, a name or a path a line', test: most(0.7, listingLine, { least: 3 }) },
  {
    kind: 'html',
    why: 'begins with a tag, as do most lines',
    test: sample => sample.head.startsWith('<') && most(0.6, /^\s*<[/!?A-Za-z]|<\/\w+>$|\/>$/)(sample),
  },
  {
    kind: 'table',
    why: 'cells between bars, tabs or wide gaps',
    test: most(0.7, anyOf(/^\s*[|│+┌├└╭╰].*[|│+┐┤┘╮╯]$/, /^[^\t]+\t[^\t]+\t/, /^\S.* {2,}\S.* {2,}\S/), {
      least: 2,
    }),
  },
  {
    kind: 'code',
    why: 'mostly statements, and nothing of markdown',
    test: sample =>
      most(0.5, codeLine, { least: 2 })(sample) && !most(0.04, /^\s*```|\*\*\S.*\*\*|^#{2,6} \S/)(sample),
  },
  { kind: 'markdown', why: 'headings, lists, fences, bold', test: most(0.25, markdownLine, { least: 2 }) },
  { kind: 'code', why: 'many statements', test: most(0.4, codeLine, { least: 2 }) },
  {
    kind: 'code',
    why: 'settings: key and value a line',
    test: most(0.8, anyOf(configLine, codeLine), { least: 3 }),
  },
  { kind: 'prose', why: 'words', test: most(0.5, sentence) },
]
