/** Documents as they are and as nobody should write them, with much in them that repeats. */
import fc from 'fast-check'
import { anyCharacter } from '../../any-character.ts'

/** What broke coders that replace text by codes: codes, variables, escapes, signs of every step. */
const hostile = [
  '$A',
  '$A1',
  '$AA',
  '$AAPL',
  '$WS',
  '$WSL_DISTRO=1',
  '$IP.5',
  '$IP1.7',
  '$$',
  '$0',
  '$HOME/bin',
  'echo $AA',
  '§',
  '§1',
  '¬',
  '¬§',
  '¬¬',
  '¶',
  '†',
  'α',
  '^',
  '^1 3',
  '^2 99',
  '~',
  '~3|1=x',
  '~1, ~4~',
  'Fovea text 1 123456789: 1 lines of short forms',
  '; ',
  ': ',
  '[a-z]+',
  '(?:x)*',
  '\\n',
  '\\',
  '$&',
  '$1',
  "$'",
  '\u0000',
  '\u0000DLR\u0000',
  '\uD83D',
  '\uDE00',
  '\u2028',
  '__proto__',
  'constructor',
  '|',
  '| a\\|b |',
  ',',
  ';',
  '\t',
] as const

const plain = [
  'deploy the gateway server now.',
  'foo bar baz',
  'qux',
  'AA qux',
  'foobarbaz',
  'foobarbazA',
  'x $AB y',
  'phrase',
  '10.0.1.1',
  '10.0.1.2',
  '10.0.1.110.0.1.2',
  '110.0.1.1',
  '10.0.1.7/24',
  '1.2.3.4.5',
  '/home/user/workspace/skills/lib/tokens.py',
  '/home/user/workspace2',
  'https://example.org/a/b/c',
  'C:\\Users\\me\\src',
  'getUserByName',
  'server_key.pem',
  'FEATURE, BUGFIX, DECISION, CONFIG',
  '1, 2, 3, 4, 5',
  'web-01 web-02 web-03 web-04',
  '007, 008, 009, 010',
  '配置网关服务器',
  '端口：8080，',
  '設定ファイル',
  '👩‍👩‍👧',
  '🚀',
  'é',
  '"a JSON \\" string"',
  '{"k":"v","n":[1,2]}',
  '| host | eu-west-1 | ok |',
  'a,b,c,d',
  '- [ ] write tests',
  '- [x] write tests',
  '```ts',
  '```',
  '~~~',
  '`code`',
  '# Title',
  '---',
  'title: x',
  '    indented',
  'trailing  ',
  '2024-01-02T03:04:05Z ERROR failed',
] as const

const word: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...plain) },
  { weight: 2, arbitrary: fc.constantFrom(...hostile) },
  { weight: 1, arbitrary: fc.string({ unit: anyCharacter, maxLength: 6 }) },
)

const line: fc.Arbitrary<string> = fc
  .tuple(fc.array(word, { maxLength: 6 }), fc.constantFrom(' ', ' ', '', ', ', '|', '\t', '/'))
  .map(([words, separator]) => words.join(separator))

/** Lines drawn again and again from a few, single or in blocks, with any line break. */
export const document: fc.Arbitrary<string> = fc
  .tuple(
    fc.array(line, { minLength: 1, maxLength: 5 }),
    fc.array(fc.tuple(fc.nat({ max: 4 }), fc.nat({ max: 4 }), fc.integer({ min: 1, max: 5 })), {
      maxLength: 12,
    }),
    fc.constantFrom('\n', '\n', '\r\n', '\r', ' '),
    fc.boolean(),
  )
  .map(([lines, draws, lineBreak, ends]) => {
    const drawn = draws.flatMap(([from, length, times]) =>
      Array.from({ length: times }, () => lines.slice(from, from + length + 1)).flat(),
    )
    return drawn.join(lineBreak) + (ends ? lineBreak : '')
  })

/** Any string at all, and strings of few characters, which repeat in every way. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 60 }),
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 40 })
    .map(units => String.fromCharCode(...units)),
  fc.string({ unit: fc.constantFrom('$', 'A', 'B', '1', ' ', '\n', '¬', '§', '^', '~', '|'), maxLength: 80 }),
)

/** `FOVEA_RUNS=100000` searches longer. */
export const runs: number = Number(process.env['FOVEA_RUNS'] ?? 200)
