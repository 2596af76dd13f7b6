/** `--model`: the model whose tokens are counted. An unknown name is more often a typing error than a new model. */
import { Option } from 'commander'
import { optionError } from '../../errors.ts'
import { modelWindowNames, windowOfModel } from '../../settings/model-windows.ts'
import { isKnownModel } from '../../tokens/model-counter.ts'

export function modelOption(description = 'count tokens as this model does'): Option {
  return new Option('-m, --model <name>', description).argParser(knownModel)
}

function knownModel(name: string): string {
  if (isKnownModel(name) || windowOfModel(name) !== undefined) return name
  throw optionError(`--model ${name} is no model that is known; the nearest are ${nearest(name).join(', ')}.`)
}

const shown = 3

function nearest(name: string): readonly string[] {
  const asked = pairsOf(name.slice(0, 100).toLowerCase())
  const likeness = (known: string): number => {
    const pairs = pairsOf(known)
    return (2 * [...pairs].filter(pair => asked.has(pair)).length) / (pairs.size + asked.size)
  }
  return modelWindowNames
    .map(known => ({ known, like: likeness(known) }))
    .sort((one, other) => other.like - one.like)
    .slice(0, shown)
    .map(({ known }) => known)
}

/** All pairs of neighbouring characters. */
function pairsOf(text: string): ReadonlySet<string> {
  return new Set(Array.from({ length: Math.max(0, text.length - 1) }, (_, at) => text.slice(at, at + 2)))
}
