/** Compilers, linters and bundlers: every error, the first warnings of each rule, the rest counted with their places. */
import { holdsForMost } from '../../scan/holds-for-most.ts'
import { buildLine } from '../../scan/kind/content-lines.ts'
import { minShare } from '../../scan/kind/kind-tests.ts'
import { wordSet } from '../../scan/vocabulary/word-set.ts'
import { addToList } from '../../tokens/add-to-list.ts'
import { type Fold, foldedPieces, type LineDraft } from '../pieces/fold.ts'
import { frameValue, prefixLength } from '../pieces/output-frame.ts'
import { severityOf } from '../pieces/severity.ts'
import { ShapeFolds } from '../pieces/shape-folds.ts'
import { buildProgram } from '../sourced-text/check-programs.ts'
import type { SourcedText } from '../sourced-text/sourced-text.ts'
import { buildRole, type Diagnostic, diagnosticAt, isBuildLine, placeAt } from './build/diagnostic.ts'
import type { Content, ContentSource, Piece, PieceValue } from './content.ts'
import { installProgram } from './package-manager.ts'

export const build: Content = {
  name: 'build',
  // Compilers, linters, bundlers, package managers.
  detect: minShare(0.3, buildLine),
  fits,
  pieces,
}

/** Certain kinds, unless a build printed them. */
const otherKinds = wordSet('json code markdown diff html encoded listing search table')

function fits(sourced: SourcedText): boolean {
  const {
    lines: sample,
    source: { kind },
  } = sourced
  const isKnown = sourced.runs(buildProgram)
  if (!isKnown && (otherKinds.has(kind) || sourced.runs(installProgram))) return false
  if (isKnown && kind === 'json') return false
  const share = isKnown || kind === 'build' ? 0.02 : 0.5
  return holdsForMost(sample, Math.max(1, sample.length * share), line => {
    const from = prefixLength(line)
    return isBuildLine(line, from) || diagnosticAt(line, from) !== undefined
  })
}

function pieces(text: string, _source: ContentSource): readonly Piece[] {
  return foldedPieces(new BuildReader(text.split('\n')).read())
}

/** Maximum number of warnings of one rule that are shown. */
const shownWarnings = 3
/** Maximum number of places in a statement. */
const maxPlaces = 12
/** Lines below a diagnostic that are worth showing: the code and a hint. */
const nearLines = 6

interface Place {
  readonly file: string
  readonly line: string
}

/** A line with only the path of the file whose diagnostics follow. */
const fileLine = /^(?:\.{0,2}\/|[A-Za-z]:\\|[\w@.-]+[/\\])[^\s:]{1,300}\.\w{1,12}$/
/** What follows a diagnostic: code after its number, a mark, a hint, anything indented. */
const detail = /^(?:\s|\d+(?: *[|│]| {1,8}\S)|[|│^~]|= |note:|help:|hint:|╰|├|\S{1,300}:\d+: note: )/
/** Details of a diagnostic below its head: `  × Use const instead.`, `  ⚠ …`, `  = help: …` */
const message = /^\s*(?:[×✖✘⚠!] \S|= \w|(?:help|note|hint): )/
const mild = /^\s*[⚠!i] \S/

/** Reads the output of a build in order and rates each line. */
class BuildReader {
  readonly #lines: readonly string[]
  readonly #drafts: LineDraft[] = []
  readonly #shapes = new ShapeFolds()
  readonly #rules = new Map<string, Fold>()
  readonly #places = new Map<number, Place>()
  readonly #assets: Fold = {
    shown: 3,
    value: 'plain',
    say: entries => `… ${entries.length} more output files`,
  }
  /** The file named on a separate line, and that line. */
  #file: string | undefined
  #fileLine: number | undefined
  /** The diagnostic that the following lines belong to. */
  #head: number | undefined

  constructor(lines: readonly string[]) {
    this.#lines = lines
  }

  read(): readonly LineDraft[] {
    for (const [index, line] of this.#lines.entries()) this.#drafts.push(this.#draft(line, index))
    return this.#drafts
  }

  #draft(text: string, index: number): LineDraft {
    const from = prefixLength(text)
    const bare = from === 0 ? text : text.slice(from)
    const frame = frameValue(text)
    if (frame !== undefined) return this.#leave({ text, value: frame })
    if (bare.trim() === '') return this.#blank(text)
    const role = buildRole(text, from)
    if (role === 'total') return this.#leave({ text, value: 'key' })
    const found = diagnosticAt(text, from, this.#file)
    if (found !== undefined) return this.#diagnostic(text, index, found)
    if (this.#head !== undefined && (detail.test(bare) || this.#isLong()))
      return this.#detail(text, from, index)
    if (fileLine.test(bare)) {
      this.#leave({ text, value: 'useful' })
      this.#file = bare
      this.#fileLine = index
      return { text, value: 'useful' }
    }
    return this.#leave(this.#other(text, bare, role))
  }

  #leave(draft: LineDraft): LineDraft {
    this.#head = undefined
    return draft
  }

  /** Linters that show much code leave blank lines inside a diagnostic. */
  #blank(text: string): LineDraft {
    const above = this.#head === undefined ? undefined : this.#drafts[this.#head]
    return { text, value: 'noise', fold: above?.fold, isPart: above?.fold !== undefined }
  }

  /** Whether the diagnostic is followed by code without indentation, as golangci-lint shows it. */
  #isLong(): boolean {
    const head = this.#head === undefined ? undefined : this.#drafts[this.#head]
    return head !== undefined && /\((?:dupl|\w+)\)$/.test(head.text.trimEnd()) && head.value === 'key'
  }

  #diagnostic(text: string, index: number, found: Diagnostic): LineDraft {
    this.#head = index
    this.#places.set(index, found)
    const under = found.file === this.#file ? this.#fileLine : undefined
    if (found.severity === 'error' && !this.#isMild(index)) return { text, value: 'key', under }
    return { text, value: 'key', under, fold: this.#ruleFold(found.rule) }
  }

  /** Some linters write the severity below the place. */
  #isMild(index: number): boolean {
    if (!/━{3}/.test(this.#lines[index] ?? '')) return false
    return mild.test(this.#lines[index + 1] ?? '') || mild.test(this.#lines[index + 2] ?? '')
  }

  #ruleFold(rule: string): Fold {
    const known = this.#rules.get(rule)
    if (known !== undefined) return known
    const named = rule === '' || rule.length > 60 ? 'like this' : rule
    const fold: Fold = {
      shown: shownWarnings,
      value: 'key',
      say: entries => `… ${entries.length} more ${named}${this.#placesOf(entries)}`,
    }
    this.#rules.set(rule, fold)
    return fold
  }

  /** `: src/a.ts:3,17, src/b.ts:4 and 12 more places` */
  #placesOf(entries: readonly number[]): string {
    const files = new Map<string, string[]>()
    let named = 0
    for (const entry of entries) {
      const place = this.#places.get(entry)
      if (place === undefined || place.file === '' || named === maxPlaces) continue
      named += 1
      addToList(files, place.file, place.line)
    }
    if (named === 0) return ''
    const shown = [...files].map(([file, rows]) => `${file}:${rows.join(',')}`).join(', ')
    return `: ${shown}${entries.length > named ? ` and ${entries.length - named} more places` : ''}`
  }

  #detail(text: string, from: number, index: number): LineDraft {
    const head = this.#head ?? index
    const above = this.#drafts[head]
    const place = placeAt(text, from)
    if (place !== undefined && this.#places.get(head)?.file === '') this.#places.set(head, place)
    const isSerious = above?.fold === undefined
    const value: PieceValue =
      place !== undefined || message.test(text.slice(from))
        ? 'key'
        : isSerious && index - head <= nearLines
          ? 'useful'
          : 'plain'
    return { text, value, under: head, fold: above?.fold, isPart: !isSerious }
  }

  #other(text: string, bare: string, role: ReturnType<typeof buildRole>): LineDraft {
    if (role === 'asset') return { text, value: 'plain', fold: this.#assets }
    const severity = severityOf(bare)
    if (severity !== undefined) return { text, value: 'key', fold: this.#shapes.ofLine(bare, severity) }
    if (role === 'progress') return { text, value: 'noise' }
    if (role === 'command') return { text, value: 'useful' }
    return { text, value: 'plain', fold: this.#shapes.ofLine(bare, undefined) }
  }
}
