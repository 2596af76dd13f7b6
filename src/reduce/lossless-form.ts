/** A lossless form of a text in fewer tokens, where its kind of content has one: rows as a table, paths by folder. */
import { rememberedByKey } from '../tokens/remembered.ts'
import { contentReader, knownReaders } from './content/index.ts'
import { firstSmaller, type ReduceInput, type Reducer, type Shorten } from './reducer.ts'

export const losslessForm: Reducer = {
  name: 'lossless-form',
  loss: 'lossless',
  read: (input: ReduceInput): Shorten => {
    // Files stay exact: an edit may have to quote them.
    const form = input.source?.path === undefined ? exactForm(input) : undefined
    return firstSmaller(input, form === undefined ? [] : [() => form])
  },
}

const formOnce = rememberedByKey<{ readonly form: string | undefined }>()

function exactForm({ text, role, kind, source }: ReduceInput): string | undefined {
  const keyOf = (): string => JSON.stringify([knownReaders(), role, kind, source])
  return formOnce(text, keyOf, () => {
    const { lossless } = contentReader(text, { ...source, role, kind })
    const form = lossless?.encode(text)
    return { form: form !== undefined && lossless?.decode(form) === text ? form : undefined }
  }).form
}
