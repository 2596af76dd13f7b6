/** Transcripts written for these tests, read through the public door and held against their format. */
import type { Problem } from '../../src/formats/format.ts'
import { formatNamed } from '../../src/formats/index.ts'
import { readTranscript } from '../../src/transcripts/read-transcript.ts'
import type { Transcript } from '../../src/transcripts/transcript.ts'
import { fixture } from './fixture.ts'

export function readFixture(name: string): Promise<Transcript> {
  return readTranscript(fixture(name))
}

/** What the provider would reject in any conversation of a transcript. */
export function rejections({ format, messages, sidechains }: Transcript): readonly Problem[] {
  const { check } = formatNamed(format)
  return [{ messages }, ...sidechains].flatMap(conversation => check(conversation.messages))
}
