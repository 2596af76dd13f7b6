/** What a command printed, without the wrapper that an agent puts around it. */

/** `{"output": "…", "metadata": {…}}` → the output. */
export function printedText(text: string): string {
  if (!text.startsWith('{"output":')) return text
  try {
    const { output } = JSON.parse(text) as { readonly output?: unknown }
    return typeof output === 'string' ? output : text
  } catch {
    return text
  }
}
