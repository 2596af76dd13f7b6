/** A text said in fewer tokens with nothing left out, where its kind of content has a way: rows as a table, paths by folder. */
import { rememberedByKey } from '../tokens/remembered.ts'
import { contentOf, knownContents } from './content/index.ts'
import { firstSmaller, type ReduceInput, type Reducer, type Shorten } from './reducer.ts'

export const losslessForm: Reducer = {
  name: 'lossless-form',
  loss: 'lossless',
  read: (input: ReduceInput): Shorten => {
    // An edit may have to quote a file.
    const form = input.source?.path === undefined ? exactForm(input) : undefined
    return firstSmaller(input, form === undefined ? [] : [() => form])
  },
}

const formOnce = rememberedByKey<{ readonly form: string | undefined }>()

function exactForm({ text, role, kind, source }: ReduceInput): string | undefined {
  const keyOf = (): string => JSON.stringify([knownContents(), role, kind, source])
  return formOnce(text, keyOf, () => {
    const { lossless } = contentOf(text, { ...source, role, kind })
    const form = lossless?.encode(text)
    return { form: form !== undefined && lossless?.decode(form) === text ? form : undefined }
  }).form
}
