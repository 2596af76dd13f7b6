/** How each method is drawn: one colour for ours, one for the agent's own, one for other packages, grey for the rest. */
import type { MethodInfo, MethodKind } from '../../../tools/evaluate/report.ts'
import type { Ink } from '../../pages/document-parts.ts'

const inks: Readonly<Record<MethodKind, Ink>> = {
  fovea: 'ours',
  vendor: 'vendor',
  peer: 'peer',
  baseline: 'baseline',
  ceiling: 'baseline',
}

export function inkOf({ kind }: MethodInfo): Ink {
  return inks[kind]
}

/** Numbers of dash patterns in the style sheet; dots mark the ceiling. */
const dashes = [0, 1, 3, 4]
const dots = 2

/** Methods of one colour differ by their dashes. */
export function dashesOf(methods: readonly MethodInfo[]): ReadonlyMap<string, number> {
  const seen = new Map<MethodKind, number>()
  return new Map(
    methods.map(({ name, kind }) => {
      const count = seen.get(kind) ?? 0
      seen.set(kind, count + 1)
      return [name, kind === 'ceiling' ? dots : (dashes[count % dashes.length] ?? 0)]
    }),
  )
}
