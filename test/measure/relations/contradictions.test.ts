import fc from 'fast-check'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { wordsIn } from '../../../src/measure/relations/contradictions.ts'

const comparisons = vi.hoisted(() => ({ count: 0 }))

vi.mock('../../../src/measure/relations/weighted-dice.ts', async importOriginal => {
  const original = await importOriginal<typeof import('../../../src/measure/relations/weighted-dice.ts')>()
  return {
    ...original,
    weightedDice: (...texts: Parameters<typeof original.weightedDice>) => {
      comparisons.count += 1
      return original.weightedDice(...texts)
    },
  }
})

// Read anew: another file of the same worker may have read it without the count.
const counted: string = '../../../src/measure/relations/contradictions.ts?counted'
const { contradictions }: typeof import('../../../src/measure/relations/contradictions.ts') = await import(
  counted
)

beforeEach(() => {
  comparisons.count = 0
})

const user = (text: string) => ({ role: 'user', text })
const assistant = (text: string) => ({ role: 'assistant', text })

const small = [
  user('Please connect the billing service to the MySQL database on port 3306.'),
  assistant('The frontend now renders the invoice table with sortable columns and a footer.'),
  user('The weekly report goes out on Friday morning to the whole finance team.'),
]

describe('contradictions', () => {
  it('finds the earlier message that a correction is about', () => {
    const correction = user('Actually, connect the billing service to the Postgres database on port 5432.')
    expect(contradictions([...small, correction])).toEqual([
      { index: 0, by: 3, signal: 'explicit_correction' },
    ])
  })

  it('needs a word of correction', () => {
    const repetition = user('Please connect the billing service to the Postgres database on port 5432.')
    expect(contradictions([...small, repetition])).toEqual([])
  })

  it('needs the same topic', () => {
    const elsewhere = user('Actually, dogs rarely bark at butterflies that sleep under tall oak trees.')
    expect(contradictions([...small, elsewhere])).toEqual([])
  })

  it('corrects the single most similar message only', () => {
    const similar = user('Please connect the billing service to a database of your choice, soon.')
    const correction = user('No, connect the billing service to the Postgres database on port 3306.')
    expect(contradictions([similar, ...small, correction]).map(({ index }) => index)).toEqual([1])
  })

  it('corrects the nearest of equals', () => {
    const correction = user('Actually, connect the billing service to the Postgres database on port 5432.')
    const [said, ...others] = small
    const repeated = said ?? user('')
    expect(contradictions([repeated, ...others, repeated, correction]).map(({ index }) => index)).toEqual([3])
  })

  it('names the last of several corrections', () => {
    const first = user('Actually, connect the billing service to the Oracle database, please.')
    const second = user('Wait, connect the billing service to the MySQL database on port 3307.')
    expect(contradictions([...small, first, second])).toEqual([
      { index: 0, by: 4, signal: 'wait_correction' },
    ])
  })

  it('ignores messages under 50 characters', () => {
    const short = user('Use the MySQL database on port 3306, always now.')
    const correction = user('Actually, use the Postgres database on port 5432, and always now.')
    expect(short.text).toHaveLength(48)
    expect(contradictions([short, ...small, correction]).map(({ index }) => index)).not.toContain(0)
    const longer = user(`${short.text}!!`)
    expect(contradictions([longer, ...small, correction]).map(({ index }) => index)).toEqual([0])
  })

  it('must be half as sure again where another role is corrected', () => {
    const ten = (words: string) => {
      expect(words.split(' ')).toHaveLength(10)
      return words
    }
    const said = ten('alpha bravo charlie delta echo foxtrot golf hotel india juliett')
    const twoShared = user(ten('actually alpha bravo kilo lima mike november oscar papa quebec'))
    const threeShared = user(ten('actually alpha bravo charlie kilo lima mike november oscar papa'))
    expect(contradictions([user(said), twoShared])).toHaveLength(1)
    expect(contradictions([assistant(said), twoShared])).toHaveLength(0)
    expect(contradictions([assistant(said), threeShared])).toHaveLength(1)
    expect(contradictions([user(said), twoShared], 0.2)).toHaveLength(1)
    expect(contradictions([user(said), twoShared], 0.21)).toHaveLength(0)
  })

  it('neither corrects a tool nor lets one correct', () => {
    const [first, ...rest] = small
    const text = 'Actually, connect the billing service to the Postgres database on port 5432.'
    expect(contradictions([...small, { role: 'tool', text }])).toEqual([])
    expect(contradictions([{ role: 'tool', text: first?.text ?? '' }, ...rest, user(text)])).toEqual([])
  })

  it('understands Chinese and German, where 17 characters are 50 bytes', () => {
    const chinese = [
      user('请把计费服务连接到端口为三三零六的数据库上面。'),
      user('前端页面需要显示可以排序的发票表格和页脚。'),
      user('每周五早上把周报发给整个财务团队的同事们。'),
      user('不对，请把计费服务连接到端口为五四三二的数据库。'),
    ]
    expect(contradictions(chinese)).toEqual([{ index: 0, by: 3, signal: 'explicit_correction' }])
    const german = [
      user('Verbinde den Abrechnungsdienst bitte mit der MySQL-Datenbank auf Port 3306.'),
      user('Die Oberfläche zeigt jetzt eine sortierbare Rechnungstabelle mit Fußzeile.'),
      user('Der Wochenbericht geht jeden Freitag früh an die ganze Finanzabteilung.'),
      user('Nein, verbinde den Abrechnungsdienst mit der Postgres-Datenbank auf Port 5432.'),
    ]
    expect(contradictions(german)).toEqual([{ index: 0, by: 3, signal: 'negation_directive' }])
  })

  it('works with two messages, which cannot say what is rare', () => {
    const [first] = small
    const correction = user('Actually, connect the billing service to the Postgres database on port 5432.')
    expect(contradictions([first ?? user(''), correction])).toHaveLength(1)
    expect(contradictions([])).toEqual([])
  })

  it('finds what comparing with every earlier message would find', () => {
    const subjects = [
      'billing',
      'report',
      'frontend',
      'backup',
      'search',
      'login',
      'export',
      'cache',
      'mailer',
    ]
    const details = [
      'port',
      'table',
      'queue',
      'retry',
      'token',
      'region',
      'limit',
      'schedule',
      'format',
      'owner',
    ]
    const messages = Array.from({ length: 120 }, (_, index) => {
      const words = Array.from({ length: 7 }, (_, at) => details[(index * 3 + at * at) % details.length])
      const opener = index % 4 === 3 ? 'Actually, take' : 'Please take'
      return user(
        `${opener} the ${subjects[(index * 5) % subjects.length]} with ${words.join(' and ')} ${index % 11}th.`,
      )
    })
    const sets = messages.map(({ text }) => wordsIn(text))
    const uses = (word: string) => sets.filter(words => words.has(word)).length
    const weightOf = new Map(
      [...new Set(sets.flatMap(words => [...words]))].map(word => [word, Math.log(1 + 120 / uses(word))]),
    )
    const weigh = (words: Iterable<string>) =>
      [...words].reduce((sum, word) => sum + (weightOf.get(word) ?? 0), 0)
    const dice = (one: Set<string>, other: Set<string>) =>
      (2 * weigh([...one].filter(word => other.has(word)))) / (weigh(one) + weigh(other))
    const found = contradictions(messages)
    expect(found.length).toBeGreaterThan(15)
    for (const { index, by } of found) {
      const corrector = sets[by] ?? new Set()
      const best = Math.max(...sets.slice(0, by).map(words => dice(words, corrector)))
      expect(dice(sets[index] ?? new Set(), corrector)).toBeCloseTo(best, 10)
    }
  })

  it('does not compare more for each of 4,000 messages than for each of 1,000 (D26)', () => {
    const chat = (count: number) =>
      Array.from({ length: count }, (_, index) =>
        user(
          `Actually, service number${index % 97} should call topic${index % 89} and queue${index % 83} instead of the old ones.`,
        ),
      )
    const perMessage = (count: number) => {
      comparisons.count = 0
      expect(contradictions(chat(count)).length).toBeGreaterThan(100)
      return comparisons.count / count
    }
    const few = perMessage(1000)
    expect(few).toBeGreaterThan(4)
    expect(few).toBeLessThanOrEqual(16)
    expect(perMessage(4000)).toBeLessThanOrEqual(16)
  })

  it('is deterministic, and only ever corrects backwards', () => {
    const message = fc.record({
      role: fc.constantFrom('user', 'assistant', 'tool'),
      text: fc
        .array(
          fc.constantFrom(
            'actually,',
            'port',
            'database',
            'instead',
            'billing',
            'no,',
            'service',
            '不是',
            'ß😀',
          ),
          {
            minLength: 6,
            maxLength: 20,
          },
        )
        .map(words => words.join(' ')),
    })
    fc.assert(
      fc.property(fc.array(message, { maxLength: 25 }), messages => {
        const found = contradictions(messages)
        expect(contradictions(messages)).toEqual(found)
        expect(new Set(found.map(({ index }) => index)).size).toBe(found.length)
        for (const { index, by } of found) expect(index).toBeLessThan(by)
      }),
    )
  })
})
