/** What somebody in a conversation said. */
export interface Utterance {
  readonly text: string
  readonly role: string
}

/** A tool's answer shows things; it decides, demands and corrects nothing, whatever the files it prints say. */
export function isSpoken({ role }: Utterance): boolean {
  return role !== 'tool' && role !== 'function'
}
