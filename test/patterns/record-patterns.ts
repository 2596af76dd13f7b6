/** Loads the modules named on standard input, calls what makes patterns later, and prints every pattern made with `new RegExp`. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const patterns: object[] = []

globalThis.RegExp = new Proxy(RegExp, {
  construct(target, given, newTarget) {
    const pattern = Reflect.construct(target, given, newTarget) as RegExp
    const places = placesOf(new Error().stack ?? '')
    const place = places.find(({ file }) => !file.endsWith('matches-at.ts'))
    const { source, flags } = pattern
    if (place !== undefined) patterns.push({ ...place, source, flags, use: 'search', madeAt: places[0] })
    return pattern
  },
})

/** The places in the sources, the innermost first; none for patterns of packages. */
function placesOf(stack: string): readonly { readonly file: string; readonly line: number }[] {
  return stack.split('\n').flatMap(line => {
    const found = /file:.{1,2000}?\/src\/.{1,500}?\.ts(?=:(\d{1,9}))/.exec(line)
    return found === null ? [] : [{ file: fileURLToPath(found[0]), line: Number(found[1]) }]
  })
}

for (const module of JSON.parse(readFileSync(0, 'utf8')) as string[]) await import(module)
const { exercisePatterns } = await import('./exercise-patterns.ts')
exercisePatterns()
process.stdout.write(JSON.stringify(patterns))
