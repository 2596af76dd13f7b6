/** How most hosts write a server that they start: the program and its arguments apart. */

export function commandAndArguments(words: readonly string[]): Readonly<Record<string, unknown>> {
  const [command = '', ...args] = words
  return { command, args }
}
