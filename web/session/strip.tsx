/** The session over time: tokens by author, where it was compacted, and which part is visible. */
import {
  type PageMark,
  type PageMessage,
  type PageSpeaker,
  speakers,
} from '../../src/tools/show/session-page.ts'
import { formatCount, formatNumber } from '../parts/numbers.ts'
import { useWidth } from '../parts/use-width.ts'

const speakerNames: Readonly<Record<PageSpeaker, string>> = {
  user: 'user',
  agent: 'agent',
  call: 'calls',
  result: 'results',
  system: 'system',
}

interface StripProps {
  readonly messages: readonly PageMessage[]
  readonly marks: readonly PageMark[]
  /** Messages that are whole in the view, and those of which it has a part. */
  readonly kept: (message: number) => 'whole' | 'part' | 'none'
  /** The message that was last chosen, while it is visible; else the one at the top of the original. */
  readonly at: number
  readonly onMessage: (message: number) => void
}

const height = 84
const stripBottom = 64

export function Strip({ messages, marks, kept, at, onMessage }: StripProps) {
  const [place, width] = useWidth<HTMLDivElement>()
  const count = Math.max(1, messages.length)
  const bars = Math.max(1, Math.min(count, Math.floor(width / 3)))
  const sums = barsOf(messages, bars)
  const maxTokens = sums.reduce((peak, bar) => Math.max(peak, bar.tokens), 1)
  const x = (message: number): number => (message / count) * width
  const step = width / bars
  const messageAt = (pixel: number): number =>
    Math.min(count - 1, Math.max(0, Math.floor((pixel / Math.max(1, width)) * count)))
  return (
    <div class="strip">
      <div
        ref={place}
        class="strip-plot"
        role="slider"
        tabIndex={0}
        aria-label="Place in the session"
        aria-valuemin={1}
        aria-valuemax={count}
        aria-valuenow={at + 1}
        aria-valuetext={`message ${formatNumber(at + 1)} of ${formatNumber(count)}`}
        onClick={event =>
          onMessage(messageAt(event.clientX - event.currentTarget.getBoundingClientRect().left))
        }
        onKeyDown={event => {
          const target = slideTo(event.key, at, count)
          if (target === undefined) return
          event.preventDefault()
          onMessage(target)
        }}
      >
        {width === 0 ? undefined : (
          <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
            {speakers.map(by => (
              <path key={by} class={`by-${by}`} d={seriesPath(sums, by, maxTokens, step)} />
            ))}
            {(['whole', 'part'] as const).map(state => (
              <path
                key={state}
                class={`kept-${state}`}
                d={sums
                  .map((_, bar) =>
                    kept(Math.floor(((bar + 0.5) / bars) * count)) === state
                      ? `M${round(bar * step)} ${stripBottom + 3}h${round(step)}v4h${round(-step)}z`
                      : '',
                  )
                  .join('')}
              />
            ))}
            {marks.map(mark => (
              <g key={`${mark.kind} ${mark.at}`} class={`mark-${mark.kind}`}>
                <line x1={x(mark.at)} x2={x(mark.at)} y1={0} y2={stripBottom + 8} />
                <path d={`M${x(mark.at) - 4} 0 h8 l-4 6 z`} />
                <title>{`${mark.tooltip}, before message ${mark.at + 1}`}</title>
              </g>
            ))}
            <path
              class="here"
              d={`M${Math.min(width - 10, Math.max(0, x(at + 0.5) - 5))} ${height - 4} h10 l-5 -8 z`}
            />
          </svg>
        )}
      </div>
      <ul class="legend">
        {speakers.map(by => (
          <li key={by}>
            <span class={`swatch by-${by}`} aria-hidden="true" />
            {speakerNames[by]} {formatNumber(sumOf(messages, by))}
          </li>
        ))}
        <li>
          <span class="swatch kept-whole" aria-hidden="true" />
          in the view
        </li>
        <li>
          <span class="swatch kept-part" aria-hidden="true" />
          in part
        </li>
        {(['compaction', 'epoch'] as const).map(kind => {
          const own = marks.filter(mark => mark.kind === kind).length
          return own === 0 ? undefined : (
            <li key={kind}>
              <span class={`swatch mark-${kind}`} aria-hidden="true" />
              {formatCount(own, kind)}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

function slideTo(key: string, at: number, count: number): number | undefined {
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: at - 1,
    ArrowRight: at + 1,
    PageUp: at - Math.ceil(count / 20),
    PageDown: at + Math.ceil(count / 20),
    Home: 0,
    End: count - 1,
  }
  const target = steps[key]
  return target === undefined ? undefined : Math.min(count - 1, Math.max(0, target))
}

interface Bar {
  readonly tokens: number
  readonly by: Readonly<Record<PageSpeaker, number>>
}

function barsOf(messages: readonly PageMessage[], bars: number): readonly Bar[] {
  const sums = Array.from({ length: bars }, () => ({ user: 0, agent: 0, call: 0, result: 0, system: 0 }))
  for (const [index, { blocks }] of messages.entries()) {
    const bar = sums[Math.min(bars - 1, Math.floor((index / messages.length) * bars))]
    if (bar !== undefined) for (const { by, tokens } of blocks) bar[by] += tokens
  }
  return sums.map(by => ({ by, tokens: speakers.reduce((sum, each) => sum + by[each], 0) }))
}

/** One path for all bars of a speaker. The square root lets small messages be seen beside large ones. */
function seriesPath(bars: readonly Bar[], by: PageSpeaker, maxTokens: number, step: number): string {
  const wide = Math.max(1, step - (step > 2 ? 1 : 0))
  return bars
    .map((bar, index) => {
      if (bar.by[by] === 0) return ''
      const whole = Math.sqrt(bar.tokens / maxTokens) * stripBottom
      const below = speakers
        .slice(0, speakers.indexOf(by))
        .reduce((sum, each) => sum + (bar.by[each] / bar.tokens) * whole, 0)
      const own = (bar.by[by] / bar.tokens) * whole
      return `M${round(index * step)} ${round(stripBottom - below)}h${round(wide)}v${round(-own)}h${round(-wide)}z`
    })
    .join('')
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}

function sumOf(messages: readonly PageMessage[], by: PageSpeaker): number {
  let sum = 0
  for (const { blocks } of messages) for (const block of blocks) if (block.by === by) sum += block.tokens
  return sum
}
