/** A long list of which only what is seen is in the document. Rows may be of any height; what is read stays in place. */
import type { ComponentChildren, RefObject } from 'preact'
import { useEffect, useImperativeHandle, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'

export interface ListHandle {
  /** Brings a row into sight, a little below the top. */
  show(index: number): void
  focus(): void
}

interface VirtualListProps<Row> {
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
  /** In pixels, until the row has been seen. */
  readonly estimate: (row: Row, width: number) => number
  readonly children: (row: Row, index: number) => ComponentChildren
  readonly label: string
  readonly handle: RefObject<ListHandle | null>
  /** Called with the first and the last visible row. */
  readonly onSeen?: ((first: number, last: number) => void) | undefined
}

/** Rows beyond both edges that are ready before they are seen. */
const overscan = 4
/** A row that is brought into sight is so far below the top. */
const margin = 48

export function VirtualList<Row>(props: VirtualListProps<Row>) {
  const { rows, keyOf, estimate, children, label, handle, onSeen } = props
  const scroller = useRef<HTMLElement>(null)
  const heights = useRef(new Map<string, number>())
  const anchor = useRef({ key: '', distance: 0 })
  const [view, setView] = useState({ top: 0, height: 600, width: 400 })
  const [version, setVersion] = useState(0)
  const keys = useMemo(() => rows.map(keyOf), [rows, keyOf])
  const indexOf = useMemo(() => new Map(keys.map((key, index) => [key, index])), [keys])
  const offsets = useMemo(() => {
    const sums = new Float64Array(rows.length + 1)
    for (const [index, row] of rows.entries())
      sums[index + 1] =
        (sums[index] as number) + (heights.current.get(keys[index] as string) ?? estimate(row, view.width))
    return sums
  }, [rows, keys, estimate, view.width, version])

  const setAnchor = (top: number): void => {
    const index = rowAt(offsets, top)
    anchor.current = { key: keys[index] ?? '', distance: top - (offsets[index] ?? 0) }
  }

  // What was at the top stays there when rows above it turn out to be of another height.
  useLayoutEffect(() => {
    const element = scroller.current
    const index = indexOf.get(anchor.current.key)
    if (element === null || index === undefined) return
    const top = (offsets[index] as number) + anchor.current.distance
    if (Math.abs(element.scrollTop - top) >= 1) element.scrollTop = top
  }, [offsets, indexOf])

  useLayoutEffect(() => {
    const element = scroller.current
    if (element === null) return undefined
    const measure = (): void => {
      setView(({ top, width }) => {
        if (width !== element.clientWidth) heights.current.clear()
        return { top, height: element.clientHeight, width: element.clientWidth }
      })
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  const observer = useRowObserver(heights.current, () => setVersion(known => known + 1))
  const first = Math.max(0, rowAt(offsets, view.top) - overscan)
  const last = Math.min(rows.length - 1, rowAt(offsets, view.top + view.height) + overscan)

  useImperativeHandle(
    handle,
    () => ({
      show: index => {
        const element = scroller.current
        if (element === null || index < 0 || index >= rows.length) return
        anchor.current = { key: keys[index] as string, distance: -margin }
        element.scrollTop = Math.max(0, (offsets[index] as number) - margin)
        setView(known => ({ ...known, top: element.scrollTop }))
      },
      focus: () => scroller.current?.focus(),
    }),
    [offsets, keys, rows.length],
  )

  const firstSeen = rowAt(offsets, view.top + 4)
  const lastSeen = rowAt(offsets, view.top + view.height - 4)
  useEffect(() => onSeen?.(firstSeen, lastSeen), [firstSeen, lastSeen, onSeen])

  return (
    <section
      ref={scroller}
      class="list"
      aria-label={`${label}, as a list`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keys too.
      tabIndex={0}
      onScroll={event => {
        const { scrollTop } = event.currentTarget
        setAnchor(scrollTop)
        setView(known => ({ ...known, top: scrollTop }))
      }}
    >
      <ul class="list-all" style={{ height: `${offsets[rows.length]}px` }}>
        {rows.slice(first, last + 1).map((row, at) => {
          const index = first + at
          const key = keys[index] as string
          return (
            <li
              key={key}
              ref={element => observer(element, key)}
              class="list-row"
              aria-setsize={rows.length}
              aria-posinset={index + 1}
              style={{ top: `${offsets[index]}px` }}
            >
              {children(row, index)}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** The last row that begins at or above a height. */
function rowAt(offsets: Float64Array, top: number): number {
  let [low, high] = [0, Math.max(0, offsets.length - 2)]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((offsets[middle] as number) <= top) low = middle
    else high = middle - 1
  }
  return low
}

/** Notes the height of every row that is shown, and says once a frame that some have changed. */
function useRowObserver(
  heights: Map<string, number>,
  onChange: () => void,
): (element: HTMLElement | null, key: string) => void {
  const shown = useRef(new Map<Element, string>())
  const waiting = useRef(0)
  const changed = useRef(onChange)
  changed.current = onChange
  const observer = useMemo(
    () =>
      new ResizeObserver(entries => {
        let isChanged = false
        for (const { target } of entries) {
          const key = shown.current.get(target)
          const { height } = target.getBoundingClientRect()
          if (key === undefined || height === 0 || Math.abs((heights.get(key) ?? 0) - height) < 0.5) continue
          heights.set(key, height)
          isChanged = true
        }
        if (!isChanged || waiting.current !== 0) return
        waiting.current = requestAnimationFrame(() => {
          waiting.current = 0
          changed.current()
        })
      }),
    [heights],
  )
  useEffect(() => () => observer.disconnect(), [observer])
  return (element, key) => {
    if (element === null) {
      for (const known of shown.current.keys())
        if (!known.isConnected) {
          observer.unobserve(known)
          shown.current.delete(known)
        }
    } else if (shown.current.get(element) !== key) {
      shown.current.set(element, key)
      observer.observe(element)
    }
  }
}
