/** Checks a document and its options before any processing. */
import { checkedCounter } from '../../settings/checked-counter.ts'
import { checkedList, invalidOption, text } from '../../settings/invalid-option.ts'
import { checkNames, type OptionNames } from '../../settings/option-names.ts'
import type { TokenCounter } from '../../types.ts'

/** Throws `invalid-option`. */
export function checkDocument(document: string, options: CountedOptions, names: OptionNames): void {
  text('The document', document)
  checkCounted(options, names)
}

interface CountedOptions {
  readonly counter?: TokenCounter
}

/** Throws `invalid-option`. */
export function checkCounted(options: CountedOptions, names: OptionNames): void {
  checkNames(options, names)
  const { counter } = options
  if (typeof counter === 'string')
    throw invalidOption('counter', counter, `an object with count(text), such as modelCounter("${counter}")`)
  checkedCounter(counter)
}

/** Throws `invalid-option` if one of the values is unknown. */
export function checkChosen<Value extends string>(
  option: string,
  values: readonly Value[] | undefined,
  known: readonly Value[],
): void {
  if (values === undefined) return
  checkedList(option, values, `one of ${known.join(', ')}`, value =>
    (known as readonly unknown[]).includes(value),
  )
}
