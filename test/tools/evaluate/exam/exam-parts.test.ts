import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkQuestions } from '../../../../src/tools/evaluate/exam/check-questions.ts'
import { examCases } from '../../../../src/tools/evaluate/exam/exam-case.ts'
import {
  examMethodNamed,
  examMethodNames,
  examView,
  shownView,
} from '../../../../src/tools/evaluate/exam/exam-method.ts'
import type { CaseReport } from '../../../../src/tools/evaluate/exam/exam-report.ts'
import {
  bootstrapInterval,
  methodDifferences,
  methodScores,
} from '../../../../src/tools/evaluate/exam/exam-scores.ts'
import {
  answersSideBySide,
  gradesIn,
  lettersFor,
} from '../../../../src/tools/evaluate/exam/grading-prompt.ts'
import { numberedBlocks, numberedText } from '../../../../src/tools/evaluate/exam/numbered-blocks.ts'
import { proposedQuestions } from '../../../../src/tools/evaluate/exam/question-prompt.ts'
import { isUnknown, readingIn } from '../../../../src/tools/evaluate/exam/reading-prompt.ts'
import { readTranscriptFrom } from '../../../../src/transcripts/read-transcript.ts'
import { longSession } from '../../../coverage-session.ts'
import { call, result, say, text } from '../../../formats/neutral-messages.ts'
import { wordCounter } from '../../../models/word-counter.ts'
import { chat } from '../../../strategies/view-of.ts'
import { examSession } from './exam-session.ts'

const session = await examSession()

describe('cases', () => {
  it('are the compactions of the agent, at the size of its own summary', () => {
    const cases = examCases(session)
    expect(cases.map(({ at, message }) => [at, message])).toEqual([
      ['compaction', 33],
      ['compaction', 67],
      ['compaction', 101],
    ])
    for (const { history, budget, future } of cases) {
      expect(history.counters.counter.count(history.summary ?? '')).toBe(budget)
      expect(shownView(future)).not.toContain(history.summary?.slice(0, 40))
    }
    expect(cases[1]?.history.text).not.toContain('service_101')
    expect(examCases(session, { casesPerSession: 1 }).map(({ message }) => message)).toEqual([101])
    const [tenth] = examCases(session, { share: 0.1 })
    expect(tenth?.budget).toBe(Math.floor((tenth?.history.tokens ?? 0) / 10))
  })

  it('are cuts where the agent compacted nothing, and none of a short session', async () => {
    const messages = chat.create(longSession(90))
    const transcript = await readTranscriptFrom(JSON.stringify(messages))
    const cases = examCases({ name: 'long', transcript })
    expect(cases.map(({ at }) => at)).toEqual(['cut', 'cut'])
    for (const { budget, history } of cases) expect(budget).toBe(Math.floor(0.05 * history.tokens))
    const short = await readTranscriptFrom(JSON.stringify(messages.slice(0, 12)))
    expect(examCases({ name: 'short', transcript: short })).toEqual([])
  })
})

describe('a history for the writer', () => {
  const messages = [
    say('user', text('Look at it.')),
    say('assistant', text('I look.'), call('c1', 'ls src')),
    say('tool', result('c1', 'word '.repeat(400))),
  ]

  it('has its blocks numbered, with who says what', () => {
    const blocks = numberedBlocks(messages)
    expect(blocks.map(({ number, speaker }) => `${number} ${speaker}`)).toEqual([
      '1 user',
      '2 assistant',
      expect.stringMatching(/^3 assistant calls /),
      '4 tool result',
    ])
    expect(blocks[2]?.text).toBe('ls src')
  })

  it('is cut where it is longest when it is too long', () => {
    const whole = numberedText(numberedBlocks(messages), 10_000, wordCounter)
    const cut = numberedText(numberedBlocks(messages), 100, wordCounter)
    expect(wordCounter.count(whole)).toBeGreaterThan(400)
    expect(wordCounter.count(cut)).toBeLessThanOrEqual(100)
    expect(wordCounter.count(cut)).toBeGreaterThan(80)
    expect(cut).toContain('#1 user:\nLook at it.')
  })
})

describe('questions', () => {
  const history = [
    { number: 1, speaker: 'user', text: 'Use port 8431 “for now”,\n  not 9000.' },
    { number: 2, speaker: 'assistant', text: 'It is in src/server.ts.' },
  ]
  const proposal = (question: string, answer: string, ...quotes: readonly string[]) => ({
    kind: 'fact' as const,
    question,
    answer,
    quotes: quotes.map(quote => ({ block: 7, quote })),
  })
  const check = (proposed: readonly ReturnType<typeof proposal>[], future = '', maxQuestions = 9) =>
    checkQuestions(proposed, { history, future, maxQuestions })

  it('are kept with the block where their quote really is', () => {
    const { kept, dropped } = check([
      proposal('Which port?', 'Port 8431.', 'use port 8431 "for now", not 9000'),
      proposal('Where is it?', 'In src/server.ts.', 'It is … src/server.ts'),
    ])
    expect(kept.map(({ id, source }) => [id, source[0]?.block])).toEqual([
      [1, 1],
      [2, 2],
    ])
    expect(dropped).toEqual([])
  })

  it('are dropped for what is wrong with them', () => {
    const { kept, dropped } = check(
      [
        proposal('Which port?', 'Port 8431.', 'Use port 8431'),
        proposal('Which  PORT?', 'It is 8431.', 'Use port 8431'),
        proposal('Which host?', 'It is db.internal.example.com/main.', 'Use port 8431'),
        proposal('Where?', 'In src/server.ts.', 'It is in src/server.ts'),
        proposal('Is it port 8431?', 'Port 8431', 'Use port 8431'),
        proposal('What else?', 'Not 9000.', 'not 9000'),
      ],
      'tool said: it is in src/server.ts now',
      1,
    )
    expect(kept).toHaveLength(1)
    expect(dropped.map(({ why }) => why)).toEqual([
      'it was asked before',
      expect.stringMatching(/^its answer names .*, which the history does not$/),
      'users or tools say the same words next',
      'the question gives its answer away',
      'there are 1 questions already',
    ])
  })

  it('are read from whatever is around them, or it is said what is wrong', () => {
    const good =
      '{"questions": [{"kind": "fact", "question": "Q?", "answer": "A.", "quotes": [{"block": "#3", "text": "x"}]}]}'
    expect(proposedQuestions(`Sure:\n\`\`\`json\n${good}\n\`\`\``)).toEqual({
      value: [{ kind: 'fact', question: 'Q?', answer: 'A.', quotes: [{ block: 3, quote: 'x' }] }],
    })
    expect(proposedQuestions('no')).toEqual({ problem: 'there is no whole JSON object in it' })
    expect(proposedQuestions('{"questions": 3}')).toEqual({ problem: 'it has no list "questions"' })
    expect(proposedQuestions('{"questions": [{"kind": "mood"}, null, 4]}')).toMatchObject({
      problem: expect.any(String),
    })
  })
})

describe('answers and grades', () => {
  const questions = [1, 2].map(id => ({
    id,
    kind: 'fact' as const,
    question: `Q${id}?`,
    answer: `A${id}`,
    source: [],
  }))

  it('are read as far as they are sound', () => {
    expect(
      readingIn('{"answers": {"1": "yes", "2": ""}, "usable": 11, "missing": " much "}', questions),
    ).toEqual({
      value: { answers: { '1': 'yes' }, missing: 'much' },
    })
    expect(readingIn('{"answers": {"7": "yes"}}', questions)).toMatchObject({ problem: expect.any(String) })
    expect(gradesIn('{"A": {"1": 1, "2": "-0.5"}}', ['A'], [1, 2])).toEqual({
      value: { A: { '1': 1, '2': -0.5 } },
    })
    expect(gradesIn('{"A": {"1": 1}}', ['A'], [1, 2])).toEqual({
      problem: 'question 2 of A has no grade of 1, 0.5, 0 or -0.5',
    })
    for (const answer of ['unknown', 'Unknown.', '"unknown"', undefined]) expect(isUnknown(answer)).toBe(true)
    for (const answer of ['unknown to the user, it was 4', 'Inferred: 4', ''])
      expect(isUnknown(answer)).toBe(false)
  })

  it('are never taken for what they are not, whatever a model replies', () => {
    const reply = fc.oneof(
      fc.string(),
      fc.json(),
      fc
        .record({
          answers: fc.jsonValue(),
          usable: fc.jsonValue(),
          questions: fc.jsonValue(),
          A: fc.jsonValue(),
        })
        .map(value => `x ${JSON.stringify(value)} y`),
    )
    fc.assert(
      fc.property(reply, text => {
        const read = readingIn(text, questions)
        if ('value' in read)
          for (const answer of Object.values(read.value.answers)) expect(answer).not.toBe('')
        const graded = gradesIn(text, ['A'], [1, 2])
        if ('value' in graded) expect(Object.keys(graded.value['A'] ?? {})).toEqual(['1', '2'])
        const asked = proposedQuestions(text)
        if ('value' in asked) expect(asked.value.length).toBeGreaterThan(0)
      }),
    )
  })

  it('have letters that say nothing, in another order for every case', () => {
    const names = ['fovea', 'window', 'vendor summary', 'none', 'masking']
    const orders = Array.from({ length: 12 }, (_, seed) => [...lettersFor(names, seed).values()].join())
    expect(lettersFor(names, 3)).toEqual(lettersFor(names.toReversed(), 3))
    expect(new Set(orders).size).toBeGreaterThan(8)
    expect(
      [
        ...lettersFor(
          Array.from({ length: 28 }, (_, at) => `m${at}`),
          1,
        ).keys(),
      ].slice(-3),
    ).toEqual(['Z', 'AA', 'AB'])
    const sheet = answersSideBySide(questions, new Map([['A', 'fovea']]), () => 'line\r\n\u2028break')
    expect(sheet).toBe('## 1. Q1?\nKey: A1\n- A: line break\n\n## 2. Q2?\nKey: A2\n- A: line break')
  })
})

describe('scores', () => {
  const methods = (['fovea', 'window'] as const).map(name => ({
    name,
    describe: name,
    kind: name === 'fovea' ? ('fovea' as const) : ('baseline' as const),
  }))
  const caseOf = (number: number, grades: Readonly<Record<string, readonly number[]>>): CaseReport => ({
    name: `case ${number}`,
    session: 's',
    at: 'cut',
    message: 9,
    historyTokens: 1000,
    budget: 100,
    questions: [1, 2].map(id => ({
      id,
      kind: id === 1 ? 'user' : 'fact',
      question: `Q${id}`,
      answer: 'A',
      source: [],
    })),
    dropped: [],
    views: Object.entries(grades).map(([method, own]) => ({
      method,
      tokens: 100,
      usable: 4,
      answers: own.map((grade, at) => ({
        id: at + 1,
        kind: at === 0 ? 'user' : 'fact',
        answer: 'said',
        grade,
        gradings: [grade],
      })),
    })),
  })

  it('are means over questions with intervals over cases', () => {
    const cases = [
      caseOf(1, { fovea: [1, 1], window: [0, -0.5] }),
      caseOf(2, { fovea: [1, 0], window: [0, 0] }),
      caseOf(3, { fovea: [1, 0.5] }),
    ]
    const [ours, other] = methodScores(cases, methods)
    expect(ours?.all).toMatchObject({ mean: 4.5 / 6, questions: 6, cases: 3 })
    expect(ours?.all?.low).toBeGreaterThanOrEqual(0.5)
    expect(ours?.all?.high).toBeLessThanOrEqual(1)
    expect(ours?.kinds.user?.mean).toBe(1)
    expect(ours?.kinds.decision).toBeUndefined()
    expect(other).toMatchObject({ wrong: 1, unknown: 3, cases: 2, usable: { mean: 4, cases: 2 } })
    expect(other?.all?.low).toBeUndefined()
    expect(other?.examples[0]).toMatchObject({ case: 'case 1', kind: 'fact', grade: -0.5, keptBy: ['fovea'] })
    expect(methodDifferences(cases, methods)).toMatchObject([
      { method: 'fovea', against: 'window', difference: { mean: 3.5 / 4, questions: 4, cases: 2 } },
    ])
  })

  it('have intervals that are wider the fewer and the more different the cases are, and always the same', () => {
    const width = (values: readonly (readonly number[])[]): number => {
      const { low, high } = bootstrapInterval(values) ?? { low: 0, high: 0 }
      return high - low
    }
    const mixed = Array.from({ length: 30 }, (_, at) => [at % 2])
    expect(width(mixed)).toBeLessThan(width(mixed.slice(0, 6)))
    expect(width(Array.from({ length: 6 }, () => [0.5]))).toBe(0)
    expect(bootstrapInterval(mixed)).toEqual(bootstrapInterval(mixed))
    // Half of 30 throws of a coin: about 0.5 ± 0.18.
    expect(bootstrapInterval(mixed)?.low).toBeCloseTo(0.32, 1)
    expect(bootstrapInterval([[1], [0]])).toBeUndefined()
  })
})

describe('methods', () => {
  it('are named with a size, or have that of the case', async () => {
    const [examCase] = examCases(session)
    if (examCase === undefined) throw new Error('no case')
    const { tokens } = examCase.history
    const budgets = ['fovea', 'rules@300', 'window@10%', 'fovea@4x'].map(name =>
      examMethodNamed(name)?.budgetOf(examCase),
    )
    expect(budgets).toEqual([examCase.budget, 300, Math.floor(tokens / 10), examCase.budget * 4])
    expect(examMethodNamed('coverage')?.name).toBe('fovea')
    expect(examMethodNamed('nobody')).toBeUndefined()
    expect(new Set(examMethodNames).size).toBe(examMethodNames.length)
    expect(examMethodNamed('fovea-window')?.name).toBe('fovea window')
    for (const name of examMethodNames) expect(examMethodNamed(name), name).toBeDefined()
    const window = examMethodNamed('window@10%')
    const view = window && (await examView(window, examCase))
    expect(view?.tokens).toBeLessThanOrEqual(tokens / 10)
    expect(view?.text).toContain('Now service_115.')
  })
})
