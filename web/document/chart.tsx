/** A drawing as wide as it is shown, with its title and the same in words. */
import type { ComponentChildren } from 'preact'
import { shortNumber } from '../../src/doors/pages/short-number.ts'
import type { Scale } from '../parts/scale.ts'
import { useWidth } from '../parts/use-width.ts'

interface ChartProps {
  readonly title: string
  readonly describe: string
  readonly caption?: string | undefined
  /** What is drawn, and how high it is, for so many pixels. */
  readonly draw: (width: number) => { readonly height: number; readonly shapes: ComponentChildren }
  /** Below the drawing of so many pixels. */
  readonly below?: (width: number) => ComponentChildren
}

export function Chart({ title, describe, caption, draw, below }: ChartProps) {
  const [place, width] = useWidth<HTMLElement>()
  const drawing = width === 0 ? undefined : draw(width)
  return (
    <figure ref={place}>
      {drawing === undefined ? undefined : (
        <svg
          class="chart"
          role="img"
          width={width}
          height={drawing.height}
          viewBox={`0 0 ${width} ${drawing.height}`}
        >
          <title>{title}</title>
          <desc>{describe}</desc>
          {drawing.shapes}
        </svg>
      )}
      {below?.(width)}
      {caption === undefined ? undefined : <figcaption>{caption}</figcaption>}
    </figure>
  )
}

/** Lines across the drawing, each with its number to the left. */
export function Ticks({
  ticks,
  y,
  left,
  right,
  name = shortNumber,
}: {
  readonly ticks: readonly number[]
  readonly y: Scale
  readonly left: number
  readonly right: number
  readonly name?: (tick: number) => string
}) {
  return (
    <>
      {ticks.map(tick => (
        <g key={tick} class="axis">
          <line class="grid" x1={left} x2={right} y1={y(tick)} y2={y(tick)} />
          <text x={left - 8} y={y(tick) + 4} text-anchor="end">
            {name(tick)}
          </text>
        </g>
      ))}
    </>
  )
}

/** From so many pixels on there is room for labels beside a drawing. */
export const roomy = 560
