/** One line on stderr while long work runs, on a terminal only. */

const showAfterMilliseconds = 400
const redrawMilliseconds = 100

interface Progress {
  /** `at once`: before work that blocks drawing. */
  readonly update: (text: string, when?: 'at once') => void
  readonly done: () => void
}

export function progress(stream: NodeJS.WriteStream = process.stderr): Progress {
  if (!stream.isTTY) return { update: () => {}, done: () => {} }
  const started = performance.now()
  let drawn = 0
  let isVisible = false
  return {
    update(text, when) {
      const now = performance.now()
      if (when === undefined && (now - started < showAfterMilliseconds || now - drawn < redrawMilliseconds))
        return
      drawn = now
      isVisible = true
      stream.write(`\r\u001b[2K${text.slice(0, (stream.columns ?? 80) - 1)}`)
    },
    done() {
      if (isVisible) stream.write('\r\u001b[2K')
      isVisible = false
    },
  }
}
