/** What was given and what was sent, request by request, with the difference shaded. */
import { element, type Markup, rounded } from '../../pages/html.ts'
import { linearScale, type Scale, ticksUpTo } from '../../pages/scale.ts'
import { shortNumber } from '../../pages/short-number.ts'

export interface TwoLines {
  readonly title: string
  readonly points: readonly { readonly given: number; readonly sent: number; readonly isMarked: boolean }[]
}

const width = 760
const plot = { left: 60, right: 690, top: 20, bottom: 220 }

export function twoLineChart({ title, points }: TwoLines): Markup {
  const most = points.reduce((peak, { given, sent }) => Math.max(peak, given, sent), 0)
  const ticks = ticksUpTo(most, 4)
  const x = linearScale([0, Math.max(1, points.length - 1)], [plot.left, plot.right])
  const y = linearScale([0, ticks.at(-1) ?? 1], [plot.bottom, plot.top])
  const lineOf = (key: 'given' | 'sent'): readonly string[] =>
    points.map((point, index) => `${rounded(x(index))},${rounded(y(point[key]))}`)
  const end = points.at(-1) ?? { given: 0, sent: 0 }
  return element(
    'svg',
    { viewBox: `0 0 ${width} ${plot.bottom + 34}`, role: 'img', class: 'chart' },
    element('title', {}, title),
    element(
      'desc',
      {},
      `Over ${points.length} requests; at the end ${shortNumber(end.given)} given, ${shortNumber(end.sent)} sent.`,
    ),
    ticks.map(tick => axisTick(tick, y)),
    element('path', {
      class: 'saved-area',
      d: `M${lineOf('given').join(' L')} L${lineOf('sent').toReversed().join(' L')} Z`,
    }),
    points.map(({ isMarked }, index) =>
      isMarked
        ? element('line', { class: 'epoch', x1: x(index), x2: x(index), y1: plot.top, y2: plot.bottom })
        : undefined,
    ),
    drawn('given', lineOf('given'), end, y),
    drawn('sent', lineOf('sent'), end, y),
    element('text', { class: 'axis-text', x: plot.left, y: plot.bottom + 26 }, 'older'),
    element(
      'text',
      { class: 'axis-text', x: plot.right, y: plot.bottom + 26, 'text-anchor': 'end' },
      'newest',
    ),
  )
}

/** Labels keep apart where the lines end together. */
function drawn(
  key: 'given' | 'sent',
  line: readonly string[],
  end: { readonly given: number; readonly sent: number },
  y: Scale,
): Markup {
  const [upper, lower] = [Math.min(y(end.given), y(end.sent)), Math.max(y(end.given), y(end.sent))]
  const spread = Math.max(0, 22 - (lower - upper)) / 2
  const isUpper = key === 'given' ? y(end.given) <= y(end.sent) : y(end.sent) < y(end.given)
  const place = isUpper ? upper - spread : lower + spread
  return element(
    'g',
    { class: `series ${key}` },
    element('path', { d: `M${line.join(' L')}` }),
    element('text', { x: plot.right + 8, y: place + 4 }, key),
  )
}

function axisTick(tick: number, y: Scale): Markup {
  return element(
    'g',
    { class: 'axis' },
    element('line', { class: 'grid', x1: plot.left, x2: plot.right, y1: y(tick), y2: y(tick) }),
    element('text', { x: plot.left - 8, y: y(tick) + 4, 'text-anchor': 'end' }, shortNumber(tick)),
  )
}
