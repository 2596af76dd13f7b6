import { describe, expect, it } from 'vitest'
import { choosableItems } from '../../../../src/strategies/coverage/mark/choosable-items.ts'
import { answeredNumbers, namedNumbers } from '../../../../src/strategies/coverage/mark/named-numbers.ts'

const lines = [
  'There are three ways:',
  '1. Keep both',
  '### Option 2: keep the newer',
  '**3.** Keep none',
  '   - which loses 2 rows',
  '| 4 | ask |',
]

const findings = [
  'Two findings:',
  '1. `findSession` swallows errors',
  '2. Missing `t.Parallel()` in new tests',
  '| 181 | Keep one session | open |',
  '| 182 | Read sessions once | open |',
]

describe('choosableItems', () => {
  it.each<[string, readonly number[]]>([
    ['1+2', [1, 2]],
    ['let’s do 3 too', [3, 4]],
    ['I like option 2', [2]],
    ['do 2, 3 and 4', [2, 3, 4, 5]],
    ['yes please', []],
    ['fix all 4', []],
    ['see #2 and v3', []],
    ['use 1.5', []],
    ['7', []],
    [`3 ${'and more of the same '.repeat(10)}`, []],
  ])('of %j', (reply, items) => {
    expect(choosableItems(() => lines).byNumber(namedNumbers(reply))).toEqual(items)
  })

  it.each<[string, readonly number[]]>([
    ['fix the parallel ones first', [2]],
    ['181', [3]],
    ['review 182 please', [4]],
    ['which of them is open?', []],
    ['and the sessions?', [4]],
    ['what about errors in parallel sessions?', []],
    ['yes, but start from the main branch and write tests that run in parallel on another machine', []],
  ])('of %j by words that one item has', (reply, items) => {
    expect(choosableItems(() => findings).byWords(reply)).toEqual(items)
  })

  it.each<[string, readonly number[]]>([
    ['1+2', [6, 7]],
    ['2', [7]],
    // No list after the first has both.
    ['1 and 3', [1, 3, 6]],
  ])('takes %j from the last list, which the message asks about', (reply, items) => {
    const report = [
      'What is done:',
      '1. The parser',
      '2. The writer',
      '3. The tests',
      '',
      'Would you like to:',
      '1. Run the tests',
      '2. Review the parser',
      'What comes next?',
    ]
    expect(choosableItems(() => report).byNumber(namedNumbers(reply))).toEqual(items)
    const told = [...report.slice(0, -1), 'Both are small.']
    expect(choosableItems(() => told).byNumber(namedNumbers('1+2'))).toEqual([1, 2, 6, 7])
  })

  it('takes the items that a message answers one by one', () => {
    const decisions = [
      'The steps:',
      '1. Read the parser',
      '2. Mend it',
      'Open decisions for you:',
      '1. **Upserts** — leave them as they are?',
      '2. **Message** — one or two of them',
      '3. **Analytics** — should I count deletions?',
    ]
    const items = choosableItems(() => decisions)
    const reply = '2. Make clear that what comes later is kept.\n\n1. Cover the upsert too.\n\n3. yup'
    expect(items.byAnsweredNumbers(answeredNumbers(reply))).toEqual([4, 5, 6])
    expect(answeredNumbers('1. yup')).toEqual([])
    expect(answeredNumbers('In 1. and 2. there is nothing.')).toEqual([])
    expect(items.byAnsweredNumbers(answeredNumbers(`${reply}\n4. Ship it`))).toEqual([])
    // Nothing was asked: the list may be one of the person's own.
    const report = choosableItems(() => decisions.slice(0, 3))
    expect(report.byAnsweredNumbers(answeredNumbers('1. Stop.\n2. Go home.'))).toEqual([])
  })

  it('takes an item with all that is nested in it, and no nested item of the same number', () => {
    const options = [
      '1. **Option 1:**',
      '   - **Flight 1:** OSL to BGO',
      '     - Number: K14',
      '2. **Option 2:**',
      '   - **Flight 1:** OSL to TRD',
    ]
    expect(choosableItems(() => options).byNumber(namedNumbers('I’d like option 1'))).toEqual([0, 1, 2])
  })

  it('takes each item of a list whose numbers are aligned to the right', () => {
    expect(
      choosableItems(() => [' 8. Log', ' 9. Retry', '10. Cache']).byNumber(namedNumbers('do 9 and 10')),
    ).toEqual([1, 2])
  })

  it('reads a list of any length', () => {
    expect(
      choosableItems(() => Array<string>(200_000).fill('1. Retry')).byNumber(namedNumbers('1')),
    ).toHaveLength(200_000)
  })

  it('reads the lines once, and only for a reply that may name one of them', () => {
    let reads = 0
    const { byNumber } = choosableItems(() => {
      reads += 1
      return lines
    })
    expect(byNumber(namedNumbers('No, '.repeat(100)))).toEqual([])
    expect(reads).toBe(0)
    expect([byNumber(namedNumbers('1+2')), byNumber(namedNumbers('let’s do 3 too'))]).toEqual([
      [1, 2],
      [3, 4],
    ])
    expect(reads).toBe(1)
  })

  it.each<[string, readonly number[]]>([
    ['Address 77 and 78', [1, 2]],
    ['address 77/78', [1, 2]],
    ['now 77-79, please', [1, 2, 3]],
    ['start with 79.', [3]],
    ['77 and 80', []],
    ['fix 77 tests', []],
    ['see line 78', []],
    ['see lines 77-79', []],
    ['77/78 of them pass', []],
    ['the shadowed name', []],
  ])('of an older list, named by %j', (reply, items) => {
    const review = [
      '## Review',
      '- (77) ⚠️ `ok` is a shadowed name',
      '- (78) The result is unused',
      '- (79) 🐛 Reads the folder twice',
    ]
    expect(choosableItems(() => review).byEveryNumber(namedNumbers(reply))).toEqual(items)
  })

  it('has the first lines below a heading, up to the next one', () => {
    const review = [
      '### 1. Port',
      'It is fixed.',
      '### 2. Test',
      'None.',
      'Add one.',
      'For the port.',
      'Later.',
      'Which?',
    ]
    const items = choosableItems(() => review)
    expect(items.byAnsweredNumbers(answeredNumbers('for 1: why?'))).toEqual([0, 1])
    expect(items.byAnsweredNumbers(answeredNumbers('for 2: why?'))).toEqual([2, 3, 4, 5])
  })
})
