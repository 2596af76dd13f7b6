/** What lines of each kind of content look like, tool by tool. */
import { anyChecker } from '../checks/index.ts'

/**
 * One pattern of many, tried at the beginning of a line only: a line that fits none costs little.
 * Lines have a bounded length, so no pattern can cost much.
 */
function lineOf(...patterns: readonly RegExp[]): RegExp {
  return new RegExp(patterns.map(({ source }) => source).join('|'), 'y')
}

export const diffLine: RegExp = lineOf(
  /[+\- @\\]/,
  /diff |index |(?:new|deleted|old) (?:file )?mode |similarity |rename |\*\*\* /,
  /commit [0-9a-f]|Author: |Date: /, // git log -p
)
export const hunkLine: RegExp = lineOf(/@@ -\d|diff --git |\*\*\* (?:Update|Add|Delete) File: /)

export const jsonLogLine: RegExp = lineOf(/\{.{0,160}"(?:level|severity|lvl)":/)

export const testLine: RegExp = anyChecker('line', 'y')
export const testSummary: RegExp = anyChecker('summary', 'y')
export const tickLine: RegExp = lineOf(/\s*[✓✔✗✘×√] \S/)

export const frameLine: RegExp = lineOf(
  /\s+at (?:async )?\S.*[(:]/, // JavaScript, Java, C#
  /\s*File ".+", line \d+/, // Python
  /goroutine \d+ \[|\t\S+\.go:\d+/, // Go
  /\s+\d+: +\S+::\S|\s+at \S+\.rs:\d+/, // Rust
  /\s*from \S+:\d+:in /, // Ruby
  /#\d+ +(?:0x|\S+\(\d+\))/, // C, PHP
)
/** Several patterns where one of them is asked for by itself as well: it is compiled once. */
export const traceLine: readonly RegExp[] = [
  frameLine,
  lineOf(
    /Traceback \(most recent|Caused by: |panic: |thread '.+' panicked|stack backtrace:/,
    /[\w.]*(?:Error|Exception)\b/,
  ),
]

export const buildLine: RegExp = lineOf(
  // tsc, msbuild; gcc, go, golangci-lint, biome; most lines fail the short test at the start
  /(?=\S*?[:(]\d)(?:[^\s:()]+\(\d+,\d+\): (?:error|warning)|[^\s:]+\.\w+:\d+:(?:\d+:? (?:- )?\S| (?:error|warning|note|fatal)))/,
  /\s+\d+:\d+ +(?:error|warning) {2}/, // eslint
  /(?:error|warning)(?:\[\w+\])?: |\s+--> \S+:\d+/, // rust
  / *[\d ]*[+-]? ?│ (?! *[│├└])| *\d+ *\| | {2,}\||\s+\^[~^-]*(?: |$)/, // the code that a linter shows
  /(?:\S+ +){1,5}━{5}|\s*[×⚠✖!i] [A-Z]/, // biome
  /(?:make|ninja)(?:\[\d+\])?: |\[ *\d+%\] |\[\d+\/\d+\] /,
  /npm (?:ERR!|WARN|error|warn|notice) |(?:added|removed|changed|audited|up to date,?) .*packages? /,
  /\s*(?:CLI|ESM|CJS|DTS) \S|\s*dist\/\S+ +[\d.]+ k?B/, // tsup, vite
  /\$ \S|> \S+@\S+ \w|> Task :\S|BUILD (?:SUCCESSFUL|FAILED)/, // scripts of npm and bun, gradle
  /\s*(?:Compiling|Checking|Downloading|Downloaded|Updating|Installing|Building|Finished|Generated) [\w@`]/,
  /(?:Collecting|Requirement already satisfied|Successfully (?:installed|built))\b/, // pip
  /#\d+ (?:\[internal|\[\S* ?\d+\/\d+\]|DONE|CACHED|\d+\.)|Step \d+\/\d+ : /, // docker
  /(?:\S+ )?(?:[Bb]uilt|[Cc]ompiled|Build (?:success|failed)).* in [\d.]+/,
  /\* \w+: \d+$|\d+ issues?[.:]/, // golangci-lint
  /Found \d+ (?:errors?|warnings?)|Checked \d+ files?|✖ \d+ problems?/,
  /(?:error: script .*)?[Ee]xited with code \d|ERROR task failed/,
)

export const searchLine: RegExp = lineOf(
  /(?=\S*?:\d)[^\s:]+:(?:\d+[:-](?!\d\d)|[^\s:]+:\d+:)/, // path:12:text, ref:path:12:text
  /[^\s:]*\.\w{1,5}-\d+-/, // path.ext-12-context
  /\d{1,6}[:-](?![\d/])/, // 12:text
  /--$/,
  /(?:\.{0,2}\/)?[\w@.-]+(?:\/[\w@.[\]$+-]+)+:(?!\d)/, // path:text
)

export const listingLine: RegExp = lineOf(
  /[-dlbcps][-rwxsStT]{9}[@+.]? |total \d+$/, // ls -l
  /[\s│|]*(?:├|└|\|--|`--)|\d+ director/, // tree
  /(?:\?\?|!!|[MADRCU][ MADRCU]| [MADRCU]) \S|## \S+$/, // git status --short
  /\t(?:modified|new file|deleted|renamed|both \w+|typechange): |\t[\w.][^\s"'(){};]*$| +\(use "git /,
  /(?:On branch|Your branch|Changes (?:not|to be)|Untracked files|nothing to commit|no changes added)/,
  / \S.* \| +(?:\d+ ?[+-]*|Bin .*)$| (?:create|delete) mode | ?rename | ?\d+ files? changed/, // git diff --stat
  /(?:worktree|HEAD|branch|detached)(?: \S+)?$|[* ] \S+$/, // git worktree, git branch
  / [ *+=!t-] .{0,60} -> \S/, // git fetch
  /(?:[-MADR] )?(?:\.{0,2}\/|~\/|[A-Z]:\\)?[\w@.+$[\](){}=,~-]+(?:[/\\][\w@.+$[\](){}=,~ -]*)+$/, // a path
  /\s*(?:- )?[\w@.+-]+(?:\.\w{1,8}|\/)?$/, // a name
  /\s*[\d.]+[KMGT]?\s+\S*[./]\S*$/, // wc, du
  /Found \d+ files?/,
)

export const logLine: RegExp = lineOf(
  /(?:[^\t]{1,60}\t){0,3}[^\w\t]?\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d\S*(?: |$)/, // perhaps behind job and step
  /\[?\d{1,2}:\d\d:\d\d\b/,
  /[A-Z][a-z]{2} +\d{1,2} \d\d:\d\d:\d\d /, // syslog
  /\[?(?:INFO|WARN|WARNING|ERROR|DEBUG|TRACE|FATAL|NOTICE|CRITICAL|info|warn|error|debug)\]?[:\s]/,
  /[IWEF]\d{4} \d\d:\d\d/, // klog
  /(?:\w+=\S+ )*level=\w+ |\S+ - \S+ \[\d\d\/[A-Z]/, // logfmt, nginx
)
export const commitLine: RegExp = lineOf(/(?:[*|\\/ ]{1,8})?[0-9a-f]{7,12}\s+\S/)
export const commitHead: RegExp = lineOf(/commit [0-9a-f]{7,40}\b/)
export const commitEntry: readonly RegExp[] = [commitHead, lineOf(/Author: |Date: |Merge: | {4}\s*\S/)]

export const tagLine: RegExp = lineOf(/\s*<[/!?A-Za-z]|.*<\/\w+>$|.*\/>$/)

export const tableLine: RegExp = lineOf(
  /\s*[|│+┌├└╭╰].*[|│+┐┤┘╮╯]$/,
  /[^\t]+\t[^\t]+\t/,
  /\S.*? {2,}\S.*? {2,}\S/,
)

/** Bold words and `code` are at home in prose, too. */
export const markdownMark: RegExp = lineOf(/\s*(?:#{1,6} |```|[-*+] |\d{1,3}[.)] |\|.*\|$)/)
export const markdownLine: readonly RegExp[] = [
  markdownMark,
  lineOf(/> |---$|.*(?:\*\*\S|\]\(\S+\)|`[^`]+`)/),
]
/** What no language but markdown has. */
export const markdownOnly: RegExp = lineOf(/\s*```|#{2,6} \S|.*\*\*\S.*\*\*/)

export const codeLine: RegExp = lineOf(
  /\s*(?:[)\]}]|\/\/|\/\*|\*\/|\* |<!--|#!|"""|'''|#\[|@\w+(?:\(|$))/,
  /\s*#(?:include|define|ifdef|endif|if)\b|package \w+$|\s*["'][\w@./-]+["'],?$/,
  /\s*(?:import|export|const|let|var|function|def|class|return|if|elif|else|for|while|switch|case|try|except|catch|with|public|private|protected|static|func|fn|use|package|type|struct|interface|enum|async|await|namespace|using|from|raise|throw|assert|local|echo|expect|print|SELECT|INSERT|UPDATE|CREATE|ALTER)(?!\w).*(?:[(){}=;:<"']|import )/,
  /\s*[\w.$[\]"']+ (?::=|[+*/|&-]?=) \S|\s*[\w.$]+\(.*\)[;,]?$/,
  /\s*<\/?[A-Za-z][\w.-]*[ />]|(?:\$|❯|➜|>>>) \S/,
  /.*(?:[{};([]$|=> |\) -> )/,
)
export const settingLine: readonly RegExp[] = [
  codeLine,
  lineOf(/\s*(?:- )?["']?[\w./@-]+["']?:(?: |$)|\s*- \S|\s*#/, /\s*\[[\w."-]+\]$|[\w.-]+ ?= ?\S/),
]

const letter = String.raw`[A-Za-z\u00c0-\u1fff\u2c00-\ud7ff]`
const word = `${letter}(?:['’-]?${letter})*`
/** Three words in a row, a line of one or two, or a run of Chinese, Japanese or Korean. */
export const wordsLine: RegExp = new RegExp(
  String.raw`(?:^|[\s("'\u201c])${word}[,;:.!?)\u2026]{0,2} ${word}[,;:.!?)\u2026]{0,2} ${letter}|^\W{0,4}${word}(?:[,:.]? ${word})?[.!?:\u2026]{0,3}$|[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]{4}`,
)
