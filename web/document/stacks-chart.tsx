/** A bar for each step, made of several parts. */
import type { StacksPart } from '../../src/doors/pages/document-parts.ts'
import { shortNumber } from '../../src/doors/pages/short-number.ts'
import { linearScale, ticksUpTo } from '../parts/scale.ts'
import { Chart, Ticks } from './chart.tsx'

const left = 48
const top = 14
const bottom = 180

export function StacksChart({ part }: { readonly part: StacksPart }) {
  const { title, describe, parts, stacks } = part
  const sums = stacks.map(stack => stack.reduce((sum, value) => sum + value, 0))
  const ticks = ticksUpTo(
    sums.reduce((most, sum) => Math.max(most, sum), 0),
    3,
  )
  return (
    <Chart
      title={title}
      describe={describe}
      draw={width => {
        const slot = Math.min(28, (width - left - 12) / stacks.length)
        const y = linearScale([0, ticks.at(-1) ?? 1], [bottom, top])
        return {
          height: bottom + 12,
          shapes: (
            <>
              <Ticks ticks={ticks} y={y} left={left} right={width - 12} />
              {stacks.map((stack, step) => {
                let height = 0
                return (
                  <g key={step} class="stack">
                    <title>
                      {parts.map(({ name }, at) => `${shortNumber(stack[at] ?? 0)} ${name}`).join(', ')}
                    </title>
                    {stack.map((value, at) => {
                      const [from, to] = [y(height), y(height + value)]
                      height += value
                      return (
                        <rect
                          key={at}
                          class={parts[at]?.ink}
                          x={left + step * slot + slot * 0.15}
                          y={to}
                          width={slot * 0.7}
                          height={from - to}
                        />
                      )
                    })}
                  </g>
                )
              })}
            </>
          ),
        }
      }}
      below={() => (
        <ul class="legend">
          {parts.map(({ name, ink }) => (
            <li key={name}>
              <span class={`swatch ${ink}`} aria-hidden="true" />
              {name}
            </li>
          ))}
        </ul>
      )}
    />
  )
}
