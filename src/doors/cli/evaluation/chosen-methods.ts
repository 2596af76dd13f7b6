/** Which methods to evaluate: every baseline, and of our strategies those that were asked for. */
import { FoveaError } from '../../../errors.ts'
import { strategyOf } from '../../../resolve-options.ts'
import type { Method } from '../../../tools/evaluate/method.ts'
import { methods } from '../../../tools/evaluate/methods/index.ts'

const ours = 'fovea'

/** What a budget gets where nothing else is asked for. */
const byDefault: string = strategyOf({ budget: 1 })

/** `fovea` is the strategy by default, `fovea rules` another. */
function strategyOfMethod({ name }: Method): string {
  return name === ours ? byDefault : name.slice(ours.length + 1)
}

const known: readonly string[] = methods.filter(({ kind }) => kind === 'fovea').map(strategyOfMethod)

export function chosenMethods(strategies: readonly string[] = [byDefault]): readonly Method[] {
  const unknown = strategies.find(name => !known.includes(name))
  if (unknown !== undefined)
    throw new FoveaError(
      'invalid-option',
      `There is no strategy ${JSON.stringify(unknown)}. Known: ${known.join(', ')}.`,
    )
  return methods.filter(method => method.kind !== 'fovea' || strategies.includes(strategyOfMethod(method)))
}
