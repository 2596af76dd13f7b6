/** A line for each method over the budgets, each named where it ends. */
import { element, type Markup, rounded } from '../../../pages/html.ts'
import { linearScale, ratioScale, type Scale } from '../../../pages/scale.ts'
import { budgetText, percent } from '../report-numbers.ts'

export interface LineChart {
  readonly title: string
  readonly describe: string
  /** Budgets, largest first: they run from left to right, ever tighter. */
  readonly shares: readonly number[]
  readonly lines: readonly ChartLine[]
}

export interface ChartLine {
  readonly name: string
  /** How it is drawn: a class of the style sheet. */
  readonly style: string
  readonly points: readonly ChartPoint[]
  /** What is where it ends. */
  readonly label: string
}

export interface ChartPoint {
  readonly share: number
  readonly value: number
  /** Drawn hollow: the view was larger than the budget. */
  readonly isOver: boolean
  /** What to say when it is pointed at. */
  readonly tell: string
}

const width = 760
const left = 52
const top = 14
const labelGap = 18
const axisHeight = 52
/** Pixels of an average letter at the size of the labels, and around them. */
const letter = 7.6
const around = 26
const minPlot = 320

/** Where the plot ends; to the right of it are the labels. */
interface Corner {
  readonly right: number
  readonly bottom: number
}

export function lineChart({ title, describe, shares, lines }: LineChart): Markup {
  const longest = lines.reduce((most, { label }) => Math.max(most, label.length), 0)
  const right = Math.max(left + minPlot, width - around - letter * longest)
  const bottom = top + Math.max(290, labelGap * lines.length)
  const x = ratioScale([shares[0] ?? 1, shares.at(-1) ?? 1], [left + 18, right - 18])
  const y = linearScale([0, 1], [bottom, top])
  return element(
    'svg',
    { viewBox: `0 0 ${width} ${bottom + axisHeight}`, role: 'img', class: 'chart' },
    element('title', {}, title),
    element('desc', {}, describe),
    valueAxis(y, right),
    shareAxis(shares, x, { right, bottom }),
    lines.map(line => drawnLine(line, x, y)),
    endLabels(lines, x, y, { right, bottom }),
  )
}

function valueAxis(y: Scale, right: number): readonly Markup[] {
  return [0, 0.25, 0.5, 0.75, 1].map(value =>
    element(
      'g',
      { class: 'axis' },
      element('line', { class: 'grid', x1: left, x2: right, y1: y(value), y2: y(value) }),
      element('text', { x: left - 8, y: y(value) + 4, 'text-anchor': 'end' }, percent(value)),
    ),
  )
}

function shareAxis(shares: readonly number[], x: Scale, { right, bottom }: Corner): Markup {
  return element(
    'g',
    { class: 'axis' },
    shares.map(share =>
      element('text', { x: x(share), y: bottom + 20, 'text-anchor': 'middle' }, budgetText(share)),
    ),
    element(
      'text',
      { class: 'axis-title', x: (left + right) / 2, y: bottom + 42, 'text-anchor': 'middle' },
      shares.length > 1 ? 'budget, as a share of the history’s tokens: tighter to the right →' : 'budget',
    ),
  )
}

function drawnLine({ points, style, name }: ChartLine, x: Scale, y: Scale): Markup {
  const path = points.map(({ share, value }) => `${rounded(x(share))},${rounded(y(value))}`).join(' ')
  return element(
    'g',
    { class: `line ${style}`, 'data-method': name },
    points.length > 1 ? element('polyline', { points: path }) : undefined,
    points.map(({ share, value, isOver, tell }) =>
      element(
        'g',
        {},
        element('title', {}, tell),
        element('circle', { class: isOver ? 'point over' : 'point', cx: x(share), cy: y(value), r: 4 }),
        element('circle', { class: 'target', cx: x(share), cy: y(value), r: 11 }),
      ),
    ),
  )
}

function endLabels(
  lines: readonly ChartLine[],
  x: Scale,
  y: Scale,
  { right, bottom }: Corner,
): readonly Markup[] {
  const ends = lines.flatMap(line => {
    const end = line.points.at(-1)
    return end === undefined ? [] : [{ line, end }]
  })
  const places = spreadLabels(
    ends.map(({ end }) => y(end.value)),
    labelGap,
    top,
    bottom,
  )
  return ends.map(({ line, end }, index) => {
    const place = places[index] as number
    const from = x(end.share) + 6
    return element(
      'g',
      { class: `label ${line.style}` },
      element('line', { class: 'leader', x1: from, x2: right + 8, y1: y(end.value), y2: place }),
      element('text', { x: right + 14, y: place + 4 }, line.label),
    )
  })
}

/**
 * The places in the order of `wanted`, at least `gap` apart and inside `from` … `to`.
 * Where there is no room for all, they are from `from` on at that distance.
 */
export function spreadLabels(
  wanted: readonly number[],
  gap: number,
  from: number,
  to: number,
): readonly number[] {
  const order = wanted.map((_, index) => index).sort((one, other) => at(wanted, one) - at(wanted, other))
  const places = new Array<number>(wanted.length).fill(from)
  let lowest = from
  for (const index of order) {
    places[index] = Math.max(lowest, at(wanted, index))
    lowest = at(places, index) + gap
  }
  let highest = to
  for (const index of order.toReversed()) {
    places[index] = Math.min(highest, at(places, index))
    highest = at(places, index) - gap
  }
  // Pushed out above: there are more than fit, and all move down together.
  const first = order[0]
  const excess = first === undefined ? 0 : Math.max(0, from - at(places, first))
  return places.map(place => place + excess)
}

function at(values: readonly number[], index: number): number {
  return values[index] as number
}
