/** The path of a transcript that was written for these tests. */
import { fileURLToPath } from 'node:url'

export function fixture(name: string): string {
  return fileURLToPath(new URL(`../fixtures/transcripts/${name}`, import.meta.url))
}
