/** How each method is drawn: one colour for ours, one for the agent's own, one for other packages, grey for the rest. */
import type { MethodInfo, MethodKind } from '../../../../tools/evaluate/report.ts'

const colours: Readonly<Record<MethodKind, string>> = {
  fovea: 'ours',
  vendor: 'vendor',
  peer: 'peer',
  baseline: 'baseline',
  ceiling: 'ceiling',
}

/** Methods of one colour differ by their dashes; dots mark the ceiling. */
const dashes = ['', ' dash-1', ' dash-3', ' dash-4']

export function methodStyles(methods: readonly MethodInfo[]): ReadonlyMap<string, string> {
  const seen = new Map<MethodKind, number>()
  return new Map(
    methods.map(({ name, kind }) => {
      const count = seen.get(kind) ?? 0
      seen.set(kind, count + 1)
      const dash = kind === 'ceiling' ? ' dash-2' : dashes[count % dashes.length]
      return [name, `${colours[kind]}${dash}`]
    }),
  )
}
