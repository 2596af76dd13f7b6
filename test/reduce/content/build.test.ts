import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { build } from '../../../src/reduce/content/build.ts'
import { SourcedText } from '../../../src/reduce/sourced-text/sourced-text.ts'
import { hostile, obeysLaws, outputOf, shell, viewOf } from './output-laws.ts'
import '../../property-seed.ts'

interface Build {
  readonly command: string
  readonly text: string
  /** Parts of lines that come before all others. */
  readonly key: readonly string[]
}

const builds: Readonly<Record<string, Build>> = {
  tsc: {
    command: 'npx tsc --noEmit',
    text: `src/cart.ts(3,7): error TS2345: Argument of type 'string' is not assignable.
  Type 'string' is not a number.
src/user.ts(9,1): error TS6133: 'id' is declared but its value is never read.`,
    key: ['error TS2345', 'error TS6133'],
  },
  'tsc --pretty': {
    command: 'bun run typecheck',
    text: `src/cart.ts:3:7 - error TS2345: Argument of type 'string' is not assignable.

3   add('one')
        ~~~~~

Found 1 error in src/cart.ts:3`,
    key: ['error TS2345', 'Found 1 error'],
  },
  eslint: {
    command: 'npx eslint .',
    text: `/srv/shop/src/cart.ts
   3:7   error    'id' is not defined          no-undef
   9:1   warning  Unexpected console statement  no-console

✖ 2 problems (1 error, 1 warning)`,
    key: ['no-undef', 'no-console', '✖ 2 problems'],
  },
  'eslint unix': {
    command: 'npx eslint -f unix .',
    text: `/srv/shop/src/cart.ts:3:7: 'id' is not defined. [Error/no-undef]

1 problem`,
    key: ['[Error/no-undef]', '1 problem'],
  },
  gcc: {
    command: 'make',
    text: `gcc -c -o cart.o cart.c
cart.c: In function 'total':
cart.c:12:9: error: 'sum' undeclared (first use in this function)
   12 |  return sum;
      |         ^~~
cart.c:3:5: warning: unused variable 'a' [-Wunused-variable]
make: *** [Makefile:3: cart.o] Error 1`,
    key: ["error: 'sum' undeclared", '[-Wunused-variable]', 'make: ***'],
  },
  cargo: {
    command: 'cargo build',
    text: `   Compiling shop v0.1.0 (/srv/shop)
error[E0308]: mismatched types
 --> src/cart.rs:12:9
  |
12 |     total
  |     ^^^^^ expected \`u64\`, found \`&str\`

warning: unused variable: \`a\`
 --> src/cart.rs:3:9

error: could not compile \`shop\` (lib) due to 1 previous error`,
    key: ['error[E0308]', '--> src/cart.rs:12:9', 'unused variable', 'could not compile'],
  },
  go: {
    command: 'cd shop && go build ./...',
    text: `# acme.dev/shop/cart
cart/cart.go:12:9: undefined: total
cart/cart.go:20:2: declared and not used: a`,
    key: ['undefined: total', 'declared and not used'],
  },
  'golangci-lint': {
    command: 'golangci-lint run',
    text: `cart/cart.go:12:9: G204: Subprocess launched with variable (gosec)
\tcmd := exec.Command(name)
\t       ^
1 issues:
* gosec: 1`,
    key: ['G204', '1 issues:', '* gosec: 1'],
  },
  javac: {
    command: 'javac Cart.java',
    text: `Cart.java:12: error: cannot find symbol
    return sum;
           ^
  symbol:   variable sum
1 error`,
    key: ['cannot find symbol', '1 error'],
  },
  mypy: {
    command: 'uv run mypy .',
    text: `shop/cart.py:12: error: Incompatible return value type  [return-value]
shop/cart.py:12: note: See the docs
Found 1 error in 1 file (checked 9 source files)`,
    key: ['Incompatible return', 'Found 1 error'],
  },
  ruff: {
    command: 'ruff check .',
    text: `shop/cart.py:12:89: E501 Line too long (92 > 88)
shop/cart.py:1:8: F401 [*] \`os\` imported but unused
Found 2 errors.`,
    key: ['E501', 'F401', 'Found 2 errors'],
  },
  biome: {
    command: 'npx biome check .',
    text: `src/cart.ts:3:7 lint/style/useConst  FIXABLE  ━━━━━━━━━━

  × This let declares a variable that is never reassigned.

  > 3 │ let a = 1
      │ ^^^

src/user.ts format ━━━━━━━━━━

  × Formatter would have printed the following content:

Checked 9 files in 12ms. No fixes applied.
Found 2 errors.`,
    key: ['lint/style/useConst', 'never reassigned', 'src/user.ts format', 'Found 2 errors'],
  },
  webpack: {
    command: 'npm run build',
    text: `asset main.js 12.3 KiB [emitted]
ERROR in ./src/cart.ts 3:7
Module not found: Error: Can't resolve './total' in '/srv/shop/src'
webpack 5.90.0 compiled with 1 error in 812 ms`,
    key: ['ERROR in ./src/cart.ts', "Can't resolve './total'", 'compiled with 1 error'],
  },
  vite: {
    command: 'pnpm build',
    text: `vite v6.0.0 building for production...
transforming...
✓ 120 modules transformed.
dist/index.html                  0.46 kB │ gzip:  0.30 kB
dist/assets/index-a1b2c3d4.js  143.36 kB │ gzip: 46.09 kB
(!) Some chunks are larger than 500 kB after minification. Warning: consider splitting.
✓ built in 1.2s`,
    key: ['larger than 500 kB', 'built in 1.2s'],
  },
}

describe('build', () => {
  it.each(Object.keys(builds))('reads %s: every error and the totals', name => {
    const { command, text, key } = builds[name] as Build
    expect(build.fits(new SourcedText(text, { ...shell, kind: 'build', command }))).toBe(true)
    const shown = viewOf(obeysLaws(build, text), 'key').join('\n')
    for (const part of key) expect(shown).toContain(part)
  })

  it('shows the first warnings of a rule and names the places of the others', () => {
    const warning = (file: string, line: number): string[] => [
      `${file}:${line}:1: G204: Subprocess launched with variable (gosec)`,
      '\tcmd := exec.Command(name)',
      '\t       ^',
    ]
    const text = [
      ...[1, 2, 3, 4].flatMap(line => warning('a.go', line)),
      ...warning('b.go', 9),
      'b.go:10:2: undefined: x',
    ].join('\n')
    const pieces = obeysLaws(build, text)
    const statement = pieces.find(({ isStatement }) => isStatement)
    expect(statement).toMatchObject({ text: '… 2 more G204: a.go:4, b.go:9', lines: 6, value: 'key' })
    expect(viewOf(pieces, 'key').at(-1)).toBe('b.go:10:2: undefined: x')
  })

  it('never folds an error', () => {
    const text = Array.from({ length: 50 }, (_, at) => `src/a.ts(${at},1): error TS2345: no`).join('\n')
    expect(viewOf(obeysLaws(build, text), 'key')).toHaveLength(50)
  })

  it('says how many places it does not name', () => {
    const text = Array.from({ length: 20 }, (_, at) => `a.c:${at}:1: warning: unused [-Wunused]`).join('\n')
    const said = obeysLaws(build, text).find(({ isStatement }) => isStatement)?.text
    expect(said).toBe('… 17 more -Wunused: a.c:3,4,5,6,7,8,9,10,11,12,13,14 and 5 more places')
  })

  it('groups what a linter prints under the path of a file', () => {
    const pieces = obeysLaws(build, (builds['eslint'] as Build).text)
    const error = pieces.find(({ text }) => text.includes('no-undef'))
    expect(pieces[error?.under ?? -1]?.text).toBe('/srv/shop/src/cart.ts')
  })

  it('counts the files that a bundler wrote', () => {
    const files = Array.from({ length: 9 }, (_, at) => `web build: ESM dist/chunk-${at}.js    ${at}.00 KB`)
    const pieces = obeysLaws(
      build,
      [...files, 'web build: ESM Build success in 769ms', 'web build: Exited with code 0'].join('\n'),
    )
    expect(pieces.find(({ isStatement }) => isStatement)?.text).toBe('… 6 more output files')
    expect(viewOf(pieces, 'key')).toEqual([
      'web build: ESM Build success in 769ms',
      'web build: Exited with code 0',
    ])
  })

  it('leaves the results of a search alone', () => {
    const text = 'src/a.ts:3:const error = 1\nsrc/b.ts:9:throw error'
    expect(
      build.fits(new SourcedText(text, { ...shell, kind: 'search', command: 'grep -rn error src' })),
    ).toBe(false)
  })

  it('keeps the laws on anything', () => {
    const typical = Object.values(builds).flatMap(({ text }) => text.split('\n'))
    fc.assert(fc.property(outputOf(typical), text => void obeysLaws(build, text)))
  })

  it('reads hostile text in one pass', () => {
    for (const text of hostile) obeysLaws(build, text)
  })
})
