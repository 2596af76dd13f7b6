/** The data of all pages. Scripts in the browser import this file, so it imports nothing of Node. */
import type { SessionPage } from '../../tools/show/session-page.ts'
import type { PageDocument } from './document-parts.ts'

export type PageData = SessionPage | PageDocument
