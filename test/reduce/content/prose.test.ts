import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ContentSource } from '../../../src/reduce/content/content.ts'
import { prose } from '../../../src/reduce/content/prose.ts'
import { sentenceValue } from '../../../src/reduce/pieces/sentence-value.ts'
import { SourcedText } from '../../../src/reduce/sourced-text/sourced-text.ts'
import { endlessTimeout, obeysTextLaws, readEndless, shown, textOf } from './text-laws.ts'

const user: ContentSource = { role: 'user', kind: 'prose' }

describe('prose', () => {
  it('fits what was measured as prose', () => {
    expect(prose.fits(new SourcedText('Some words.', user))).toBe(true)
    expect(prose.fits(new SourcedText('Some words.', { ...user, kind: 'json' }))).toBe(false)
  })

  it('cuts an entry of a log, and what a terminal shows below a call, from the lines around', () => {
    const lines = [
      '2026-03-02T09:12:01Z [sync] reading all orders of the last week',
      '2026-03-02T09:12:02Z [sync] ERROR upload failed: no such bucket',
      'could not sync the orders of the last week: no such bucket',
      '  /home/me/app/logs/2026/03/02/sync-of-all-orders.log',
      '  ⎿  Sync hook error: it exited with a status that is not known',
    ]
    const texts = prose.pieces(lines.join('\n'), user).map(({ text }) => text)
    expect(texts).toEqual([lines[0], lines[1], `${lines[2]}\n${lines[3]}`, lines[4]])
  })

  it.each([
    ['We decided to use the smaller warehouse.', 'key'],
    ['You must never delete an order.', 'key'],
    ['ValueError: price is negative', 'key'],
    ['The order has 12 items.', 'useful'],
    ['Did the order arrive?', 'useful'],
    ['We spoke with Anna about it.', 'useful'],
    ['It does not work on phones.', 'useful'],
    ['Das geht so leider nicht.', 'useful'],
    ['我们决定用小仓库。', 'key'],
    ['the weather was fine on the whole', 'plain'],
    ['Thanks, great!', 'noise'],
    ['', 'noise'],
  ])('values %j as %s', (text, value) => {
    expect(prose.pieces(text, user).map(piece => piece.value)).toEqual([value])
  })

  it('values the many rules of a document less than those of a person', () => {
    expect(prose.pieces('You must never delete an order.', { ...user, role: 'tool' })[0]?.value).toBe(
      'useful',
    )
  })

  it('splits a long line into sentences', () => {
    const text = `${'The first part of the story is about the weather in the hills. '.repeat(3)}We agreed on Friday.`
    const pieces = obeysTextLaws(prose, text, user)
    expect(pieces.map(({ lines }) => lines)).toEqual([1, 0, 0, 0])
    expect(pieces.at(-1)).toMatchObject({ text: 'We agreed on Friday.', value: 'key' })
  })

  it('keeps wrapped lines together up to the end of a sentence', () => {
    const text =
      'a sentence that goes on and on over the end\nof its line and stops here.\nanother one that is just as long as that\nand stops.'
    expect(prose.pieces(text, user).map(({ lines }) => lines)).toEqual([2, 2])
  })

  it('puts what is said under who says it', () => {
    const long = 'We looked at the numbers of the last quarter and they were fine. '.repeat(4)
    const text = `Anna Lee: Shall we start?\nBob: ${long}We decided to stop the old line.\nAnna Lee: Good.\nBob: Fine.`
    const pieces = obeysTextLaws(prose, text, { role: 'tool', kind: 'prose' })
    expect(pieces[0]?.text).toBe('Anna Lee: Shall we start?')
    const decision = pieces.find(piece => piece.text.startsWith('We decided'))
    expect(pieces[decision?.under ?? -1]?.text).toBe('Bob: ')
    expect(decision?.lines).toBe(0)
  })

  it('does not take a note for a speaker', () => {
    expect(shown(prose.pieces('Note: this is how it is.\nand so it goes on\nand on', user))).toEqual([
      'plain Note: this is how it is.',
      'plain and so it goes on',
      'plain and on',
    ])
  })

  it('loses no line of any text', () => {
    const typical = [
      'Anna: yes, we do. '.repeat(20),
      'Bob: no.',
      'A sentence. Another one! A third?',
      '张三：好的。我们决定了。'.repeat(30),
    ]
    fc.assert(
      fc.property(textOf(typical), fc.constantFrom('user' as const, 'tool' as const), (text, role) => {
        obeysTextLaws(prose, text, { ...user, role })
      }),
      { numRuns: 100 },
    )
  })

  it('takes no text for ever', { timeout: endlessTimeout }, context =>
    readEndless(text => prose.pieces(text, user), context),
  )
})

describe('sentenceValue', () => {
  it.each(['<task_list>', '</task_list>', '  <critical-requirement>'])('finds nothing in %s alone', tag => {
    expect(sentenceValue(tag, 'user')).toBe('noise')
  })

  it('reads what is beside a tag', () => {
    expect(sentenceValue('<rule> Never push to main. </rule>', 'user')).toBe('key')
  })
})
