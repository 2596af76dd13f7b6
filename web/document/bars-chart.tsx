/** A bar for each method, the longest first, with its number at its end; names are above where it is narrow. */
import type { BarsPart } from '../../src/doors/pages/document-parts.ts'
import { linearScale } from '../parts/scale.ts'
import { Chart, roomy } from './chart.tsx'

const barHeight = 14

export function BarsChart({ part }: { readonly part: BarsPart }) {
  const { title, describe, caption, bars } = part
  const rows = bars.toSorted((one, other) => other.value - one.value)
  const labels = rows.reduce((most, { label }) => Math.max(most, label.length), 0) * 7.6 + 16
  return (
    <Chart
      title={title}
      describe={describe}
      caption={caption}
      draw={width => {
        const isBeside = width >= roomy
        const [left, right] = [isBeside ? 170 : 0, width - labels]
        const rowHeight = isBeside ? 30 : 46
        const x = linearScale([0, 1], [left, right])
        return {
          height: rows.length * rowHeight + 8,
          shapes: rows.map(({ name, ink, value, label, tooltip }, index) => {
            const top = index * rowHeight + (isBeside ? 8 : 24)
            const middle = top + barHeight / 2 + 4
            return (
              <g key={name} class={`bar ${ink}`} data-method={name}>
                <title>{tooltip}</title>
                {isBeside ? (
                  <text x={left - 12} y={middle} text-anchor="end">
                    {name}
                  </text>
                ) : (
                  <text x={0} y={top - 6}>
                    {name}
                  </text>
                )}
                <rect class="rail" x={left} y={top} width={right - left} height={barHeight} rx={3} />
                <rect
                  class="filled"
                  x={left}
                  y={top}
                  width={x(Math.min(1, value)) - left}
                  height={barHeight}
                  rx={3}
                />
                <text x={right + 10} y={middle}>
                  {label}
                </text>
              </g>
            )
          }),
        }
      }}
    />
  )
}
