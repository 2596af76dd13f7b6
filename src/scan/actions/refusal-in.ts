/** The answer to an edit that was refused, without the lines that it repeats: they read as what the file holds. */

interface Echo {
  /** In every such answer. */
  readonly mark: string
  readonly begin: RegExp
  /** After the repeated text; without one it continues to the end. */
  readonly end?: string
}

const echoes: readonly Echo[] = [
  // SWE-agent, OpenHands: the file with the edit, then as it is
  {
    mark: 'would have looked',
    begin: /\n\[?This is how your edit would have looked/,
    end: 'Your changes have NOT been applied',
  },
  { mark: 'No replacement was performed', begin: /(?<=No replacement was performed[^`]{0,80}`)/, end: '`' },
  { mark: 'matches of the string to replace', begin: /\nString: /, end: '</tool_use_error>' },
  { mark: 'String to replace not found', begin: /\nString: /, end: '</tool_use_error>' },
  { mark: 'Failed to find expected lines', begin: /(?<=Failed to find expected lines in [^\n]{1,400}:)\n/ },
]

/** The mark is near the beginning, below which errors may be listed. */
const edge = 4000

/** `undefined` where it is no such answer. */
export function refusalIn(text: string): string | undefined {
  const head = text.slice(0, edge)
  const echo = echoes.find(({ mark }) => head.includes(mark))
  const start = echo?.begin.exec(head)?.index
  if (echo === undefined || start === undefined) return undefined
  const end = echo.end === undefined ? -1 : text.lastIndexOf(echo.end)
  // What follows says how to make an edit, the same each time.
  const [last] = end <= start ? [''] : text.slice(end, end + edge).split('\n', 1)
  return `${text.slice(0, start)}\n${last}`
}
