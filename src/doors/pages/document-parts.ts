/** A page of sentences, figures, charts and tables as data: the parts of all our pages. */

export interface PageDocument {
  readonly page: 'document'
  /** A line above the headline: the kind of page, its subject and its start. */
  readonly eyebrow: string
  readonly headline: string
  readonly lead: readonly string[]
  readonly parts: readonly DocumentPart[]
  readonly footer?: string
  /** For a served page: the addresses of its events and of its new contents. */
  readonly follow?: { readonly events: string; readonly data: string }
}

/** Text, names in code type, and links to pages of the same server. */
export type RichText = string | readonly (string | RichPart)[]
export type RichPart = { readonly code: string } | { readonly link: string; readonly text: string }

export type DocumentPart =
  | DocumentSection
  | FoldedPart
  | TextPart
  | ListPart
  | DefinitionsPart
  | FiguresPart
  | TablePart
  | LinesPart
  | BarsPart
  | CoursePart
  | StacksPart

export interface DocumentSection {
  readonly type: 'section'
  readonly title: string
  readonly lead?: string
  readonly parts: readonly DocumentPart[]
  /** One of several of its kind, such as a session: it has a smaller title. */
  readonly isOneOfMany?: true
}

export interface FoldedPart {
  readonly type: 'folded'
  readonly title: string
  readonly parts: readonly DocumentPart[]
}

interface TextPart {
  readonly type: 'text'
  readonly text: RichText
  readonly isNote?: true
}

interface ListPart {
  readonly type: 'list'
  readonly items: readonly RichText[]
  readonly isNumbered?: true
}

export interface DefinitionsPart {
  readonly type: 'definitions'
  readonly items: readonly (readonly [word: string, meaning: string])[]
}

export interface FiguresPart {
  readonly type: 'figures'
  readonly figures: readonly { readonly name: string; readonly value: string; readonly note: string }[]
}

export interface TablePart {
  readonly type: 'table'
  readonly title: string
  /** The title is that of the section, and is only for screen readers. */
  readonly isTitled?: true
  readonly columns: readonly TableColumn[]
  readonly rows: readonly TableRow[]
  readonly notes: readonly string[]
}

export interface TableColumn {
  readonly name: string
  /** A column of text is aligned left; numbers are aligned right. */
  readonly isText?: true
  /** An explanation, in a sentence. */
  readonly help?: string
}

interface TableRow {
  readonly cells: readonly RichText[]
  readonly isOurs?: boolean
}

/** The colour of a line or a bar: ours, the agent's own, another package's, or a baseline. */
export type Ink = 'ours' | 'vendor' | 'peer' | 'baseline'

/** A line for each method over budgets, which get tighter from left to right. */
export interface LinesPart {
  readonly type: 'lines'
  readonly title: string
  /** The same in words, for screen readers. */
  readonly describe: string
  readonly caption?: string
  readonly axis: string
  readonly shares: readonly { readonly share: number; readonly name: string }[]
  readonly lines: readonly ChartLine[]
}

export interface ChartLine {
  readonly name: string
  readonly ink: Ink
  /** Lines of one ink differ by their dashes. */
  readonly dash: number
  readonly points: readonly ChartPoint[]
  /** The label at the end of the line. */
  readonly label: string
}

interface ChartPoint {
  readonly share: number
  /** From 0 to 1. */
  readonly value: number
  /** Drawn hollow: the view was larger than the budget. */
  readonly isOver: boolean
  readonly tooltip: string
}

/** A bar for each entry, the longest first. */
export interface BarsPart {
  readonly type: 'bars'
  readonly title: string
  readonly describe: string
  readonly caption?: string
  readonly bars: readonly ChartBar[]
}

interface ChartBar {
  readonly name: string
  readonly ink: Ink
  /** From 0 to 1. */
  readonly value: number
  readonly label: string
  readonly tooltip: string
}

/** One or two quantities over time, with the space between them shaded. */
export interface CoursePart {
  readonly type: 'course'
  readonly title: string
  readonly describe: string
  readonly series: readonly CourseSeries[]
  readonly marks: readonly CourseMark[]
  /** The labels at the left and the right end of the axis. */
  readonly ends: readonly [string, string]
}

export interface CourseSeries {
  readonly name: string
  readonly ink: Ink
  readonly points: readonly (readonly [place: number, value: number])[]
}

export interface CourseMark {
  readonly place: number
  /** `line`: across the drawing, with its number if it has one. `point`: a small triangle below it. */
  readonly kind: 'line' | 'point'
  readonly number?: number
  readonly tooltip: string
}

/** A bar for each step, made of several parts. */
export interface StacksPart {
  readonly type: 'stacks'
  readonly title: string
  readonly describe: string
  readonly parts: readonly { readonly name: string; readonly ink: Ink }[]
  readonly stacks: readonly (readonly number[])[]
}
