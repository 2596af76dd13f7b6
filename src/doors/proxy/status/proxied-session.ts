/** A session of the proxy as the data of a page: its latest request as it came, beside what was sent. */
import { createSessionPage } from '../../../tools/show/create-session-page.ts'
import type { SessionPage } from '../../../tools/show/session-page.ts'
import { readTranscriptFrom } from '../../../transcripts/read-transcript.ts'
import { decoded } from '../transport/content-coding.ts'
import type { LatestRequest } from './latest-requests.ts'

export async function proxiedSession(
  name: string,
  { given, encoding, sent, isSentPlain, epochs }: LatestRequest,
  maxBytes: number,
): Promise<SessionPage> {
  const plain = (bytes: Uint8Array, coding: string | undefined): Promise<Uint8Array> =>
    decoded(Buffer.from(bytes), coding, maxBytes)
  const transcript = await readTranscriptFrom(await plain(given, encoding))
  const view = await readTranscriptFrom(await plain(sent, isSentPlain ? undefined : encoding))
  return createSessionPage(transcript, { name, views: [], sent: view.messages, epochs })
}
