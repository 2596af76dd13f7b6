/** Stands in for `src/measure/measure.ts`: what it returns throws when somebody changes it. */
import * as plain from '../../src/measure/measure.ts'

export const measure: typeof plain.measure = (messages, context) =>
  deepFreeze(plain.measure(messages, context))

export const withFacts: typeof plain.withFacts = (block, facts) => deepFreeze(plain.withFacts(block, facts))

function deepFreeze<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  Object.freeze(value)
  for (const { value: part } of Object.values(Object.getOwnPropertyDescriptors(value))) deepFreeze(part)
  return value
}
