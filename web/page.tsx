/** The one script of every page: reads the data that the page carries, and shows it. */
import { render } from 'preact'
import type { PageData } from '../src/doors/pages/page-data.ts'
import { DocumentPage } from './document/document-page.tsx'
import { SessionPageView } from './session/session-page-view.tsx'

const carrier = document.getElementById('data')
const place = document.getElementById('page')
if (carrier !== null && place !== null) {
  const data = JSON.parse(carrier.textContent ?? '') as PageData
  // The text has been read: a long session would otherwise be in memory twice.
  carrier.remove()
  render(data.page === 'session' ? <SessionPageView data={data} /> : <DocumentPage first={data} />, place)
}
