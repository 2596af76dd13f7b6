/** Loads the modules named on standard input and prints every pattern that they make with `new RegExp`. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const patterns: object[] = []

globalThis.RegExp = new Proxy(RegExp, {
  construct(target, given, newTarget) {
    const pattern = Reflect.construct(target, given, newTarget) as RegExp
    const place = placeOf(new Error().stack ?? '')
    const { source, flags } = pattern
    if (place !== undefined) patterns.push({ ...place, source, flags, use: 'search' })
    return pattern
  },
})

/** The first place in the sources that is not a helper which joins patterns; nothing for those of packages. */
function placeOf(stack: string): { readonly file: string; readonly line: number } | undefined {
  const places = stack.split('\n').flatMap(line => {
    const found = /file:.{1,2000}?\/src\/.{1,500}?\.ts(?=:(\d{1,9}))/.exec(line)
    return found === null ? [] : [{ file: fileURLToPath(found[0]), line: Number(found[1]) }]
  })
  return places.find(({ file }) => !file.endsWith('any-of.ts'))
}

for (const module of JSON.parse(readFileSync(0, 'utf8')) as string[]) await import(module)
process.stdout.write(JSON.stringify(patterns))
