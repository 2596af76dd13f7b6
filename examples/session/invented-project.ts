/** The invented project `harbor-orders` as the agent sees it: files that can be read, searched, edited and compared. */
import { readdirSync, readFileSync } from 'node:fs'
import { gitDiff } from './unified-diff.ts'

export const projectRoot = '/home/dev/harbor-orders'

/** The files lie here with `.txt` behind their names, so that no compiler or linter takes them for its own. */
const folder = new URL('./project/', import.meta.url)

export class InventedProject {
  readonly #committed: ReadonlyMap<string, string>
  readonly #files: Map<string, string>

  constructor() {
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    const paths = names.filter(name => name.endsWith('.txt')).sort()
    this.#committed = new Map(
      paths.map(path => [path.replace(/\.txt$/, ''), readFileSync(new URL(path, folder), 'utf8')]),
    )
    this.#files = new Map(this.#committed)
  }

  has(path: string): boolean {
    return this.#files.has(path)
  }

  text(path: string): string {
    const text = this.#files.get(path)
    if (text === undefined) throw new Error(`The invented project has no ${path}.`)
    return text
  }

  write(path: string, text: string): void {
    this.#files.set(path, text)
  }

  restore(path: string): void {
    this.#files.set(path, this.#committed.get(path) ?? this.text(path))
  }

  /** What `rg -n` prints: `path:line:text`. */
  search(pattern: RegExp, ...under: readonly string[]): string {
    return [...this.#files.keys()]
      .filter(path => under.some(start => path.startsWith(start)))
      .sort()
      .flatMap(path =>
        this.text(path)
          .split('\n')
          .flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}:${line}`] : [])),
      )
      .join('\n')
  }

  /** What `git diff` prints for files that were committed before. */
  diff(): string {
    return [...this.#committed]
      .filter(([path, text]) => this.text(path) !== text)
      .map(([path, text]) => gitDiff(path, text, this.text(path)))
      .join('\n')
  }

  /** Line and column (1-based) of a `mark` within the one line of a file that contains `source`. */
  place(
    path: string,
    source: string,
    mark: string = source,
  ): { readonly line: number; readonly column: number } {
    const lines = this.text(path).split('\n')
    const matches = lines.flatMap((line, index) => (line.includes(source) ? [index] : []))
    const [match] = matches
    if (match === undefined || matches.length > 1)
      throw new Error(`${matches.length} lines of ${path} contain ${source}.`)
    return { line: match + 1, column: (lines[match]?.indexOf(mark) ?? 0) + 1 }
  }
}
