/** A page of sentences, figures, charts and tables; a served page is updated while something happens. */
import { useEffect, useState } from 'preact/hooks'
import type { DocumentPart, PageDocument } from '../../src/doors/pages/document-parts.ts'
import { oneAtATime } from '../parts/one-at-a-time.ts'
import { BarsChart } from './bars-chart.tsx'
import { CourseChart } from './course-chart.tsx'
import { DataTable } from './data-table.tsx'
import { LinesChart } from './lines-chart.tsx'
import { RichWords, words } from './rich-words.tsx'
import { StacksChart } from './stacks-chart.tsx'

export function DocumentPage({ first }: { readonly first: PageDocument }) {
  const { eyebrow, headline, lead, parts, footer } = useFollowed(first)
  return (
    <main class="document">
      <header>
        <p class="eyebrow">{words(eyebrow)}</p>
        <h1>{words(headline)}</h1>
        {lead.map(sentence => (
          <p key={sentence}>{words(sentence)}</p>
        ))}
      </header>
      <Parts parts={parts} />
      {footer === undefined ? undefined : <footer>{words(footer)}</footer>}
    </main>
  )
}

function Parts({ parts }: { readonly parts: readonly DocumentPart[] }) {
  return (
    <>
      {parts.map((part, index) => (
        <Part key={`${part.type} ${index}`} part={part} />
      ))}
    </>
  )
}

function Part({ part }: { readonly part: DocumentPart }) {
  switch (part.type) {
    case 'section':
      return (
        <section class={part.isOneOfMany ? 'one' : undefined}>
          {part.isOneOfMany ? <h3>{words(part.title)}</h3> : <h2>{words(part.title)}</h2>}
          {part.lead === undefined ? undefined : <p class="quiet">{words(part.lead)}</p>}
          <Parts parts={part.parts} />
        </section>
      )
    case 'folded':
      return (
        <details>
          <summary>{words(part.title)}</summary>
          <Parts parts={part.parts} />
        </details>
      )
    case 'text':
      return (
        <p class={part.isNote ? 'note' : undefined}>
          <RichWords text={part.text} />
        </p>
      )
    case 'list': {
      const items = part.items.map((item, index) => (
        <li key={index}>
          <RichWords text={item} />
        </li>
      ))
      return part.isNumbered ? <ol>{items}</ol> : <ul class="plain">{items}</ul>
    }
    case 'definitions':
      return (
        <dl class="definitions">
          {part.items.map(([word, meaning]) => (
            <div key={word}>
              <dt>{words(word)}</dt>
              <dd>{words(meaning)}</dd>
            </div>
          ))}
        </dl>
      )
    case 'figures':
      return (
        <dl class="figures">
          {part.figures.map(({ name, value, note }) => (
            <div key={name}>
              <dt>{words(name)}</dt>
              <dd>{words(value)}</dd>
              <dd class="note">{words(note)}</dd>
            </div>
          ))}
        </dl>
      )
    case 'table':
      return <DataTable part={part} />
    case 'lines':
      return <LinesChart part={part} />
    case 'bars':
      return <BarsChart part={part} />
    case 'course':
      return <CourseChart part={part} />
    case 'stacks':
      return <StacksChart part={part} />
  }
}

/** The page as it is now, where it is served. */
function useFollowed(first: PageDocument): PageDocument {
  const [shown, setShown] = useState(first)
  const { follow } = first
  useEffect(() => {
    if (follow === undefined) return undefined
    const addressOf = (name: string): string =>
      `${location.pathname.replace(/\/$/, '')}/${name}${location.search}`
    const read = oneAtATime(async () => {
      try {
        setShown((await (await fetch(addressOf(follow.data))).json()) as PageDocument)
      } catch {
        // The server is gone; what is shown is what was last known.
      }
    })
    const events = new EventSource(addressOf(follow.events))
    events.addEventListener('status', read)
    return () => events.close()
  }, [follow])
  return shown
}
