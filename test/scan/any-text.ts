/** Arbitrary texts of many scripts, rich in what sentences and entities are made of. */
import fc from 'fast-check'
import { anyCharacter } from '../any-character.ts'

const pieces: readonly string[] = [
  ...'. ! ? … 。 ！ ？ ． ｡ ... ?! , ; : - — ( ) [ ] " \' ` “ ” „ « » 「 」 《 》'.split(' '),
  ...['\n', '\n\n', '\r\n', ' ', ' ', ' ', '\t', '\u00a0', '\u3000', '\u2028', '\n- ', '\n1. '],
  ...'word The Dr. e.g. z.B. etc. i.e. J. A 3 3.14 v1.2.3 10:00:00.123 März 3. 2026-03-01 #142 HO-231'.split(
    ' ',
  ),
  ...'src/foo.ts:42 https://a.example/b?c=d a@b.example redis-prod-001 camelCase PascalCase snake_case CONST_CASE'.split(
    ' ',
  ),
  ...':8080 localhost:80 500MB $5 10% npm ERROR FAIL TypeError a1b2c3d4e5 --flag ./a ../b ~/c .env _ __ \\'.split(
    ' ',
  ),
  ...'Größe Москва Анна т.е. 数据库 错误 価格 カタカナ ひらがな यह हाँ العربية 한국어 ไทย'.split(' '),
  ...[
    '😀',
    '👩‍👩‍👧',
    '🇩🇪',
    '👍🏽',
    '❤️',
    'e\u0301',
    '\u0301',
    '\u200d',
    '\ufe0f',
    '\u3099',
    'กำ',
    'क्ष',
    '\uff9e',
  ],
  ...['\ud83d', '\ude00', '\0', '__proto__'],
]

/** May hold lone surrogates. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.array(fc.constantFrom(...pieces), { maxLength: 40 }).map(parts => parts.join('')),
  },
  {
    weight: 2,
    arbitrary: fc.array(fc.constantFrom(...pieces), { maxLength: 60 }).map(parts => parts.join(' ')),
  },
  { weight: 1, arbitrary: fc.string({ unit: anyCharacter, maxLength: 80 }) },
)

export const wellFormedText: fc.Arbitrary<string> = anyText.map(text => text.toWellFormed())
