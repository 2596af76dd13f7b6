/** What was read of a call, kept with its text: most readers ask several times, and again when the history has grown. */
import { remembered } from '../../tokens/remembered.ts'
import type { ToolCallBlock } from '../../types.ts'

export type NamedCall = Pick<ToolCallBlock, 'name' | 'text'>

/** The same function. It depends on the name and the arguments alone, and nobody changes its answer. */
export function rememberedCall<Value extends NonNullable<unknown>>(
  read: (call: NamedCall) => Value,
  name: string,
): (call: NamedCall) => Value {
  const byName = remembered(() => new Map<string, Value>(), { shortest: 0, name })
  return call => {
    const values = byName(call.text)
    const known = values.get(call.name)
    if (known !== undefined) return known
    const value = read(call)
    values.set(call.name, value)
    return value
  }
}
