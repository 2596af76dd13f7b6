import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contentReaders, detectedKind } from '../../../src/reduce/content/index.ts'
import type { ContentKind } from '../../../src/types.ts'
import { anyCharacter } from '../../any-character.ts'
import { expectLinear } from '../../measure/expect-linear.ts'

const lines = (...text: readonly string[]): string => text.join('\n')

const samples: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  json: {
    'an object': '{"name":"shop","items":[1,2,3]}',
    'an array over lines': lines('[', '  {', '    "id": 1,', '    "tags": ["a", "b"]', '  }', ']'),
    numbers: '[1, 2.5, -3]',
    'an object a line': lines('{"id":1,"ok":true}', '{"id":2,"ok":false}', '{"id":3,"ok":true}'),
    'a document that was cut off': lines(
      '{',
      '  "total": 12,',
      '  "rows": [',
      '    "a",',
      '    "b",',
      '    "c',
    ),
    'behind what a shell prints': lines('Exit code: 0', 'Wall time: 0.2 seconds', 'Output:', '{"a": 1}'),
    'one long line': JSON.stringify({
      rows: Array.from({ length: 2000 }, (_, id) => ({ id, name: `Row ${id}` })),
    }),
  },
  diff: {
    'of git': lines(
      'diff --git a/src/cart.ts b/src/cart.ts',
      'index 1111111..2222222 100644',
      '--- a/src/cart.ts',
      '+++ b/src/cart.ts',
      '@@ -1,3 +1,3 @@ export function total() {',
      ' const items = []',
      '-const tax = 0.19',
      '+const tax = rate()',
    ),
    'a patch for an agent': lines(
      '*** Begin Patch',
      '*** Update File: src/cart.ts',
      '@@',
      '-const a = 1',
      '+const a = 2',
      '*** End Patch',
    ),
    'in a log': lines(
      `commit ${'0123456789'.repeat(4)}`,
      'Author: Ada <ada@shop.test>',
      'Date:   Mon Jan 5 10:00:00 2026',
      '',
      '    Tax by country',
      '',
      'diff --git a/a.ts b/a.ts',
      '@@ -1 +1 @@',
      '-a',
      '+b',
    ),
  },
  log: {
    'with times': lines(
      '2026-01-05T10:00:00.123Z INFO  server started on port 3000',
      '2026-01-05T10:00:01.456Z WARN  slow query took 1200 ms',
      '2026-01-05T10:00:02.789Z ERROR connection refused',
    ),
    'with levels': lines('INFO: loading settings', 'DEBUG: 12 settings', 'WARN: no cache', 'INFO: ready'),
    'of a system': lines(
      'Jan  5 10:00:00 shop sshd[812]: session opened',
      'Jan  5 10:00:09 shop cron[99]: done',
    ),
    'in JSON': lines(
      '{"time":"10:00","level":"INFO","msg":"up"}',
      '{"time":"10:01","level":"WARN","msg":"slow"}',
    ),
    'of a workflow': lines(
      'build\tSet up job\t2026-01-05T10:00:00.0000000Z Runner version 2',
      'build\tCheck out\t2026-01-05T10:00:01.0000000Z Fetching',
    ),
    'of commits': lines('1a2b3c4 Tax by country', '2b3c4d5 (tag: v2) Release 2', '3c4d5e6 Fix the cart'),
    'of commits in full': lines(
      `commit ${'abcdef0123'.repeat(4)}`,
      'Author: Ada <ada@shop.test>',
      'Date:   Mon Jan 5',
      '',
      '    Fix the cart',
      '',
      '    It was empty.',
    ),
  },
  'test-run': {
    go: lines(
      '=== RUN   TestTotal',
      '--- PASS: TestTotal (0.00s)',
      '=== RUN   TestTax',
      '--- FAIL: TestTax (0.01s)',
      '    tax_test.go:12: got 1, want 2',
      'FAIL',
      'FAIL\tshop/cart\t0.2s',
    ),
    'go, packages': lines(
      'ok  \tshop/cart\t0.234s',
      'ok  \tshop/tax\t(cached)',
      '?   \tshop/cmd\t[no test files]',
    ),
    vitest: lines(
      ' ✓ test/cart.test.ts (3 tests) 12ms',
      ' ✓ test/tax.test.ts (2 tests) 3ms',
      '',
      ' Test Files  2 passed (2)',
      '      Tests  5 passed (5)',
    ),
    jest: lines(
      'PASS test/cart.test.ts',
      '  cart',
      '    ✓ adds (2 ms)',
      '    ✕ removes (1 ms)',
      '',
      'Tests:       1 failed, 1 passed, 2 total',
    ),
    pytest: lines(
      '============ test session starts ============',
      'collected 3 items',
      'tests/test_cart.py ..F   [100%]',
      '============ 1 failed, 2 passed in 0.12s ============',
    ),
    cargo: lines(
      'running 2 tests',
      'test cart::adds ... ok',
      'test cart::removes ... FAILED',
      'test result: FAILED. 1 passed; 1 failed',
    ),
    'bun, behind a runner': lines(
      '@shop/core test: bun test v1.2.0',
      '@shop/core test: (pass) cart > adds [1.00ms]',
      '@shop/core test: (fail) cart > removes',
    ),
    TAP: lines('TAP version 13', 'ok 1 - adds', 'not ok 2 - removes', '# tests 2', '# fail 1'),
  },
  'stack-trace': {
    JavaScript: lines(
      "TypeError: Cannot read properties of undefined (reading 'price')",
      '    at total (/app/src/cart.ts:12:5)',
      '    at async main (/app/src/main.ts:3:1)',
    ),
    Python: lines(
      'Traceback (most recent call last):',
      '  File "/app/cart.py", line 12, in total',
      '    return item.price',
      "AttributeError: 'NoneType' object has no attribute 'price'",
    ),
    Go: lines(
      'panic: runtime error: index out of range [3]',
      '',
      'goroutine 1 [running]:',
      'main.total()',
      '\t/app/cart.go:12 +0x1d',
      'main.main()',
      '\t/app/main.go:5 +0x20',
    ),
    Java: lines(
      'Exception in thread "main" java.lang.NullPointerException',
      '\tat shop.Cart.total(Cart.java:12)',
      '\tat shop.Main.main(Main.java:5)',
    ),
  },
  build: {
    tsc: lines(
      "src/cart.ts(12,5): error TS2322: Type 'string' is not assignable to type 'number'.",
      "src/tax.ts(3,1): error TS2304: Cannot find name 'rate'.",
    ),
    eslint: lines(
      '/app/src/cart.ts',
      "  12:5   error    'x' is never used  no-unused-vars",
      '  14:1   warning  Missing return     consistent-return',
      '',
      '✖ 2 problems (1 error, 1 warning)',
    ),
    go: lines('# shop/cart', './cart.go:12:5: undefined: rate', './cart.go:14:2: declared and not used: x'),
    cargo: lines(
      '   Compiling shop v0.1.0',
      'error[E0308]: mismatched types',
      '  --> src/cart.rs:12:5',
      '   |',
      '12 |     "x"',
      '   |     ^^^ expected integer',
    ),
    npm: lines('npm warn deprecated glob@7.2.3', 'npm error code E404', 'npm error 404 Not found'),
    'a bundler behind a runner': lines(
      '[build] $ tsup',
      '[build] CLI Building entry: src/index.ts',
      '[build] ESM dist/index.js 2.00 KB',
      '[build] ESM ⚡️ Build success in 12ms',
    ),
  },
  search: {
    'with lines': lines(
      'src/cart.ts:12:const total = 0',
      'src/tax.ts:3:export function rate() {',
      'README.md:40:the total is',
    ),
    'with context': lines(
      'src/cart.ts-11-// sum',
      'src/cart.ts:12:const total = 0',
      'src/cart.ts-13-',
      '--',
      'src/tax.ts:3:x',
    ),
    'in one file': lines('12:const total = 0', '40:return total', '77:total += 1'),
    'without lines': lines('src/cart.ts:const total = 0', 'src/tax.ts:export function rate() {'),
  },
  listing: {
    'ls -l': lines(
      'total 16',
      'drwxr-xr-x 2 ada ada 4096 Jan  5 10:00 .',
      '-rw-r--r-- 1 ada ada  120 Jan  5 10:00 cart.ts',
    ),
    ls: lines('README.md', 'package.json', 'src', 'test'),
    find: lines('./src/cart.ts', './src/tax.ts', './test/cart.test.ts'),
    tree: lines(
      '.',
      '├── src',
      '│   ├── cart.ts',
      '│   └── tax.ts',
      '└── test',
      '',
      '2 directories, 2 files',
    ),
    'git status': lines(
      'On branch main',
      'Changes not staged for commit:',
      '  (use "git add <file>..." to update)',
      '\tmodified:   src/cart.ts',
      '',
      'Untracked files:',
      '\tnotes.txt',
    ),
    'git status --short': lines('## main', ' M src/cart.ts', '?? notes.txt', 'A  src/new.ts'),
    'git diff --stat': lines(
      ' src/cart.ts | 12 ++++++------',
      ' src/tax.ts  |  3 +++',
      ' 2 files changed, 9 insertions(+), 6 deletions(-)',
    ),
  },
  html: {
    'a page': lines('<!doctype html>', '<html lang="en">', '<body>', '  <h1>Shop</h1>', '</body>', '</html>'),
    XML: lines('<?xml version="1.0"?>', '<project>', '  <name>shop</name>', '</project>'),
  },
  table: {
    'of markdown': lines('| name | price |', '| --- | --- |', '| apple | 1.20 |', '| pear | 0.90 |'),
    tabs: lines('id\tname\tprice', '1\tapple\t1.20', '2\tpear\t0.90'),
    commas: lines('id,name,price', '1,apple,1.20', '2,pear,0.90', '3,plum,2.00'),
    columns: lines(
      'NAME        READY   STATUS    AGE',
      'shop-1      1/1     Running   2d',
      'shop-2      0/1     Pending   5m',
    ),
  },
  markdown: {
    'a document': lines(
      '# Shop',
      '',
      'A shop that sells fruit.',
      '',
      '## Use',
      '',
      '- run `npm start`',
      '- open the **page**',
      '',
      '```sh',
      'npm start',
      '```',
    ),
    'a list': lines('Three things are left:', '', '1. the tax', '2. the cart', '3. the invoice'),
  },
  code: {
    TypeScript: lines(
      "import { rate } from '../tax.ts'",
      '',
      '/** The sum of a cart. */',
      'export function total(items: Item[]): number {',
      '  return items.reduce((sum, item) => sum + item.price, 0)',
      '}',
    ),
    Python: lines(
      'import json',
      '',
      '# Reads the cart.',
      'def total(items):',
      '    result = 0',
      '    for item in items:',
      '        result += item["price"]',
      '    return result',
    ),
    Go: lines(
      'package cart',
      '',
      'import (',
      '\t"fmt"',
      '\t"strings"',
      ')',
      '',
      'func Total(items []Item) int {',
      '\treturn len(items)',
      '}',
    ),
    shell: lines('#!/bin/bash', 'set -e', 'for file in src/*.ts; do', '  echo "$file"', 'done'),
    settings: lines(
      'name: shop',
      'version: 2',
      'services:',
      '  - name: db',
      '    image: postgres',
      '    port: 5432',
    ),
    'a file as Claude Code shows it': lines(
      '     1→# Shop',
      '     2→',
      '     3→A shop that sells fruit.',
      '     4→',
      '     5→Run it.',
    ),
    'a file of one line': '     1→hello',
    'a file as cat -n shows it': lines('    12\tconst total = 0', '    13\t', '    14\treturn total'),
    'a file as SWE-agent shows it': lines(
      '[File: /app/cart.py (90 lines total)]',
      '(11 more lines above)',
      '12:def total():',
      '13:    return 0',
      '14:',
      '15:def tax():',
      '(75 more lines below)',
    ),
  },
  encoded: {
    'base 64': Buffer.from('The quick brown fox jumps over the lazy dog. '.repeat(20)).toString('base64'),
    'base 64 in lines': lines(
      ...(Buffer.from('0123456789 and more of it '.repeat(40)).toString('base64').match(/.{76}/g) ?? []),
    ),
    minified: `!function(e,t){"use strict";${'var n=e.a(t),r=n.b?n.c(1):t;'.replaceAll(' ', '_').repeat(60)}}(window,document);`,
    hex: lines(
      '00000000: 7f45 4c46 0201 0100 0000 0000 0000 0000  .ELF............',
      '00000010: 0300 3e00 0100 0000 6010 0000 0000 0000  ..>.....`.......',
    ),
    bytes: '\u0000\u0001\u0002PK\ufffd\ufffd\u0003\u0004 data \u0005\u0006',
  },
  prose: {
    'a sentence': 'Please make the cart show the tax of the country that the customer lives in.',
    'a word': 'Thanks!',
    'with an arrow and a price':
      'The price went from $12 → $14; see src/cart.ts:12 for the reason. It is fine -- really.',
    paragraphs: lines(
      'I looked at the cart first.',
      '',
      'It adds the tax twice, because `total()` is called by both sides. I will mend the first call and leave the other.',
    ),
    'a story about tests': lines(
      'The tests pass now: 12 passed, none failed.',
      'I also ran the linter, which found an error in the cart.',
      'It is mended.',
    ),
    Chinese: '会议定在下周三上午十点,请大家提前准备好材料。',
    Russian: 'Пожалуйста, покажи налог в корзине.',
  },
  other: { nothing: '', 'white space': ' \n\n\t', signs: '==> 42%', 'one path': '/tmp/x-1.sock' },
}

const cases = Object.entries(samples).flatMap(([kind, texts]) =>
  Object.entries(texts).map(([name, text]) => ({ kind, name, text })),
)

describe('detectedKind', () => {
  it.each(cases)('$kind: $name', ({ kind, text }) => {
    expect(detectedKind(text)).toBe(kind)
  })

  it('has an example of every kind that it can recognise', () => {
    const detected = contentReaders.filter(({ detect }) => detect !== undefined)
    expect(new Set([...detected.map(({ name }) => name), 'other'])).toEqual(new Set(Object.keys(samples)))
  })

  it('keeps to the kind when there is more of the same', () => {
    const repeatable = cases.filter(({ kind }) =>
      ['diff', 'log', 'build', 'search', 'code', 'prose'].includes(kind),
    )
    for (const { kind, name, text } of repeatable)
      expect(`${name}: ${detectedKind(`${text}\n`.repeat(400))}`).toBe(`${name}: ${kind}`)
  })

  it('sees colours as what they colour', () => {
    const red = (text: string): string => `\u001b[31m${text}\u001b[0m`
    expect(
      detectedKind(lines(`${red('src/cart.ts')}${red(':12:')}a`, `${red('src/tax.ts')}${red(':3:')}b`)),
    ).toBe('search')
  })

  it('does not turn prose into something else for a line or two', () => {
    const prose = Array.from(
      { length: 12 },
      () => 'The customer wants to see the tax in the cart before paying.',
    )
    for (const line of [
      'src/cart.ts:12:const total = 0',
      '- one point',
      'ERROR it failed',
      '$12.00 -> $14.00',
      '{"a": 1}',
      'const a = 1;',
      '| a | b |',
      '✓ done',
      '    at total (cart.ts:1:1)',
    ])
      expect(detectedKind(lines(...prose.slice(6), line, ...prose.slice(6)))).toBe('prose')
  })

  it('answers for any text, the same each time', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 300 }), text => {
        expect(detectedKind(text)).toBe(detectedKind(text))
      }),
    )
  })

  it.each([
    '\n',
    ' ',
    'a',
    '{',
    '[[',
    '<a ',
    'a:1:',
    '/a',
    '"a":',
    '- ',
    '=> ',
    '12\t',
    'a,',
    '`',
    '**',
    'é ',
    '\ud83d',
    'a b\n',
  ])('costs no more on a longer text: %j again and again', unit => {
    expectLinear(length => unit.repeat(length / unit.length), detectedKind)
  })
})

const corpus = join(import.meta.dirname, '../../../../shared/corpus')

/** What a command prints, where the command leaves no doubt. */
const certain: readonly { readonly kind: ContentKind; readonly folder: RegExp; readonly command: RegExp }[] =
  [
    { kind: 'diff', folder: /git-diff/, command: /^git diff(?!.*--stat)/ },
    { kind: 'diff', folder: /git-log/, command: /^git log -p/ },
    { kind: 'log', folder: /git-log/, command: /^git log .*--oneline|^git log --oneline/ },
    {
      kind: 'test-run',
      folder: /go-test|mise-test/,
      command: /^(?:go test(?!.*coverprofile)|mise run test)/,
    },
    { kind: 'test-run', folder: /jest-vitest-bun-test/, command: /^bun (?:run )?test/ },
    { kind: 'search', folder: /grep-rg/, command: /^(?:rg|git grep) / },
    { kind: 'listing', folder: /find-ls-tree/, command: /^(?:ls|find) (?!.*xargs)/ },
    { kind: 'listing', folder: /git-status/, command: /^git (?:status|worktree list)/ },
    { kind: 'build', folder: /tsc-eslint-build/, command: /^bunx? (?:run )?(?:build|lint|typecheck|biome)/ },
    { kind: 'build', folder: /golangci-lint/, command: /^(?:golangci-lint run(?!.*--help)|mise run lint)/ },
    { kind: 'build', folder: /go-build/, command: /^go build \.\/\.\.\. 2>&1/ },
    { kind: 'code', folder: /cat-sed-head/, command: /^(?:sed -n '[^']+' \S+\.ts$|nl -ba )/ },
    { kind: 'markdown', folder: /cat-sed-head/, command: /^(?:cat|sed -n '[^']+') \S+\.md$/ },
  ]

interface Output {
  readonly file: string
  readonly category: string
  readonly command: string
}

function isJson(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'object'
  } catch {
    return false
  }
}

describe.skipIf(!existsSync(corpus))(
  'detectedKind on real command outputs (skipped without the corpus)',
  () => {
    const outputs = existsSync(corpus)
      ? readFileSync(join(corpus, 'command-outputs/index.jsonl'), 'utf8')
          .trim()
          .split('\n')
          .map((line): Output => JSON.parse(line))
      : []
    const labelled = outputs.flatMap(({ file, category, command }) => {
      const bytes = readFileSync(join(corpus, file))
      const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString()
      const kind = isJson(text)
        ? 'json'
        : certain.find(one => one.folder.test(category) && one.command.test(command))?.kind
      return kind === undefined ? [] : [{ kind, shown: detectedKind(text), file }]
    })

    it.each([...new Set(certain.map(({ kind }) => kind)), 'json'] as const)('tells %s', kind => {
      const ofKind = labelled.filter(one => one.kind === kind)
      const wrong = ofKind.filter(({ shown }) => shown !== kind).map(({ file, shown }) => `${file}: ${shown}`)
      expect(ofKind.length).toBeGreaterThan(2)
      expect(wrong.length / ofKind.length, wrong.join(', ')).toBeLessThan(0.1)
    })
  },
)
