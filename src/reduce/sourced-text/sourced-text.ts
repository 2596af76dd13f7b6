/** A text and its source, with what several kinds of content need to recognise it, each computed once. */
import type { ContentKind, Role } from '../../types.ts'
import { frameValue } from '../pieces/output-frame.ts'
import { type Program, readPrograms } from './command-programs.ts'
import { sampleLines } from './sample-lines.ts'

export class SourcedText {
  readonly text: string
  readonly source: ContentSource
  #lines: readonly string[] | undefined
  #ownLines: readonly string[] | undefined
  #programs: readonly Program[] | undefined

  constructor(text: string, source: ContentSource) {
    this.text = text
    this.source = source
  }

  /** Lines of its head, middle and tail. */
  get lines(): readonly string[] {
    this.#lines ??= sampleLines(this.text)
    return this.#lines
  }

  /** The same without what the shell or the agent adds around an output. */
  get ownLines(): readonly string[] {
    this.#ownLines ??= this.lines.filter(line => frameValue(line) === undefined)
    return this.#ownLines
  }

  /** The programs of the command that printed it. */
  get programs(): readonly Program[] {
    this.#programs ??= readPrograms(this.source.command ?? '')
    return this.#programs
  }

  /** Whether the command runs a program with this name and these first arguments: `go test ./...`. */
  runs(pattern: RegExp): boolean {
    return this.programs.some(({ begins }) => pattern.test(begins))
  }
}

/** The source of a text, as far as the conversation shows it. */
export interface ContentSource {
  readonly role: Role
  readonly kind: ContentKind
  /** The tool that was called: `Bash`, `Read`, `exec_command` … */
  readonly tool?: string | undefined
  /** The shell command that printed it. */
  readonly command?: string | undefined
  /** The file or address that it shows. */
  readonly path?: string | undefined
  readonly isError?: boolean | undefined
}
