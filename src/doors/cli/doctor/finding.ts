/** One thing that was looked at. */

export interface Finding {
  /** `note`: not wrong, and good to know. */
  readonly state: 'ok' | 'note' | 'wrong'
  readonly about: string
  readonly sentence: string
}
