/** Numbers as places on a drawing, and round numbers on its axes. */

export type Scale = (value: number) => number

export function linearScale(from: readonly [number, number], to: readonly [number, number]): Scale {
  const span = from[1] - from[0]
  return value => (span === 0 ? (to[0] + to[1]) / 2 : to[0] + ((value - from[0]) / span) * (to[1] - to[0]))
}

/** Equal ratios are equally far apart. */
export function ratioScale(from: readonly [number, number], to: readonly [number, number]): Scale {
  const linear = linearScale([Math.log(from[0]), Math.log(from[1])], to)
  return value => linear(Math.log(value))
}

/** Round numbers from 0 to at least `max`, about `count` of them: 0, 50,000, 100,000. */
export function ticksUpTo(max: number, count: number): readonly number[] {
  const rough = Math.max(max, 1) / count
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 2.5, 5].find(factor => factor * power >= rough) ?? 10) * power
  return Array.from({ length: Math.ceil(Math.max(max, 1) / step) + 1 }, (_, index) => index * step)
}

/** A tenth of a pixel is enough. */
export function rounded(value: number): number {
  return Math.round(value * 10) / 10
}
