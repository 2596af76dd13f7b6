/** The hash of a text that most of a history's readers ask for: computed once while the text is remembered. */
import { hashText } from './hash.ts'
import { remembered } from './remembered.ts'

export const textHash: (text: string) => string = remembered(hashText, { name: 'hash' })
