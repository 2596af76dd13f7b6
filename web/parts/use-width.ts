/** How wide an element is shown, in pixels; 0 until it is. */
import type { RefObject } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'

export function useWidth<Shown extends Element>(): readonly [RefObject<Shown | null>, number] {
  const place = useRef<Shown>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = place.current
    if (element === null) return undefined
    setWidth(Math.floor(element.getBoundingClientRect().width))
    const observer = new ResizeObserver(() => setWidth(Math.floor(element.getBoundingClientRect().width)))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [place, width]
}
