/** What a page may show. Scripts of pages import it, which have no Node. */
import type { SessionPage } from '../../tools/show/session-page.ts'
import type { PageDocument } from './document-parts.ts'

export type PageData = SessionPage | PageDocument
