/** Texts as tools print them: lines of code, logs and listings. The same for the same number on every machine. */

const nouns =
  'session request handler buffer socket parser token index cache queue worker client server schema migration column record cursor stream chunk header payload'.split(
    ' ',
  )
const verbs = 'open close read write parse check flush merge split retry resolve reject append remove'.split(
  ' ',
)

/** Linear congruential: enough to spread words, and cheap. */
function random(seed: number): (below: number) => number {
  let state = (seed * 2654435761 + 1) >>> 0
  return below => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** About `length` characters. */
export function toolOutput(seed: number, length: number): string {
  const below = random(seed)
  const noun = () => nouns[below(nouns.length)] as string
  const verb = () => verbs[below(verbs.length)] as string
  const hex = (digits: number) => Array.from({ length: digits }, () => below(16).toString(16)).join('')
  const line = [
    () => `  const ${noun()}${below(900)} = await ${verb()}(${noun()}.${noun()}, ${below(10_000)})`,
    () => `src/${noun()}/${verb()}-${noun()}.ts:${below(900)}: ${verb()}s the ${noun()} of a ${noun()}`,
    () =>
      `2026-03-${10 + below(20)}T${10 + below(14)}:${10 + below(50)}:${10 + below(50)}Z ${noun()} ${hex(12)} ${verb()} took ${below(5000)} ms`,
    () => `-rw-r--r-- 1 user user ${below(900_000)} Mar ${1 + below(28)} ${noun()}-${hex(6)}.json`,
    () =>
      `    at ${verb()}${noun()} (/app/node_modules/${noun()}-${noun()}/dist/${verb()}.js:${below(4000)}:${below(80)})`,
  ]
  const lines = [`output ${seed}`]
  for (let size = 0; size < length; ) {
    const next = (line[below(line.length)] as () => string)()
    lines.push(next)
    size += next.length + 1
  }
  return lines.join('\n')
}
