import { describe, expect, it } from 'vitest'
import { scoreSpan } from '../../src/reduce/score-span.ts'
import { sentenceWords } from '../../src/reduce/sentence-words.ts'
import { entities } from '../../src/scan/entities.ts'

function scoreSentence(sentence: string): number {
  return scoreSpan(sentence, { start: 0, end: sentence.length }, entities(sentence), sentenceWords(sentence))
}

/** For any fact. */
const fact = 4
const failure = 5
const negation = 13

describe('a sentence', () => {
  it.each([
    ['says nothing', 'They went home.', 0],
    ['has a good length', 'They went home through the park and along the river.', 2],
    ['is too long for that', 'They went home again and again. '.repeat(4).replaceAll('.', ''), 0],
    ['names one identifier', 'See fetchData now.', 3 + fact],
    ['names three identifiers', 'See fetchData, OrderService, my_var.', 9 + fact],
    ['stresses', 'It is critical.', 4],
    ['reasons', 'It fell therefore.', 3],
    ['has a technical term', 'Go over ssh now.', 2],
    ['has a status', 'It said PASS.', 3],
    ['reports a failure', 'The build crashed.', failure],
    ['reports a failure in Chinese', '构建失败。', failure],
    ['is filler', 'Great work.', -10],
    ['thanks in German', 'Danke für alles.', -10],
    ['thanks in Russian', 'Спасибо за всё.', -10],
    ['thanks in Chinese', '谢谢你们。', -10],
    ['thanks in Japanese', 'ありがとうございます。', -10],
    ['only begins like filler', 'Thanks to Ada it runs.', 1],
    ['has a number with its unit', 'It took 10 seconds.', 3 + fact],
    ['names a place in a file', 'See src/a.ts:42 now.', 3 + 2 + fact],
    ['has an address', 'See https://a.example.org/b now.', 10 + fact],
    ['reports an error', 'ValueError: they went home.', 3 + 20 + fact],
    ['has a small number', 'Only 3 came.', 3 + fact],
    ['numbers a list', '3. They came.', 0],
    ['denies', 'It is not so.', negation],
    ['denies in short', "It doesn't run.", negation],
    ['denies in German', 'Das geht nicht.', negation],
    ['denies in Russian', 'Это не так.', negation],
    ['denies in Chinese', '这样不行。', negation],
    ['denies in Japanese', '動かない。', negation],
    ['has a fact behind an opener', 'Sure, on port 8080.', 3 + fact],
  ])('that %s', (_, sentence, expected) => {
    expect(scoreSentence(sentence)).toBe(expected)
  })

  it.each([
    '500 MB',
    '2026-03-01',
    'port 8080',
    'https://a.example.org/b',
    '#142',
    'HO-231',
    'redis-prod-001',
    '"blue heron"',
    '88123',
    'v1.2.3',
    'src/a.ts',
    'ENOSPC',
    '10:45',
    'jan@mail.example.org',
  ])('with %s scores at least as much as one with an identifier', name => {
    expect(scoreSentence(`They saw ${name} there.`)).toBeGreaterThanOrEqual(
      scoreSentence('They saw fetchData there.'),
    )
  })
})
