/** Files that are being edited and stay in the view: how many, and the tokens of each and of all. */
export interface Rehydrated {
  readonly files: number
  readonly tokensPerFile: number
  readonly tokens: number
}
