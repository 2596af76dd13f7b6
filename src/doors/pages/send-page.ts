/** Answers of our servers: pages, and JSON. No cache stores them, no other site reads them. */
import type { ServerResponse } from 'node:http'
import type { PageData } from './page-data.ts'
import { pageHtml, pagePolicy } from './page-html.ts'

export const pageHeaders = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
} as const

export function sendPage(outgoing: ServerResponse, data: PageData, title: string): void {
  outgoing.writeHead(200, {
    ...pageHeaders,
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': pagePolicy(),
  })
  outgoing.end(pageHtml(data, { title, isServed: true }))
}

export function sendJson(outgoing: ServerResponse, status: number, value: unknown): void {
  const bytes = Buffer.from(`${JSON.stringify(value)}\n`)
  outgoing.writeHead(status, {
    ...pageHeaders,
    'content-type': 'application/json; charset=utf-8',
    'content-length': bytes.length,
  })
  outgoing.end(bytes)
}
