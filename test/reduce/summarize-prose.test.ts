import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { proseBudget, summarizeProse } from '../../src/reduce/summarize-prose.ts'
import { anyText, wellFormedText } from '../scan/any-text.ts'

const summaryOf = (text: string): string => summarizeProse(text, proseBudget(text.length))

const dull = [
  'The people in the room talked for a while about the weather and the food.',
  'Later on they moved the chairs to the side and opened a window.',
  'The afternoon went by quietly and the light grew softer over the town.',
  'Somebody had brought a cake with pears, and it tasted of summer.',
  'In the evening the group walked along the river and back again.',
  'The old bridge was still closed, as it had been in the spring.',
]
const dullText = (sentences: number): string =>
  Array.from({ length: sentences }, (_, at) =>
    dull[at % dull.length]?.replace('The', `The ${'very '.repeat(at % 5)}`),
  ).join(' ')

describe('proseBudget', () => {
  it.each([
    [0, 200],
    [450, 200],
    [1000, 300],
    [1234, 370],
    [2000, 600],
    [50_000, 600],
  ])('of %i characters is %i', (length, budget) => {
    expect(proseBudget(length)).toBe(budget)
  })
})

describe('the length of a summary', () => {
  const words = (length: number): string =>
    'some words without any punctuation '.repeat(length / 30).slice(0, length)

  it('C9: of 1000 characters without punctuation is at most 300', () => {
    const summary = summaryOf(words(1000))
    expect(summary.length).toBeLessThanOrEqual(300)
    expect(summary.length).toBeGreaterThan(290)
    expect(summary).toMatch(/^some words .*\.\.\.$/)
  })

  it('C9: of about 450 characters is at most 200', () => {
    expect(summaryOf(words(450)).length).toBeLessThanOrEqual(200)
    expect(summaryOf(dullText(6)).length).toBeLessThanOrEqual(200)
  })

  it('C9: of about 3 kB is between 200 and 800', () => {
    const summary = summaryOf(dullText(42))
    expect(summary.length).toBeGreaterThan(200)
    expect(summary.length).toBeLessThanOrEqual(800)
  })
})

describe('what a summary says', () => {
  it('C10: leaves a leading "Great." out', () => {
    const summary = summaryOf(`Great. Thanks for asking! ${dullText(8)}`)
    expect(summary).not.toContain('Great')
    expect(summary).not.toContain('Thanks')
  })

  it('C10: of nothing but filler is its first sentence', () => {
    expect(summaryOf('Great. Sure. Thanks a lot! OK.')).toBe('Great.')
    expect(summaryOf('好的。谢谢！没问题。')).toBe('好的。')
  })

  it.each([
    ['emphasis', 'However, the old bridge must be avoided.'],
    ['an error', 'ValueError: bad value'],
    ['an exit code', 'exit code 2'],
    ['FAIL', 'The last run said FAIL in the end.'],
    ['a file and line', 'The trouble comes from src/foo.ts:42: over there.'],
    ['an identifier', 'Then fetchData was called once more.'],
    ['a number with unit', 'It took 500 MB of room.'],
    ['a technical term', 'Somebody went in over ssh that day.'],
    ['a reason', 'It was late because the train had stopped.'],
  ])('C10: keeps the sentence with %s', (_, weighty) => {
    const text = `${dullText(5)} ${weighty} ${dullText(5)}`
    expect(summarizeProse(text, 200)).toContain(weighty)
  })

  it('keeps an error among lines that are full of identifiers', () => {
    const line = 'baseTree, shadowTree, headTree, filesTouched, promptAttributions'
    const text = `${`${line}\n`.repeat(9)}error: unknown flag --deep\n${`${line}, isLast\n`.repeat(9)}`
    expect(summarizeProse(text, 200)).toContain('error: unknown flag --deep')
  })

  it('of digits and signs alone is their beginning', () => {
    expect(summarizeProse('12 34. 56 78. '.repeat(30), 20)).toBe('12 34. 56 78. 12...')
  })

  it('C10: has a sentence of each paragraph, however much another one says', () => {
    const places = ['harbour', 'market', 'station', 'garden']
    const loud = Array.from({ length: 8 }, (_, at) => `The port must be ${8080 + at}, says readPort.`).join(
      ' ',
    )
    const quiet = places.map(place => `Many people went to the ${place} that day. Some came late.`)
    const summary = summarizeProse([loud, ...quiet].join('\n\n'), 260)
    for (const place of places) expect(summary).toContain(place)
    expect(summary).toContain('8080')
  })

  it('is in reading order, with what was left out marked', () => {
    const text = `${dull[0]} Port 8080 is taken. ${dull[1]} ${dull[2]} ${dull[3]} However, fetchData must use port 9090. ${dull[4]}`
    expect(summarizeProse(text, 70)).toBe('Port 8080 is taken. ... However, fetchData must use port 9090.')
  })

  it('says nothing twice', () => {
    const text = `The cache must hold 512 MB. ${dullText(4)} The cache must hold 512 MB. ${dullText(4)}`
    expect(summaryOf(text).split('512 MB')).toHaveLength(2)
  })

  it('keeps a fact behind a polite opener', () => {
    expect(summaryOf(`${dullText(5)} Sure, we use port 8080. ${dullText(5)}`)).toContain('port 8080')
  })

  it('reads a sentence that could never fit in its lines and clauses', () => {
    const words = 'and so they went on and on through the fields '.repeat(3).trim()
    const text = `${words}, ${words}; the port is 8080, ${words}, ${words}`
    expect(text.length).toBeGreaterThan(500)
    expect(summarizeProse(text, 200)).toContain('the port is 8080')
    expect(summarizeProse(`${words}\n${words}\nthe port is 8080\n${words}`, 150)).toContain(
      'the port is 8080',
    )
  })

  it('keeps the tail that has no full stop', () => {
    expect(summaryOf(`${dullText(9)} and the port is 8080`)).toContain('the port is 8080')
  })

  it('D19: cuts no time or version apart', () => {
    const summary = summaryOf(
      `${dullText(6)} It broke at 10:00:00.123 in v1.2.3 of the server. ${dullText(6)}`,
    )
    expect(summary).toContain('It broke at 10:00:00.123 in v1.2.3 of the server.')
  })
})

describe('other languages', () => {
  const chatter = {
    Chinese:
      '大家在房间里聊了很久的天气和食物。后来他们把椅子搬到旁边，打开了窗户。下午过得很安静，小镇上的光线变得柔和。',
    Japanese:
      '部屋の人々は天気と食べ物の話をしていた。その後、椅子を脇に寄せて窓を開けた。午後は静かに過ぎて、町の光が柔らかくなった。',
    German:
      'Die Leute im Raum sprachen lange über das Wetter und das Essen. Später rückten sie die Stühle zur Seite. ',
    Russian: 'Люди в комнате долго говорили о погоде и о еде. Потом они отодвинули стулья и открыли окно. ',
  }

  it.each([
    ['Chinese', '数据库必须在3月1日之前迁移到新的集群。'],
    ['Chinese', '这个接口不能在生产环境中使用。'],
    ['Japanese', 'サーバーは必ず3月1日までに停止してください。'],
    ['Japanese', 'この設定は本番環境では使えません。'],
    ['German', 'Der Dienst darf nicht vor dem 3. März neu gestartet werden.'],
    ['German', 'Die Antwort dauert höchstens 30 Sekunden.'],
    ['Russian', 'Сервис нельзя перезапускать до 3 марта.'],
    ['Russian', 'Ответ занимает не больше 30 секунд.'],
  ] as const)('D22: a fact in %s survives: %s', (language, fact) => {
    const text = `${chatter[language].repeat(4)}${fact}${language === 'German' || language === 'Russian' ? ' ' : ''}${chatter[language].repeat(4)}`
    const budget = Math.min(proseBudget(text.length), 200)
    const summary = summarizeProse(text, budget)
    expect(summary).toContain(fact)
    expect(text.length / summary.length).toBeGreaterThan(2)
  })
})

describe('any summary', () => {
  it('is within its budget and made of sentences of the text, in order', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 0, max: 300 }), (text, budget) => {
        const summary = summarizeProse(text, budget)
        expect(summary.length).toBeLessThanOrEqual(budget)
        // Where the text itself writes the separator, its parts cannot be distinguished.
        fc.pre(!text.includes('..'))
        const whole = summary.endsWith('...') && !text.includes(summary) ? summary.slice(0, -3) : summary
        let from = 0
        for (const part of text.includes(whole) ? [whole] : whole.split(' ... ')) {
          const at = text.indexOf(part, from)
          expect(at).toBeGreaterThanOrEqual(from)
          from = at + part.length
        }
      }),
      { numRuns: 1000 },
    )
  })

  it('D13: holds no half of a character', () => {
    expect(summaryOf('😀'.repeat(1500)).isWellFormed()).toBe(true)
    fc.assert(
      fc.property(wellFormedText, fc.nat(120), (text, budget) => {
        expect(summarizeProse(text.repeat(3), budget).isWellFormed()).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  it('is the same each time', () => {
    fc.assert(
      fc.property(anyText, anyText, (text, other) => {
        const summary = summaryOf(text)
        summaryOf(other)
        expect(summaryOf(text)).toBe(summary)
      }),
    )
  })
})

describe('a sentence with a key', () => {
  const facts = Array.from(
    { length: 12 },
    (_, at) =>
      `Never call \`closeOrder${at}()\` in src/orders/close-${at}.ts:${at + 40}, because it failed ${at + 3} times.`,
  )
  const key = ['sk', 'live', '51H8xkQ2eZvKYlo2C0aBcDeFgHiJkLmNoP'].join('_')

  it.each([key, '[secret:stripe-key:4dbf]'])('stays with it: %s', shown => {
    const sentence = `It pays in the small shop with ${shown} for now.`
    const summary = summaryOf([...facts.slice(0, 6), sentence, ...facts.slice(6)].join(' '))
    expect(summary).toContain(sentence)
    expect(summary).toContain('closeOrder')
  })
})
