/** The kind of a text by a bounded sample of it: a huge text costs no more than a page. */
import { sampleOf } from '../../scan/kind/content-sample.ts'
import { rememberedByKey } from '../../tokens/remembered.ts'
import type { ContentKind } from '../../types.ts'
import { contents, knownContents } from './content-of.ts'

const kindOnce = rememberedByKey<ContentKind>({ name: 'kind' })

export function contentKind(text: string): ContentKind {
  return kindOnce(text, knownContents, () => readKind(text))
}

function readKind(text: string): ContentKind {
  const sample = sampleOf(text)
  if (sample.lines.length === 0) return 'other'
  return currentDetectors().find(({ test }) => test(sample))?.name ?? 'other'
}

type Ranked = ReturnType<typeof rankedDetectors>
let made: { readonly count: number; readonly first: object | undefined; readonly ranked: Ranked } | undefined

/** Made by the first use, since the list is not complete while modules are loaded, and again where a kind was added in front. */
function currentDetectors(): Ranked {
  const { length: count } = contents
  const [first] = contents
  if (made?.count !== count || made.first !== first) made = { count, first, ranked: rankedDetectors() }
  return made.ranked
}

function rankedDetectors() {
  return contents
    .flatMap(({ name, detectors = [] }) => detectors.map(({ rank, test }) => ({ rank, test, name })))
    .sort((one, other) => one.rank - other.rank)
}
