/** How full the context was over a session, with its compactions numbered. */
import type { TranscriptSummary } from '../../../../tools/evaluate/report.ts'
import { element, type Markup, rounded } from '../../../pages/html.ts'
import { linearScale, type Scale, ticksUpTo } from '../../../pages/scale.ts'
import { shortNumber } from '../../../pages/short-number.ts'
import { formatNumber } from '../../text-table.ts'

const width = 760
const plot = { left: 52, right: 744 }
const height = 150
const axisHeight = 40
const badge = 9

export function contextChart(session: TranscriptSummary): Markup {
  const { context, compactions, name } = session
  const last = context.at(-1)?.message ?? 0
  const most = context.reduce((peak, { tokens }) => Math.max(peak, tokens), 0)
  const ticks = ticksUpTo(most, 3)
  const x = linearScale([0, Math.max(1, last)], [plot.left, plot.right])
  const rows = badgeRows(compactions.map(({ at }) => x(at)))
  const top = (Math.max(-1, ...rows) + 1) * (2 * badge + 3) + 10
  const bottom = top + height
  const y = linearScale([0, ticks.at(-1) ?? 1], [bottom, top])
  return element(
    'svg',
    { viewBox: `0 0 ${width} ${bottom + axisHeight}`, role: 'img', class: 'chart' },
    element('title', {}, `Tokens in front of the model over the session ${name}`),
    element(
      'desc',
      {},
      `It grows to ${formatNumber(most)} tokens over ${formatNumber(session.messages)} messages; compactions: ${compactions.map(({ at }) => `before message ${formatNumber(at)}`).join(', ') || 'none'}.`,
    ),
    ticks.map(tick => tokenTick(tick, y)),
    element('path', {
      class: 'filling',
      d: `${pathOf(session, x, y)} L${rounded(x(last))},${rounded(bottom)} L${rounded(plot.left)},${rounded(bottom)} Z`,
    }),
    element('path', { class: 'context', d: pathOf(session, x, y) }),
    session.cuts.map(({ at, needs, deepNeeds }) =>
      element(
        'g',
        { class: 'cut' },
        element(
          'title',
          {},
          `Cut before message ${formatNumber(at)}: ${needs} needs, ${deepNeeds} from far back`,
        ),
        element('path', { d: `M${rounded(x(at))},${rounded(bottom)} l-5,9 h10 Z` }),
      ),
    ),
    compactions.map((compaction, index) =>
      compactionMark(
        { ...compaction, number: index + 1 },
        x(compaction.at),
        (rows[index] ?? 0) * (2 * badge + 3) + badge + 1,
        bottom,
      ),
    ),
    element('text', { class: 'axis-text', x: plot.left, y: bottom + 28 }, 'message 0'),
    element(
      'text',
      { class: 'axis-text', x: plot.right, y: bottom + 28, 'text-anchor': 'end' },
      formatNumber(last),
    ),
  )
}

/** From point to point, straight down where the context was emptied. */
function pathOf({ context, compactions }: TranscriptSummary, x: Scale, y: Scale): string {
  const emptied = new Set(compactions.map(({ at }) => at))
  return context
    .map(({ message, tokens }, index) => {
      const [place, level] = [rounded(x(message)), rounded(y(tokens))]
      if (index === 0) return `M${place},${level}`
      const before = context[index - 1]
      return emptied.has(message) && before !== undefined
        ? `L${place},${rounded(y(before.tokens))} L${place},${level}`
        : `L${place},${level}`
    })
    .join(' ')
}

/** Numbers that would overlap go to further rows. */
function badgeRows(places: readonly number[]): readonly number[] {
  const ends: number[] = []
  return places.map(place => {
    const free = ends.findIndex(end => place - end >= 2 * badge + 3)
    const row = free < 0 ? ends.length : free
    ends[row] = place
    return row
  })
}

function tokenTick(tick: number, y: Scale): Markup {
  return element(
    'g',
    { class: 'axis' },
    element('line', { class: 'grid', x1: plot.left, x2: plot.right, y1: y(tick), y2: y(tick) }),
    element('text', { x: plot.left - 8, y: y(tick) + 4, 'text-anchor': 'end' }, shortNumber(tick)),
  )
}

function compactionMark(
  {
    at,
    number,
    tokensBefore,
    tokensAfter,
  }: TranscriptSummary['compactions'][number] & { readonly number: number },
  place: number,
  middle: number,
  bottom: number,
): Markup {
  return element(
    'g',
    { class: 'compaction' },
    element(
      'title',
      {},
      `Compaction ${number}, before message ${formatNumber(at)}: ${formatNumber(tokensBefore)} tokens became ${tokensAfter === 0 ? 'a summary that the log does not show' : formatNumber(tokensAfter)}`,
    ),
    element('line', { x1: place, x2: place, y1: middle + badge, y2: bottom }),
    element('circle', { cx: place, cy: middle, r: badge }),
    element('text', { x: place, y: middle + 4, 'text-anchor': 'middle' }, String(number)),
  )
}
