/** A text said in fewer tokens with nothing left out, where its kind of content has a way: rows as a table, paths by folder. */
import type { ReduceInput, Reducer, Shorten } from '../types.ts'
import { contentOf } from './content/content-of.ts'
import { firstSmaller } from './first-smaller.ts'

export const losslessForm: Reducer = {
  name: 'lossless-form',
  loss: 'lossless',
  read: (input: ReduceInput): Shorten => {
    const { text, role, kind } = input
    const { lossless } = contentOf(text, { ...input.source, role, kind })
    const form = lossless?.encode(text)
    const isExact = form !== undefined && lossless?.decode(form) === text
    return firstSmaller(input, isExact ? [() => form] : [])
  },
}
