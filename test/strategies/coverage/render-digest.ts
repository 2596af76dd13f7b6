/** The text of a digest. */
import { digestParts } from '../../../src/strategies/coverage/render/digest-parts.ts'

export function renderDigest(...given: Parameters<typeof digestParts>): string {
  return digestParts(...given)
    .map(({ text }) => text)
    .join('\n')
}
