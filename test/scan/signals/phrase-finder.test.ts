import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { correctionsIn } from '../../../src/measure/relations/correction-signals.ts'
import { phraseFinder } from '../../../src/scan/signals/phrase-finder.ts'
import { weightySignalsIn } from '../../../src/scan/signals/weighty-signals.ts'

describe('phraseFinder', () => {
  const find = phraseFinder({ second: ['do it / not … but'], first: ["^wait, / don't / 等等"] })

  it('answers in the order of its list, each name once', () => {
    expect(find('Wait, do it. Do it, don’t.')).toEqual(['second', 'first'])
  })

  it('wants whole words, any white space, either apostrophe', () => {
    expect(find('redo it, do items')).toEqual([])
    expect(find('do\n  it')).toEqual(['second'])
    expect(phraseFinder({ next: ['next, '] })(`Next,${' '.repeat(20)}the tests`)).toEqual(['next'])
    expect(find('DON’T')).toEqual(['first'])
    expect(find('我们等等再说')).toEqual(['first'])
  })

  it('wants the start of a clause where asked', () => {
    expect(find('they wait, and')).toEqual([])
    expect(find('Hm. "Wait, what')).toEqual(['first'])
    expect(find('hm, wait, what')).toEqual(['first'])
  })

  it('bridges a gap inside a sentence and no further', () => {
    expect(find('not this but that')).toEqual(['second'])
    expect(find('not this. Anything but that')).toEqual([])
    expect(find(`not ${'x'.repeat(80)} but that`)).toEqual([])
  })
})

describe('comparing by code unit', () => {
  const phrases = ["^now i'll", "don't", 'do not', 'до свидания', '不要', 'next, ', 'to do:', 'à cause de']
  const clauseStart = '(?<=(?:^|[.!?:;,。！？：；，、…—–\\n])[\\s"“„「\'*_>(-]{0,8})'
  /** What a phrase means, as a pattern. */
  const patternOf = (phrase: string): RegExp => {
    const said = phrase.replace('^', '').replaceAll("'", "['’]").replaceAll(' ', '\\s{1,8}')
    const end = /[\wÀ-ɏЀ-ӿ]$/.test(phrase) ? '(?![\\wÀ-ɏЀ-ӿ])' : ''
    const start = /^\^?[\wÀ-ɏЀ-ӿ]/.test(phrase) ? '(?<![\\wÀ-ɏЀ-ӿ])' : ''
    return new RegExp(`${start}${phrase.startsWith('^') ? clauseStart : ''}${said}${end}`, 'i')
  }
  const piece = fc.oneof(
    fc.constantFrom(...phrases.flatMap(phrase => phrase.replace('^', '').split(/(?<= )|(?= )/))),
    fc.constantFrom(
      ' ',
      '  ',
      '\n',
      '\t',
      '\u00a0',
      '\u2003',
      '\u0085',
      '        ',
      '         ',
      '’',
      "'",
      '"',
      '- ',
    ),
    fc.constantFrom('.', ',', '—', '(', '*', 'x', 'é', 'ж', '好', '_', '1', 'ſ'),
  )

  it.each(phrases)('finds %j where its pattern does', phrase => {
    const find = phraseFinder({ phrase: [phrase] })
    const pattern = patternOf(phrase)
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 24 }), pieces => {
        const text = pieces.join('')
        expect(find(text).length > 0, JSON.stringify(text)).toBe(pattern.test(text.toLowerCase()))
      }),
      { numRuns: 300 },
    )
  })
})

describe('signals', () => {
  it.each([
    [
      'explicit_correction',
      'Actually, the port is 5433.',
      '其实端口是 5433。',
      'Das stimmt nicht, der Port ist 5433.',
    ],
    ['retraction', 'Scratch that, leave the port.', '算了，端口不改了。', 'Vergiss das mit dem Port.'],
    [
      'self_correction',
      'I meant the other port.',
      '我说错了，是另一个端口。',
      'Ich meinte den anderen Port.',
    ],
    [
      'sorry_correction',
      'Sorry, the port differs.',
      '抱歉，端口不同。',
      'Entschuldigung, der Port ist anders.',
    ],
    ['wait_correction', 'Wait, the port differs.', '等等，端口不同。', 'Moment, der Port ist anders.'],
    ['dont_directive', "Please don't use MySQL.", '请不要用 MySQL。', 'Bitte MySQL nicht verwenden.'],
    ['instead_directive', 'Take Postgres instead.', '请改用 Postgres。', 'Nimm stattdessen Postgres.'],
    [
      'not_but_pattern',
      'It is not MySQL but Postgres.',
      '数据库不是 MySQL 而是 Postgres。',
      'Es ist nicht MySQL, sondern Postgres.',
    ],
    ['negation_directive', 'No, the other one.', '不，是另一个。', 'Nein, der andere.'],
    ['rephrase', 'Let me rephrase the question.', '换句话说，端口没变。', 'Anders gesagt: der Port bleibt.'],
  ])('name %s in three languages', (signal, ...texts) => {
    for (const text of texts) expect(correctionsIn(text)[0], text).toBe(signal)
  })

  it.each([
    'Wait for the server to start, then open the page.',
    'The factual answer is in the readme. It was not wrong.',
    'There is no port, and I have no idea about insteadness.',
    'Das Ergebnis ist richtig und wird verwendet.',
    '服务器已经启动，端口是 5433。',
  ])('are not seen in %j', text => {
    expect(correctionsIn(text)).toEqual([])
  })

  it.each([
    [
      "Let's go with Postgres.",
      '我们决定采用 Postgres。',
      'Wir haben uns für Postgres entschieden.',
      'Мы решили взять Postgres.',
    ],
  ])('see decisions', (...texts) => {
    for (const text of texts) expect(weightySignalsIn(text), text).toEqual(['decision'])
  })

  it.each([
    [
      'It must stay below 5 MB.',
      '大小必须小于 5 MB。',
      'Es muss unter 5 MB bleiben.',
      'Размер должен быть меньше 5 МБ.',
    ],
  ])('see constraints', (...texts) => {
    for (const text of texts) expect(weightySignalsIn(text), text).toEqual(['constraint'])
  })
})
