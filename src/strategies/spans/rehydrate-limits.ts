/** Limits of the option `rehydrate`, which keeps files that are being edited in the view. */
export interface RehydrateLimits {
  readonly files: number
  readonly tokensPerFile: number
  /** Of all files together. */
  readonly tokens: number
}
