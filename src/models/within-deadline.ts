/** Runs a function that may throw, hang or answer too late, and always reports how it ended. */

export type DeadlineResult<Answer> =
  | { readonly ending: 'answered'; readonly answer: Answer }
  | { readonly ending: 'failed'; readonly error: unknown }
  | { readonly ending: 'timed-out' }
  | { readonly ending: 'aborted' }

/** The maximum of timers; with more they fire at once. */
export const maxTimeout: number = 2 ** 31 - 1

/** Never rejects. Later results are ignored; the signal is aborted when the caller stops waiting. */
export function withinDeadline<Answer>(
  run: (signal: AbortSignal) => Answer | PromiseLike<Answer>,
  timeoutMs: number,
  outer?: AbortSignal,
): Promise<DeadlineResult<Answer>> {
  if (outer?.aborted === true) return Promise.resolve({ ending: 'aborted' })
  return new Promise(resolve => {
    const inner = new AbortController()
    const end = (ending: DeadlineResult<Answer>): void => {
      clearTimeout(timer)
      outer?.removeEventListener('abort', abort)
      resolve(ending)
    }
    const abort = (): void => {
      end({ ending: 'aborted' })
      inner.abort(outer?.reason)
    }
    const timer = setTimeout(
      () => {
        end({ ending: 'timed-out' })
        inner.abort(new Error(`No answer within ${timeoutMs} ms.`))
      },
      Math.min(timeoutMs, maxTimeout),
    )
    outer?.addEventListener('abort', abort)
    new Promise<Answer>(answer => answer(run(inner.signal))).then(
      answer => end({ ending: 'answered', answer }),
      error => end({ ending: 'failed', error }),
    )
  })
}
