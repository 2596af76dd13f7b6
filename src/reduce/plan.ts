/** Measured blocks, and the plan with a decision for each. Internal. */
import type { Classification, ClassifierMode } from '../models/model.ts'
import type { Span } from '../scan/span.ts'
import type { Settings } from '../settings/settings.ts'
import type { Block, ContentKind, ReducerName, Role, StrategyName, Target } from '../types.ts'
import type { TextSegments, TextSource } from './reducer.ts'

/** One block with everything that a strategy needs to know about it. */
export interface Measured {
  readonly message: number
  readonly block: number
  /** The author. A tool result belongs to the tool, whichever role carries it. */
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
  /** Contains something shaped like a credential. */
  readonly secret: boolean
  /** An edit can reach it. */
  readonly editable: boolean
  /** Already represents a stored original. */
  readonly compressed: boolean
  /** Names the handle of what it represents, and so differs from every other view. */
  readonly hasHandle: boolean
  readonly replacesMessages?: true | undefined
  /** Only what a program printed, in a user's message. */
  readonly isPrinted?: true | undefined
  /** A text of an earlier round refers to it as visible. */
  readonly isReferenceTarget: boolean
  /** The caller pinned its message. */
  readonly pinned: boolean
  /** Its parts that are instructions in force, which stay verbatim. */
  readonly instructions?: Instructions | undefined
  /** The caller's pattern that it matches. */
  readonly pattern?: string | undefined
  /** Facts that only the current strategy needs. */
  readonly facts?: BlockFacts | undefined
  /** The source of a tool result; set for the strategies that use it. */
  readonly source?: TextSource | undefined
  /** An identifier of what a tool result shows: `file src/a.ts`; set for the strategies that use it. */
  readonly origin?: string | undefined
}

/** Parts of a text that an agent's program inserted for the agent to follow: CLAUDE.md, rules, the environment. */
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
  /** The prompt of a command or a skill, in the turn that carries it out. */
  readonly isPrompt?: true
}

/** Facts of a strategy about a block; reducers read only these fields. */
export interface BlockFacts {
  /** The parts of the text, in order and without gaps, if it was read for that. */
  readonly segments?: TextSegments | undefined
  /** A program wrote the text, whichever role carries it. */
  readonly isPrinted?: boolean
}

export type Decision = Target & { readonly reason: string } & (
    | { readonly action: 'keep' }
    | {
        readonly action: 'reduce'
        readonly reducer: ReducerName
        readonly tokens: number
        /** Only these parts of the text, which is not all of it. */
        readonly within?: readonly Span[]
      }
    /** The text is replaced by a line about another one, which stays visible. */
    | {
        readonly action: 'reference'
        readonly reducer: ReducerName
        readonly to: Target
        readonly detail?: ReferenceDetail
      }
    /** The message is merged into the one before it, which starts the group. */
    | { readonly action: 'merge'; readonly into: Target }
  )

/** How similar the other text is, or which word of it corrects this one. */
export type ReferenceDetail = { readonly similarity: number } | { readonly signal: string }

/** Plain JSON: one decision for every block, in order. */
export interface Plan {
  readonly strategy: StrategyName
  readonly decisions: readonly Decision[]
}

type PlanOption = 'preserve' | 'recencyWindow' | 'minBlockTokens' | 'dedup' | 'budget' | 'own'

export interface PlanSettings extends Pick<Settings, PlanOption> {
  /** Whether compressed texts may be compressed further, as a budget may require. */
  readonly allowRecompress: boolean
  /** Absent where the rules decide alone. */
  readonly byClassifier?: Classifying | undefined
  /** The budget cannot be met: a text that cannot be made as short as planned is made as short as possible. */
  readonly atFloor?: boolean
}

/** The mode of the classifier, and its answers so far, by the hash of the text. */
export interface Classifying {
  readonly mode: ClassifierMode
  readonly answers: ReadonlyMap<string, Classification>
}
