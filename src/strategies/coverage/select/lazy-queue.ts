/** A priority queue of pieces by gain; a gain is recomputed only when its piece comes first. */

export interface LazyQueue {
  next(): number
  /** Recomputes a gain that has risen. */
  raise(piece: number): void
}

/** The arrays of a queue, which the next queue reuses. */
export interface QueuePlaces {
  readonly heap: Int32Array
  /** The gain of each piece in the heap, at the same index. */
  readonly gains: Float64Array
  /** The position of each piece in the heap. */
  readonly places: Int32Array
}

/** Returns the piece with the greatest gain each time: a gain that has fallen is recomputed only when its piece comes first. */
export function lazyQueue(
  pieces: ArrayLike<number>,
  { heap, gains, places }: QueuePlaces,
  gainOf: (piece: number) => number,
): LazyQueue {
  places.fill(-1)
  let size = 0
  const put = (piece: number, gain: number, at: number): void => {
    heap[at] = piece
    gains[at] = gain
    places[piece] = at
  }
  // Among equal gains the later piece comes first, so that ties are stable and favour recent pieces.
  const isBefore = (at: number, piece: number, gain: number): boolean => {
    const other = gains[at] as number
    return other > gain || (other === gain && (heap[at] as number) > piece)
  }
  /** From an empty position down to a leaf, then up again: a piece that sinks mostly sinks far. */
  const sink = (piece: number, gain: number, from: number): void => {
    let at = from
    for (let child = 2 * at + 1; child < size; child = 2 * at + 1) {
      const other = child + 1
      if (other < size && isBefore(other, heap[child] as number, gains[child] as number)) child = other
      put(heap[child] as number, gains[child] as number, at)
      at = child
    }
    rise(piece, gain, at, from)
  }
  const rise = (piece: number, gain: number, from: number, top: number): void => {
    let at = from
    for (let parent = (at - 1) >> 1; at > top; parent = (at - 1) >> 1) {
      if (isBefore(parent, piece, gain)) break
      put(heap[parent] as number, gains[parent] as number, at)
      at = parent
    }
    put(piece, gain, at)
  }
  for (let index = 0; index < pieces.length; index += 1) {
    const piece = pieces[index] as number
    const gain = gainOf(piece)
    if (gain <= 0) continue
    put(piece, gain, size)
    size += 1
  }
  for (let at = (size >> 1) - 1; at >= 0; at -= 1) sink(heap[at] as number, gains[at] as number, at)
  const drop = (): void => {
    places[heap[0] as number] = -1
    size -= 1
    if (size > 0) sink(heap[size] as number, gains[size] as number, 0)
  }
  return {
    next() {
      while (size > 0) {
        const piece = heap[0] as number
        const gain = gainOf(piece)
        if (gain <= 0) drop()
        else if (gain < (gains[0] as number)) sink(piece, gain, 0)
        else {
          drop()
          return piece
        }
      }
      return -1
    },
    raise(piece) {
      const at = places[piece] as number
      if (at < 0) return
      const gain = gainOf(piece)
      if (gain > (gains[at] as number)) rise(piece, gain, at, 0)
    },
  }
}
