/** What was read of a call, kept with its text: most readers ask several times, and again when the history has grown. */
import { rememberedByKey } from '../../tokens/remembered.ts'
import type { ToolCallBlock } from '../../types.ts'

export type NamedCall = Pick<ToolCallBlock, 'name' | 'text'>

/** The same function. It depends on the name and the arguments alone, and no caller changes its answer. */
export function rememberedCall<Value extends NonNullable<unknown>>(
  read: (call: NamedCall) => Value,
  name: string,
): (call: NamedCall) => Value {
  const once = rememberedByKey<Value>({ minLength: 0, name })
  return call =>
    once(
      call.text,
      () => call.name,
      () => read(call),
    )
}
