/** The input of each request by where it came from: read from the cache, written to it, or neither. */
import type { Usage } from '../../../session/session.ts'
import { element, type Markup } from '../../pages/html.ts'
import { linearScale, ticksUpTo } from '../../pages/scale.ts'
import { shortNumber } from '../../pages/short-number.ts'

const width = 760
const plot = { left: 60, right: 744, top: 20, bottom: 190 }

const parts = ['cached', 'written', 'fresh'] as const
const partNames = { cached: 'read from the cache', written: 'written to it', fresh: 'neither' }

export function cacheChart(usages: readonly Usage[]): readonly Markup[] {
  const ticks = ticksUpTo(
    usages.reduce((most, { inputTokens }) => Math.max(most, inputTokens), 0),
    3,
  )
  const y = linearScale([0, ticks.at(-1) ?? 1], [plot.bottom, plot.top])
  const slot = Math.min(28, (plot.right - plot.left) / usages.length)
  const drawing = element(
    'svg',
    { viewBox: `0 0 ${width} ${plot.bottom + 12}`, role: 'img', class: 'chart' },
    element('title', {}, 'Input tokens by request: cached, written, neither'),
    ticks.map(tick =>
      element(
        'g',
        { class: 'axis' },
        element('line', { class: 'grid', x1: plot.left, x2: plot.right, y1: y(tick), y2: y(tick) }),
        element('text', { x: plot.left - 8, y: y(tick) + 4, 'text-anchor': 'end' }, shortNumber(tick)),
      ),
    ),
    usages.map((usage, index) => {
      const counts = countsOf(usage)
      let height = 0
      return element(
        'g',
        { class: 'stack' },
        element('title', {}, parts.map(part => `${shortNumber(counts[part])} ${partNames[part]}`).join(', ')),
        parts.map(part => {
          const [from, to] = [y(height), y(height + counts[part])]
          height += counts[part]
          return element('rect', {
            class: part,
            x: plot.left + index * slot + slot * 0.15,
            y: to,
            width: slot * 0.7,
            height: from - to,
          })
        }),
      )
    }),
  )
  return [drawing, legend()]
}

function countsOf({
  inputTokens,
  cachedTokens = 0,
  writtenTokens = 0,
}: Usage): Record<(typeof parts)[number], number> {
  return {
    cached: cachedTokens,
    written: writtenTokens,
    fresh: Math.max(0, inputTokens - cachedTokens - writtenTokens),
  }
}

function legend(): Markup {
  return element(
    'ul',
    { class: 'legend' },
    parts.map(part =>
      element(
        'li',
        {},
        element(
          'svg',
          { viewBox: '0 0 12 12', class: 'stack', 'aria-hidden': 'true' },
          element('rect', { class: part, width: 12, height: 12, rx: 2 }),
        ),
        partNames[part],
      ),
    ),
  )
}
