/** Frames of stack traces: JavaScript, Python, Java, C#, Go, Rust, Ruby, PHP, native; of the project or of a library. */
import type { Fold } from './fold.ts'

/** Where a frame is from: the code that is worked on, or a library, a runtime, a framework. */
type FrameOwner = 'own' | 'library'

/** `needs`: a text that every match contains; most lines do not contain it, and an unused pattern is never compiled. */
const frames: readonly { readonly needs: string; readonly pattern: RegExp }[] = [
  // JavaScript, Java, C#
  {
    needs: 'at ',
    pattern: /[ \t]+at (?:async )?\S.{0,300}(?:[(:]|\.java:|\bin )|[ \t]+at [\w$.<>[\]]{1,300}$/y,
  },
  // Python
  { needs: 'File "', pattern: /[ \t]{0,12}File ".{1,300}", line \d+/y },
  // Go, the place under the function
  { needs: ':', pattern: /\t\S.{0,300}\.(?:go|s):\d+/y },
  // Rust
  { needs: ':', pattern: /[ \t]+\d{1,4}: +\S{1,300}(?:::|$)|[ \t]+at \S{1,300}\.rs:\d+/y },
  // Ruby
  { needs: ':in ', pattern: /[ \t]+from \S{1,300}:\d+:in |[ \t]*\S{1,300}\.rb:\d+:in [`']/y },
  // native, PHP
  { needs: '#', pattern: /#\d{1,4} +(?:0x[0-9a-f]|\S{1,300}\(\d+\)|\{main\})/y },
]

const library = new RegExp(
  [
    'node_modules/|node:internal|\\(node:|at node:|internal/modules|webpack/bootstrap|\\(native\\)|<anonymous>\\)$',
    '(?:site|dist)-packages/|/lib/python\\d|/lib64/python\\d|<frozen |/importlib/',
    'at (?:java|javax|jdk|sun|com\\.sun|kotlin|kotlinx|scala|org\\.(?:junit|apache|springframework|hibernate|gradle|eclipse|mockito)|io\\.netty|reactor|android|dalvik)\\.',
    'at java\\.base/|at jdk\\.internal|at (?:System|Microsoft|Xunit|NUnit)\\.',
    '/usr/local/go/src/|/go/pkg/mod/|/libexec/src/|/go/[\\d.]+/src/|/src/runtime/|/src/testing/testing\\.go',
    '/rustc/|/\\.cargo/registry/|\\d: +(?:<?(?:core|std|alloc|tokio|rust_begin_unwind|__rust|_start|main$)\\b|__libc)',
    '/gems/|/lib/ruby/|<internal:|/vendor/',
  ].join('|'),
)

/** Where the frame in a line is from; `undefined` where the line is not a frame. */
export function frameOwner(line: string): FrameOwner | undefined {
  if (!isFrame(line)) return undefined
  return library.test(line) ? 'library' : 'own'
}

/** Cheap for other lines: each pattern is tried only at the beginning. */
export function isFrame(line: string): boolean {
  const first = line.charCodeAt(0)
  // White space, `#`, `F` of Python, or a path of Ruby.
  if (first !== 0x20 && first !== 0x09 && first !== 0x23 && first !== 0x46 && !line.includes('.rb:'))
    return false
  for (const { needs, pattern } of frames) {
    if (!line.includes(needs)) continue
    pattern.lastIndex = 0
    if (pattern.test(line)) return true
  }
  return false
}

const libraryName =
  /node_modules\/((?:@[\w.-]{1,60}\/)?[\w.-]{1,60})|node:[\w/]{1,60}|(?:site|dist)-packages\/([\w.-]{1,60})|\/gems\/([A-Za-z][\w.-]{0,60})|(?:go\/pkg\/mod|registry\/src)\/([\w.@/-]{1,60})|at ((?:java|javax|jdk|sun|org|com|io|kotlin|System|Microsoft)\.\w{1,40})/

/** The library that a frame belongs to, as far as the frame names it. */
function libraryOf(line: string): string | undefined {
  const found = libraryName.exec(line)
  return found ? (found[1] ?? found[2] ?? found[3] ?? found[4] ?? found[5] ?? found[0]) : undefined
}

const maxNames = 3

/** A fold for one run of library frames; `lineAt` gives the line of an index. */
export function libraryFrames(lineAt: (index: number) => string): Fold {
  return {
    shown: 0,
    value: 'noise',
    say: entries => {
      const names = new Set<string>()
      for (const index of entries) {
        const name = libraryOf(lineAt(index))
        if (name !== undefined) names.add(name)
        if (names.size > maxNames) break
      }
      const shown = [...names].slice(0, maxNames)
      const named = shown.length === 0 ? '' : `: ${shown.join(', ')}${names.size > maxNames ? ', …' : ''}`
      return `    … ${entries.length} library frames${named}`
    },
  }
}
