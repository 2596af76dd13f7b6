/** How lines of tool output give away what printed them, as data. Lines are short when they come here. */
import type { ContentKind } from '../types.ts'

export interface KindMark {
  readonly kind: ContentKind
  /** Lines that only this kind of content has. */
  readonly line: RegExp
  /** How large a share of the lines must be such lines, and how many at least. */
  readonly share: number
  readonly least: number
  readonly why: string
}

/** In order: the first mark that fits decides. */
export const kindMarks: readonly KindMark[] = [
  {
    kind: 'diff',
    line: /^(?:[-+ ].*|@@ -\d+(?:,\d+)? \+\d+.*|diff --git .*|index [0-9a-f]{7,}\.\..*|(?:---|\+\+\+) .*|(?:new|deleted) file mode .*|similarity index .*|rename (?:from|to) .*|\\ No newline.*)$/,
    share: 0.7,
    least: 4,
    why: 'git diff, git show, patch: only with a hunk header, see `kindNeeds`',
  },
  {
    kind: 'test-run',
    line: /^\s*(?:=== (?:RUN|PAUSE|CONT|NAME)\b|--- (?:PASS|FAIL|SKIP): |(?:ok|FAIL|\?)\s+\S+\s+(?:[\d.]+s$|[\d.]+s\s|\(cached\)|\[(?:no test files|build failed|setup failed)|coverage:)|(?:ok|not ok) \d+ |\((?:pass|fail|skip|todo)\) |[✓✔✗✘×√✕○↓] \S|(?:PASS|FAIL|RUNS)\s+\S+\.\w+|\S+::\S+ (?:PASSED|FAILED|SKIPPED|ERROR|XFAIL)|\S+\.(?:py|rb) [.FEsxX]+(?:\s|$)|(?:PASSED|FAILED|ERROR) \S+::|test \S+ \.\.\. (?:ok|FAILED|ignored|bench)|test result: |running \d+ tests?$|=+ .*\b\d+ (?:passed|failed|errors?)\b.*=+$|(?:Tests?|Test (?:Suites|Files)|Suites|Snapshots|Assertions):?\s+\d+ (?:passed|failed|skipped|total)|\s*\d+ (?:pass|fail|passing|failing|pending)\b|Ran \d+ tests? |Tests run: \d+|\d+ examples?, \d+ failures?|OK \(\d+ tests?|expect\(\)|bun test v\d|=+ test session starts =+|PASS$|FAIL$)/,
    share: 0.25,
    least: 2,
    why: 'go test, bun, jest, vitest, mocha, pytest, cargo test, TAP, JUnit, RSpec',
  },
  {
    kind: 'stack-trace',
    line: /^\s*(?:Traceback \(most recent call last\):|File ".{1,200}", line \d+|at \S.{0,200}[:(]\d+(?::\d+)?\)?$|at (?:new |async )?[\w$.<>[\] ]{1,100} \(.{1,200}\)$|(?:Caused by|Exception in thread|Suppressed): ?.*|\.\.\. \d+ (?:more|frames).*|goroutine \d+ \[.*|\S+\.go:\d+ \+0x[0-9a-f]+|thread '.*' panicked at.*|\d+: 0x[0-9a-f]+ - .*|from \S+:\d+:in .*|#\d+ 0x[0-9a-f]+ in .*)/,
    share: 0.35,
    least: 3,
    why: 'Python, JavaScript, Java, Go, Rust, Ruby, gdb',
  },
  {
    kind: 'build',
    line: /^\s*(?:[^\s:()]{1,200}[:(]\d+[:,]\d+\)?: \S|\d+:\d+\s+(?:error|warning)\s|(?:error|warning|note|help)(?:\[\w+\])?: \S|--> \S+:\d+:\d+|\S+\.\w{1,5}(?::\d+:\d+)? (?:lint|format|parse|organizeImports|assist)\S*\s.*━|[×✖] \S.*|make(?:\[\d+\])?: |\[\d+\/\d+\] \S|(?:Compiling|Checking|Finished|Downloaded|Building|Linking) \S|#\d+ (?:\[|\d|DONE|CACHED|ERROR)|asset \S+ [\d.]+ |dist\/\S+\s+[\d.]+ [kKM]i?B|(?:CLI|ESM|CJS|DTS|IIFE) .*|vite v\d|✓ (?:built|\d+ modules)|transforming|rendering chunks|computing gzip|Build (?:success|failed|completed).*|BUILD (?:SUCCESSFUL|FAILED).*|> Task :\S|\[(?:INFO|ERROR|WARNING)\] .*(?:BUILD|Compil|---).*|webpack \S+ compiled|Found \d+ errors?|Checked \d+ files?|\d+ issues?(?:[.:]|$)|(?:error|warning) TS\d+|# \S+\/\S+|\$ (?:bun|npm|pnpm|yarn|tsc|tsup|vite|biome|eslint|cargo|go|make|mise)\b.*|> \S+@\S+ \S+|npm (?:warn|ERR!|error|notice) |Exited with code \d+|(?:added|removed|changed|up to date).{0,60}packages?.*)/,
    share: 0.3,
    least: 1,
    why: 'compilers, linters, bundlers, package managers',
  },
  {
    kind: 'search',
    line: /^(?:[^\s:][^:]{0,200}[:-]\d+[:-]|\d+[:-]|[\w@.-]*[/.][\w@./-]{0,200}:\S|--$)/,
    share: 0.6,
    least: 2,
    why: 'grep -n, rg, git grep: path, line number, content',
  },
  {
    kind: 'log',
    line: /^(?:\[?\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d|\[?\d\d:\d\d:\d\d\b|[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d |\[?(?:INFO|WARN|WARNING|ERROR|DEBUG|TRACE|FATAL|NOTICE)\b[\]:| ]|(?:time|ts|level|timestamp)=\S|\S+ - \S+ \[\d\d\/[A-Z][a-z]{2}\/\d{4}|[IWEF]\d{4} \d\d:\d\d|commit [0-9a-f]{40}|(?:Author|AuthorDate|Commit|CommitDate|Date|Merge): .*)/,
    share: 0.3,
    least: 3,
    why: 'time stamps and levels; git log',
  },
  {
    kind: 'listing',
    line: /^\s*(?:[-dlcbps][-rwxsStT]{9}[@+.]?\s+\d+ |total \d+|[│├└ ]{0,80}[├└](?:──|--)|(?:\.{0,2}\/|~\/)\S*$|[\w@.+-]+(?:\/[\w@.+ -]*)+\/?$|[\w@.+-]+\.[A-Za-z]\w{0,7}$|[ MADRCUT?!]{1,2} +[^\s=:(){}]+$|(?:modified|new file|deleted|renamed|both modified):\s+\S|\S.{0,200} \|\s+(?:\d+ ?[-+]*|Bin .*)$|[\d.]+[KMGTB]?\t\S+$|\d+ \S*[/.]\S*$|(?:On branch|Changes (?:not staged|to be committed)|Untracked files|Your branch|nothing to commit).*|\d+ files? changed.*|(?:create|delete) mode \d+ .*|\d+ directories, \d+ files|[* ] [\w./-]+$|[0-9a-f]{7,40} \S.*|Found \d+ files?.*)/,
    share: 0.7,
    least: 2,
    why: 'ls, find, tree, git status, git log --oneline, diff --stat, wc, du',
  },
]
