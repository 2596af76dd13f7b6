/** What an agent did, told without its tools: the same union for every agent. */

/** `unknown`: nothing says how it ended. */
export type Outcome = 'ok' | 'failed' | 'unknown'

export type TodoState = 'pending' | 'active' | 'done' | 'cancelled'

export interface TodoItem {
  readonly text: string
  readonly state: TodoState
  /** Where the agent numbers its items and speaks of one of them alone. */
  readonly id?: string
}

export type Action = { readonly outcome: Outcome } & (
  | { readonly type: 'read'; readonly path: string }
  | { readonly type: 'create'; readonly path: string; readonly isDirectory?: true }
  | { readonly type: 'modify'; readonly path: string }
  | { readonly type: 'delete'; readonly path: string }
  | { readonly type: 'move'; readonly path: string; readonly to: string }
  | { readonly type: 'run'; readonly command: string; readonly exitCode?: number }
  | { readonly type: 'search'; readonly query: string; readonly path?: string }
  | { readonly type: 'list'; readonly path: string }
  | { readonly type: 'fetch'; readonly url: string }
  /** The whole list as it stands after the call, or the one item that the call speaks of. */
  | { readonly type: 'todo'; readonly items: readonly TodoItem[]; readonly isWhole: boolean }
  | { readonly type: 'ask'; readonly question: string }
  | { readonly type: 'delegate'; readonly task: string }
)

export type ActionType = Action['type']

/** An action before anything is known of its outcome. */
export type Intent = Action extends infer One ? (One extends Action ? Omit<One, 'outcome'> : never) : never

/** What a tool answered. */
export interface CallResult {
  readonly text: string
  readonly isError?: boolean | undefined
}
