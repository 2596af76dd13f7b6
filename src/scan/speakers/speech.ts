/** The author of a part of a text that is sent as the user's. */
import type { CarrierKind } from '../actions/instruction-carriers.ts'
import type { Span } from '../span.ts'

export type Speech = Span &
  (
    | {
        /**
         * `typed`: a person's own words. `program`: reminders, hook and command output, files that were attached.
         * `quotedAgent`: words of another agent, or of this one. `retyped`: a person stopped the agent before it said anything,
         * and repeated the request.
         */
        readonly kind: 'typed' | 'program' | 'quotedAgent' | 'retyped'
      }
    /** `isOurs`: a view of ours holds it, with the rules verbatim. */
    | { readonly kind: 'summary'; readonly isOurs?: true }
    /** A person sent it and did not write it here. `isTask`: it is the whole of the first message. */
    | { readonly kind: 'pasted'; readonly isTask?: true }
    /** What a person typed to start a command. `hasPrompt`: it speaks to the agent, not to its program alone. */
    | {
        readonly kind: 'command'
        readonly name: Span
        readonly arguments?: Span
        readonly hasPrompt: boolean
      }
    | ({ readonly kind: 'instructions' } & Instructing)
  )

/** Instructions that a program added: files, the environment, the prompt of a command or a skill. */
interface Instructing {
  /** Versions of the same instructions have one name; of those the latest is in force. */
  readonly name: string
  readonly carrier: CarrierKind
  /** False for the prompt of a command or a skill whose turn is over. */
  readonly isInForce: boolean
}

export type SpeechKind = Speech['kind']
