/** A bar for each method, longest first, with its number at its end. */
import { element, type Markup } from '../../../pages/html.ts'
import { linearScale } from '../../../pages/scale.ts'
import { percent } from '../report-numbers.ts'

export interface BarChart {
  readonly title: string
  readonly describe: string
  readonly bars: readonly Bar[]
}

export interface Bar {
  readonly name: string
  readonly style: string
  readonly value: number
  readonly tell: string
}

const width = 760
const barLeft = 150
const barRight = 690
const rowHeight = 30
const barHeight = 14

export function barChart({ title, describe, bars }: BarChart): Markup {
  const x = linearScale([0, 1], [barLeft, barRight])
  const rows = bars.toSorted((one, other) => other.value - one.value)
  return element(
    'svg',
    { viewBox: `0 0 ${width} ${rows.length * rowHeight + 8}`, role: 'img', class: 'chart' },
    element('title', {}, title),
    element('desc', {}, describe),
    rows.map(({ name, style, value, tell }, index) => {
      const top = index * rowHeight + 8
      const middle = top + barHeight / 2 + 4
      return element(
        'g',
        { class: `bar ${style}`, 'data-method': name },
        element('title', {}, tell),
        element('text', { x: barLeft - 12, y: middle, 'text-anchor': 'end' }, name),
        element('rect', {
          class: 'rail',
          x: barLeft,
          y: top,
          width: barRight - barLeft,
          height: barHeight,
          rx: 3,
        }),
        element('rect', {
          class: 'filled',
          x: barLeft,
          y: top,
          width: x(Math.min(1, value)) - barLeft,
          height: barHeight,
          rx: 3,
        }),
        element('text', { x: barRight + 12, y: middle }, percent(value)),
      )
    }),
  )
}
