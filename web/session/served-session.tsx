/** What a page can do that `fovea show --serve` serves: follow the session, and ask for other views. */
import { useEffect, useState } from 'preact/hooks'
import type { PageView, ServedPage, SessionPage } from '../../src/tools/show/session-page.ts'
import { oneAtATime } from '../parts/one-at-a-time.ts'

interface ServedSession {
  readonly data: SessionPage
  readonly addView: (view: PageView) => void
  /** Whether the page follows its session; absent in a file. */
  readonly state: string | undefined
}

export function useServedSession(first: SessionPage): ServedSession {
  const [data, setData] = useState(first)
  const [state, setState] = useState(first.served === undefined ? undefined : 'live')
  const isServed = first.served !== undefined
  useEffect(() => {
    if (!isServed) return undefined
    const events = new EventSource(addressOf('events'))
    const read = oneAtATime(async () => {
      try {
        setData((await (await fetch(addressOf('data.json'))).json()) as SessionPage)
        setState('live')
      } catch {
        setState('no longer live')
      }
    })
    events.addEventListener('session', read)
    events.addEventListener('error', () => setState('no longer live'))
    events.addEventListener('open', () => setState('live'))
    return () => events.close()
  }, [isServed])
  const addView = (view: PageView): void =>
    setData(known => ({ ...known, views: [view, ...known.views.filter(({ id }) => id !== view.id)] }))
  return { data, addView, state }
}

/** Beside the page, with the token that opened it. */
function addressOf(name: string, query: Readonly<Record<string, string>> = {}): string {
  const url = new URL(name, location.href)
  for (const [key, value] of [...new URLSearchParams(location.search), ...Object.entries(query)])
    url.searchParams.set(key, value)
  return url.href
}

interface ViewMakerProps {
  readonly served: ServedPage
  readonly onView: (view: PageView) => void
}

export function ViewMaker({ served, onView }: ViewMakerProps) {
  const [strategy, setStrategy] = useState('coverage')
  const [budget, setBudget] = useState('10%')
  const [answer, setAnswer] = useState('')
  const make = async (): Promise<void> => {
    setAnswer('being made …')
    try {
      const response = await fetch(addressOf('view.json', { strategy, budget }))
      const made = (await response.json()) as PageView | { readonly error: string }
      if ('error' in made) setAnswer(made.error)
      else {
        setAnswer('')
        onView(made)
      }
    } catch {
      setAnswer('The server does not answer.')
    }
  }
  return (
    <form
      class="maker"
      onSubmit={event => {
        event.preventDefault()
        void make()
      }}
    >
      <label>
        Another view
        <select value={strategy} onChange={event => setStrategy(event.currentTarget.value)}>
          {served.strategies.map(name => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      <label>
        Budget
        <input value={budget} size={7} onInput={event => setBudget(event.currentTarget.value)} />
      </label>
      <button type="submit">Make</button>
      <span role="status">{answer}</span>
    </form>
  )
}
