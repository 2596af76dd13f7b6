/** What a line of code that names something is: the contract between those who find signatures and those who show them. */

export type SignatureKind =
  /** Brings names in: `import`, `use`, `#include`, `package`. */
  | 'import'
  /** Holds definitions and is none: `namespace`, `mod`. */
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
