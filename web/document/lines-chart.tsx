/** A line for each method over the budgets, each named: where it ends, or below where that leaves no room. */
import type { ChartLine, LinesPart } from '../../src/doors/pages/document-parts.ts'
import { linearScale, ratioScale, rounded, type Scale } from '../parts/scale.ts'
import { spreadLabels } from '../parts/spread-labels.ts'
import { Chart, roomy, Ticks } from './chart.tsx'

const left = 52
const top = 14
const labelGap = 18
/** Pixels of an average letter at the size of the labels. */
const letter = 7.6

export function LinesChart({ part }: { readonly part: LinesPart }) {
  const { title, describe, caption, axis, shares, lines } = part
  const longest = lines.reduce((most, { label }) => Math.max(most, label.length), 0)
  const isBeside = (width: number): boolean => width >= roomy && width - left - 26 - letter * longest >= 260
  return (
    <Chart
      title={title}
      describe={describe}
      caption={caption}
      draw={width => {
        const right = isBeside(width) ? width - 26 - letter * longest : width - 12
        const bottom =
          top + Math.max(width >= roomy ? 290 : 220, isBeside(width) ? labelGap * lines.length : 0)
        const x = ratioScale([shares[0]?.share ?? 1, shares.at(-1)?.share ?? 1], [left + 18, right - 18])
        const y = linearScale([0, 1], [bottom, top])
        return {
          height: bottom + 52,
          shapes: (
            <>
              <Ticks
                ticks={[0, 0.25, 0.5, 0.75, 1]}
                y={y}
                left={left}
                right={right}
                name={tick => `${Math.round(100 * tick)}\u00a0%`}
              />
              <g class="axis">
                {shares.map(({ share, name }) => (
                  <text key={name} x={x(share)} y={bottom + 20} text-anchor="middle">
                    {name}
                  </text>
                ))}
                <text x={(left + right) / 2} y={bottom + 42} text-anchor="middle">
                  {axis}
                </text>
              </g>
              {lines.map(line => (
                <Line key={line.name} line={line} x={x} y={y} />
              ))}
              {isBeside(width) ? (
                <EndLabels lines={lines} x={x} y={y} right={right} bottom={bottom} />
              ) : undefined}
            </>
          ),
        }
      }}
      below={width => (isBeside(width) ? undefined : <Legend lines={lines} />)}
    />
  )
}

function Legend({ lines }: { readonly lines: readonly ChartLine[] }) {
  return (
    <ul class="legend lines-legend">
      {lines.map(({ name, ink, dash, label }) => (
        <li key={name}>
          <svg
            class={`line ${ink} dash-${dash}`}
            width={28}
            height={10}
            viewBox="0 0 28 10"
            aria-hidden="true"
          >
            <polyline points="0,5 28,5" />
          </svg>
          {label}
        </li>
      ))}
    </ul>
  )
}

function Line({ line, x, y }: { readonly line: ChartLine; readonly x: Scale; readonly y: Scale }) {
  const { name, ink, dash, points } = line
  const path = points.map(({ share, value }) => `${rounded(x(share))},${rounded(y(value))}`).join(' ')
  return (
    <g class={`line ${ink} dash-${dash}`} data-method={name}>
      {points.length > 1 ? <polyline points={path} /> : undefined}
      {points.map(({ share, value, isOver, tooltip }) => (
        <g key={share}>
          <title>{tooltip}</title>
          <circle class={isOver ? 'point over' : 'point'} cx={x(share)} cy={y(value)} r={4} />
          <circle class="target" cx={x(share)} cy={y(value)} r={11} />
        </g>
      ))}
    </g>
  )
}

interface EndLabelsProps {
  readonly lines: readonly ChartLine[]
  readonly x: Scale
  readonly y: Scale
  readonly right: number
  readonly bottom: number
}

function EndLabels({ lines, x, y, right, bottom }: EndLabelsProps) {
  const ends = lines.flatMap(line => {
    const end = line.points.at(-1)
    return end === undefined ? [] : [{ line, end }]
  })
  const wanted = ends.map(({ end }) => y(end.value))
  const places = spreadLabels(wanted, labelGap, top, bottom)
  return (
    <>
      {ends.map(({ line, end }, index) => {
        const place = places[index] as number
        return (
          <g key={line.name} class={`label ${line.ink} dash-${line.dash}`}>
            <line class="leader" x1={x(end.share) + 6} x2={right + 8} y1={y(end.value)} y2={place} />
            <text x={right + 14} y={place + 4}>
              {line.label}
            </text>
          </g>
        )
      })}
    </>
  )
}
