/** What an agent did, independent of its tools: the same union for every agent. */

/**
 * `ok`: something proves it, such as an exit code of zero. `finished`: it came to an end, and nothing says that it failed.
 * `rejected`: a person refused it, so that it never ran. `unknown`: there is no answer, or it still runs.
 * Only commands are `finished` or `rejected`; of other tools an answer that is no error is proof.
 */
export type Outcome = 'ok' | 'finished' | 'failed' | 'rejected' | 'unknown'

export type TodoState = 'pending' | 'active' | 'done' | 'cancelled'

export interface TodoItem {
  readonly text: string
  readonly state: TodoState
  /** Where the agent numbers its items and refers to one of them alone. */
  readonly id?: string
}

export type Action = { readonly outcome: Outcome } & (
  | { readonly type: 'read'; readonly path: string }
  | { readonly type: 'create'; readonly path: string; readonly isDirectory?: true }
  | { readonly type: 'modify'; readonly path: string }
  | { readonly type: 'delete'; readonly path: string; readonly mayBeDirectory?: true }
  | { readonly type: 'move'; readonly path: string; readonly to: string }
  | { readonly type: 'run'; readonly command: string; readonly exitCode?: number }
  | { readonly type: 'search'; readonly query: string; readonly path?: string }
  | { readonly type: 'list'; readonly path: string }
  | { readonly type: 'fetch'; readonly url: string }
  /** The whole list as it is after the call, or the one item that the call refers to. */
  | { readonly type: 'todo'; readonly items: readonly TodoItem[]; readonly isWhole: boolean }
  | { readonly type: 'ask'; readonly question: string }
  | { readonly type: 'delegate'; readonly task: string }
)

/** An action before anything is known of its outcome. */
export type Intent = Action extends infer One ? (One extends Action ? Omit<One, 'outcome'> : never) : never

/** What a tool answered. */
export interface CallResult {
  readonly text: string
  readonly isError?: boolean | undefined
}

export interface LocatedAnswer extends CallResult {
  /** Where its first part is. */
  readonly message: number
  readonly block: number
}
