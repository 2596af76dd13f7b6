/** A page of sentences, figures, charts and tables; one that is served draws itself anew while something happens. */
import type { PageDocument } from '../../src/doors/pages/document-parts.ts'

export function DocumentPage({ first }: { readonly first: PageDocument }) {
  return (
    <main>
      <h1>{first.headline}</h1>
    </main>
  )
}
