/** One or two quantities over time, with what happened marked. */
import type { CourseMark, CoursePart, CourseSeries } from '../../src/doors/pages/document-parts.ts'
import { linearScale, rounded, type Scale, ticksUpTo } from '../parts/scale.ts'
import { spreadLabels } from '../parts/spread-labels.ts'
import { Chart, Ticks } from './chart.tsx'

const left = 48
const badge = 9

export function CourseChart({ part }: { readonly part: CoursePart }) {
  const { title, describe, series, marks, ends } = part
  const points = series.flatMap(each => each.points)
  const last = points.reduce((most, [place]) => Math.max(most, place), 1)
  const ticks = ticksUpTo(
    points.reduce((most, [, value]) => Math.max(most, value), 0),
    3,
  )
  const isNamed = series.length > 1
  return (
    <Chart
      title={title}
      describe={describe}
      draw={width => {
        const right = width - (isNamed ? 54 : 16)
        const x = linearScale([0, last], [left, right])
        const rows = badgeRows(marks.flatMap(({ place, number }) => (number === undefined ? [] : [x(place)])))
        const top = (Math.max(-1, ...rows) + 1) * (2 * badge + 3) + 10
        const bottom = top + (isNamed ? 180 : 150)
        const y = linearScale([0, ticks.at(-1) ?? 1], [bottom, top])
        return {
          height: bottom + 40,
          shapes: (
            <>
              <Ticks ticks={ticks} y={y} left={left} right={right} />
              <path class="between" d={shaded(series, x, y, bottom)} />
              {series.map(({ name, ink, points: own }) => (
                <path key={name} class={`course ${ink}`} data-name={name} d={pathOf(own, x, y)} />
              ))}
              {isNamed ? <EndNames series={series} y={y} right={right} bottom={bottom} /> : undefined}
              <Marks marks={marks} rows={rows} x={x} bottom={bottom} top={top} />
              <text class="axis-text" x={left} y={bottom + 28}>
                {ends[0]}
              </text>
              <text class="axis-text" x={right} y={bottom + 28} text-anchor="end">
                {ends[1]}
              </text>
            </>
          ),
        }
      }}
    />
  )
}

function pathOf(points: CourseSeries['points'], x: Scale, y: Scale): string {
  return points
    .map(([place, value], index) => `${index === 0 ? 'M' : 'L'}${rounded(x(place))} ${rounded(y(value))}`)
    .join('')
}

/** Between two courses, or below one. */
function shaded(series: readonly CourseSeries[], x: Scale, y: Scale, bottom: number): string {
  const [one, other] = series
  if (one === undefined || one.points.length === 0) return ''
  const [first, last] = [one.points[0]?.[0] ?? 0, one.points.at(-1)?.[0] ?? 0]
  const back =
    other === undefined
      ? `L${rounded(x(last))} ${bottom}L${rounded(x(first))} ${bottom}`
      : pathOf(other.points.toReversed(), x, y).replace('M', 'L')
  return `${pathOf(one.points, x, y)}${back}Z`
}

interface EndNamesProps {
  readonly series: readonly CourseSeries[]
  readonly y: Scale
  readonly right: number
  readonly bottom: number
}

function EndNames({ series, y, right, bottom }: EndNamesProps) {
  const wanted = series.map(({ points }) => y(points.at(-1)?.[1] ?? 0))
  const places = spreadLabels(wanted, 18, 10, bottom)
  return (
    <>
      {series.map(({ name, ink }, index) => (
        <text key={name} class={`course-name ${ink}`} x={right + 8} y={(places[index] as number) + 4}>
          {name}
        </text>
      ))}
    </>
  )
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

interface MarksProps {
  readonly marks: readonly CourseMark[]
  readonly rows: readonly number[]
  readonly x: Scale
  readonly top: number
  readonly bottom: number
}

function Marks({ marks, rows, x, top, bottom }: MarksProps) {
  let numbered = 0
  return (
    <>
      {marks.map(({ place, kind, number, tooltip }) => {
        const at = rounded(x(place))
        if (kind === 'point')
          return (
            <g key={`${kind} ${place}`} class="cut">
              <title>{tooltip}</title>
              <path d={`M${at} ${bottom}l-5 9h10Z`} />
            </g>
          )
        const row = number === undefined ? 0 : (rows[numbered++] ?? 0)
        const middle = row * (2 * badge + 3) + badge + 1
        return (
          <g key={`${kind} ${place}`} class={number === undefined ? 'epoch' : 'compaction'}>
            <title>{tooltip}</title>
            <line x1={at} x2={at} y1={number === undefined ? top : middle + badge} y2={bottom} />
            {number === undefined ? undefined : (
              <>
                <circle cx={at} cy={middle} r={badge} />
                <text x={at} y={middle + 4} text-anchor="middle">
                  {number}
                </text>
              </>
            )}
          </g>
        )
      })}
    </>
  )
}
