/** Whether a test was expected to fail, since it was written before its code. */
import { hasOneOf } from '../has-one-of.ts'

/** Each with parts in small letters of which every match holds one. */
const announced: readonly { readonly parts: readonly string[]; readonly pattern: RegExp }[] = [
  {
    parts: [
      ...[
        'should fail',
        'must fail',
        'will fail',
        'to fail',
        'they fail',
        'it fail',
        'test fail',
        'tests fail',
      ],
      ...['currently fail', 'now fail', 'first fail', 'initially fail', 'all fail'],
    ],
    pattern:
      /\b(?:should|must|will|to|they|it|tests?) (currently |now |first |initially |all )?fail(?:s|ing)?\b.{0,40}\b(?:first|now|right now|currently|before|until|yet|because|as expected)(?!\w)/i,
  },
  {
    parts: ['expect', 'meant', 'supposed', 'going'],
    pattern:
      /\b(?:expect(?:ed|ing|s)?|meant|supposed|going) (it |them |this |these |the test |the tests |that test |both |all )?to (?:\w{1,12} )?fail\b/i,
  },
  {
    parts: ['fail'],
    pattern:
      /\b(?:verify|confirm|see|watch|check|ensure|make sure|prove|show)(ing)? (that )?(?:it|they|them|this|these|the new tests?|the tests?|tests?|both|each)( \w{1,12}){0,2} fails?\b/i,
  },
  {
    parts: ['expect', 'intentional', 'deliberate', 'as intended', 'as planned'],
    pattern:
      /\b(?:expecting|expected|intentional|deliberate) (test )?failures?\b|\bfail(s|ed|ing)? as (?:expected|intended|planned)\b|\bas (?:expected|intended), .{0,60}\bfail/i,
  },
  // I wrote the test before its code, so it must fail.
  {
    parts: [
      ...['test before', 'tests before', 'test ahead', 'tests ahead'],
      ...['must fail', 'should fail', 'will fail', 'to fail', 'still fail', 'now fail'],
    ],
    pattern:
      /\btests? (?:before|ahead of) (?:its|the|their|any) (?:code|implementation|fix)(?!\w)|\bso (?:it|they|this|these|the tests?|both) (?:must|should|will|has to|have to) (still |now )?fail(?!\w)/i,
  },
  {
    parts: ['should fail', 'failing test', 'red phase', 'red step', 'red state', 'green'],
    pattern:
      /\bwhich should fail\b|\bshould fail (?:right now|now|with the current|against the current|before)\b|\bred (?:phase|step|state)\b|\bfailing tests? first\b|\bRED\b.{0,40}\bGREEN\b/i,
  },
  {
    parts: ['bug', 'issue', 'problem'],
    pattern:
      /\b(?:confirm(?:s|ed)?|demonstrat(?:es?|ed)|reproduc(?:es?|ed)|show(?:s|ed)?|prov(?:es?|ed)) (that )?(the |both |these |this )?(?:bugs?|issues?|problems?)(?!\w)/i,
  },
]

export function announcesFailure(text: string): boolean {
  const small = text.toLowerCase()
  return announced.some(({ parts, pattern }) => hasOneOf(small, parts) && pattern.test(text))
}
