/** Placeholder: the owner replaces this whole file. */
export function findSecrets(_text: string): readonly { start: number; end: number; kind: string }[] {
  return []
}
export function maskSecrets(text: string): string {
  return text
}
