/** What distinguishes a programming language by the beginnings of its lines. */
import type { Lexing } from './lex-lines.ts'

/** How the head of a definition begins. Patterns are sticky and tried at the first visible character of a line. */
export interface HeadRule {
  readonly kind: SignatureKind
  readonly pattern: RegExp
  /** `top`: only without indentation. `member`: only directly inside a type. */
  readonly where?: 'top' | 'member'
}

export interface Language {
  readonly name: LanguageName
  /** Its names at a code fence, and the extensions of its files. */
  readonly endings: readonly string[]
  readonly lexing: Lexing
  /** The first match decides what a line is. */
  readonly rules: () => readonly HeadRule[]
  /** A line before a definition that belongs to it: `@app.route("/")`, `#[derive(Debug)]`. */
  readonly attribute?: RegExp
  /** Lines that only look like heads: `if (…) {` */
  readonly statement?: RegExp
}

export type LanguageName =
  | 'typescript'
  | 'python'
  | 'go'
  | 'rust'
  | 'java'
  | 'csharp'
  | 'cpp'
  | 'ruby'
  | 'php'
  | 'bash'
  | 'css'
  | 'powershell'
  | 'kotlin'
  | 'swift'
  | 'sql'
  | 'settings'
  | 'generic'

/** What kind of name a line of code defines. */
export type SignatureKind =
  /** Brings names in: `import`, `use`, `#include`, `package`. */
  | 'import'
  /** Contains definitions without being one: `namespace`, `mod`. */
  | 'namespace'
  /** A class, interface, struct, enum, trait, type. */
  | 'type'
  | 'function'
  /** A constant, a variable, a setting, a rule of a style sheet. */
  | 'value'
  /** A test and its name. */
  | 'test'

/** Lines `first` to `end` (exclusive), 0-based: the head of a definition, without its body. */
export interface Signature {
  readonly first: number
  readonly end: number
  readonly kind: SignatureKind
}
