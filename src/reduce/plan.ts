/** Measured blocks, and the plan that says what becomes of each. Internal. */
import type { Classification, ClassifierMode } from '../models/model.ts'
import type { Span } from '../scan/span.ts'
import type { Settings } from '../settings/settings.ts'
import type { Block, ContentKind, ReducerName, Role, StrategyName, Target } from '../types.ts'
import type { TextSegments, TextSource } from './reducer.ts'

/** One block with everything the planner needs to know about it. */
export interface Measured {
  readonly message: number
  readonly block: number
  /** Who speaks. A tool's answer is the tool's, whichever role carries it. */
  readonly role: Role
  readonly type: Block['type']
  /** How many assistant messages follow; 0 is the newest step. Distance in steps, never in hours. */
  readonly age: number
  readonly tokens: number
  /** Characters of the text, in UTF-16 units; 0 for opaque blocks. */
  readonly length: number
  /** SHA-256 of the text, in hex; absent for opaque blocks. */
  readonly hash?: string | undefined
  readonly kind: ContentKind
  /** The tool that was called or that answered. */
  readonly tool?: string | undefined
  /** Holds something shaped like a credential. */
  readonly secret: boolean
  /** An edit can reach it. */
  readonly editable: boolean
  /** Already represents a stored original. */
  readonly compressed: boolean
  /** Names the handle of what it represents, and so differs from every other view. */
  readonly hasHandle: boolean
  readonly replacesMessages?: true | undefined
  /** A text of an earlier round names it as what stays visible. */
  readonly isReferenceTarget: boolean
  /** The caller pinned its message. */
  readonly pinned: boolean
  /** What of it are instructions in force, which stay to the letter. */
  readonly instructions?: Instructions | undefined
  /** The caller's pattern that it matches. */
  readonly pattern?: string | undefined
  /** What only the strategy at work needs to know. */
  readonly facts?: BlockFacts | undefined
  /** Where a tool's answer came from; noted for the strategies that ask. */
  readonly source?: TextSource | undefined
  /** What a tool's answer shows, as one name: `file src/a.ts`; noted for the strategies that ask. */
  readonly origin?: string | undefined
}

/** Stretches of a text that an agent's program put there for the agent to follow: CLAUDE.md, rules, the environment. */
export interface Instructions {
  readonly stretches: readonly InstructionStretch[]
  /** Only white space is around them. */
  readonly isAll: boolean
  /** The agent opened the file itself, and can do so again. */
  readonly isRead?: true
  /** That file, where lines around its text can name it. */
  readonly path?: string
  /** The budget has no room for them: their rules stay within this many tokens, with a handle. */
  readonly maxTokens?: number
}

interface InstructionStretch extends Span {
  /** The file that it is from, as far as it is known. */
  readonly file?: string
}

/** What a strategy notes of a block for itself; reducers read no more of it than this. */
export interface BlockFacts {
  /** What the text is made of, in order and without gaps, where it was read for that. */
  readonly segments?: TextSegments | undefined
  /** A program wrote the text, whichever role carries it. */
  readonly isPrinted?: boolean
}

export type Decision = Target & { readonly reason: string } & (
    | { readonly action: 'keep' }
    | { readonly action: 'reduce'; readonly reducer: ReducerName; readonly tokens: number }
    /** The text gives way to a line about another one, which stays visible. */
    | {
        readonly action: 'reference'
        readonly reducer: ReducerName
        readonly to: Target
        readonly detail?: ReferenceDetail
      }
    /** The message is merged into the one before it, which starts the group. */
    | { readonly action: 'merge'; readonly into: Target }
  )

/** How near the other text is, or what word of it corrects this one. */
export type ReferenceDetail = { readonly similarity: number } | { readonly signal: string }

/** Plain JSON: one decision for every block, in order. */
export interface Plan {
  readonly strategy: StrategyName
  readonly decisions: readonly Decision[]
  /** What a classifier may decide; absent where there is none. */
  readonly inDoubt?: readonly Target[]
}

type PlanOption = 'preserve' | 'recencyWindow' | 'minBlockTokens' | 'dedup' | 'budget' | 'own'

export interface PlanSettings extends Pick<Settings, PlanOption> {
  /** Whether what was compressed before may be compressed further, as a budget may demand. */
  readonly allowRecompress: boolean
  /** Absent where the rules decide alone. */
  readonly byClassifier?: Classifying | undefined
  /** The budget is out of reach: a text that cannot be made as short as planned is made as short as it can be. */
  readonly atFloor?: boolean
}

/** Whom a plan may ask, and what has been answered so far, by the hash of the text. */
export interface Classifying {
  readonly mode: ClassifierMode
  readonly answers: ReadonlyMap<string, Classification>
}
