import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { examCases } from '../../../../src/tools/evaluate/exam/exam-case.ts'
import type { ExamReport, MethodScores } from '../../../../src/tools/evaluate/exam/exam-report.ts'
import { holdExam, prepareExam } from '../../../../src/tools/evaluate/exam/hold-exam.ts'
import { examLog, examSession, limitOf } from './exam-session.ts'
import {
  answersTo,
  type Kind,
  roleOf,
  scripted,
  scriptedEndpoint,
  writtenQuestions,
} from './scripted-model.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fovea-exam-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const session = await examSession()
const methods = ['none', 'window', 'vendor', 'fovea', 'fovea@4x']

function scoresOf({ methods: all }: ExamReport, name: string): MethodScores {
  const found = all.find(method => method.name === name)
  if (found === undefined) throw new Error(`No scores of ${name}.`)
  return found
}

function filesIn(place: string): readonly string[] {
  return readdirSync(place, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
}

describe('an honest model', () => {
  it('is asked for questions, reads every view once, and grades side by side', async () => {
    const report = await holdExam([session], { reader: scripted(), methods, folder })
    expect(report.cases.map(({ at, questions }) => [at, questions.length])).toEqual([
      ['compaction', 12],
      ['compaction', 12],
      ['compaction', 12],
    ])
    expect(scoresOf(report, 'none').all).toMatchObject({ mean: 1, questions: 36, cases: 3 })
    const vendor = scoresOf(report, 'vendor summary')
    expect(Object.keys(vendor.kinds).sort()).toEqual(['decision', 'fact', 'state', 'user'])
    expect(vendor.kinds.user?.mean).toBe(1)
    expect(vendor.kinds.decision?.mean).toBe(0)
    expect(vendor.all?.low).toBeLessThanOrEqual(vendor.all?.mean ?? 0)
    expect(vendor.lost[0]).toMatchObject({ lost: 3, of: 3 })
    expect(vendor.examples[0]).toMatchObject({ given: 'unknown', grade: 0 })
    expect(vendor.examples[0]?.keptBy).toContain('none')
    expect(vendor.usable).toEqual({ mean: 7, cases: 3 })
    expect(report.differences.map(({ method, against }) => `${method} ${against}`)).toContain(
      'fovea vendor summary',
    )
    expect(report.regraded.answers).toBeGreaterThan(0)
    expect(report.regraded.agreed).toBe(report.regraded.answers)
    expect(report.notes).toEqual([])
  })

  it('leaves a folder with all of it', async () => {
    await holdExam([session], { reader: scripted(), methods: ['none', 'vendor'], cases: 1, folder })
    const [name = ''] = readdirSync(join(folder, 'cases'))
    const inCase = (file: string): string => readFileSync(join(folder, 'cases', name, file), 'utf8')
    expect(inCase('history.md')).toContain(`The limit of service_101 is ${limitOf(101)} units.`)
    expect(inCase('next.md')).toContain('Raise the limits of part 2')
    expect(JSON.parse(inCase('questions.json')).asked[0].source[0].quote).toBe('Never restart gateway_1')
    expect(inCase('views/vendor-summary.md')).toContain('Part 1 is read.')
    expect(JSON.parse(inCase('answers/none.json')).usable).toBe(7)
    expect(inCase('grading-1.md')).toMatch(/^## 1\. .*\nKey: .*\n- A: .*\n- B: /m)
    expect(inCase('grading-1.md')).not.toMatch(/vendor|none/)
    expect(Object.values(JSON.parse(inCase('grading-1.json')).letters).sort()).toEqual([
      'none',
      'vendor summary',
    ])
    expect(JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')).cases).toHaveLength(1)
    expect(existsSync(join(folder, 'README.md'))).toBe(true)
  })

  it('takes about what was said before', async () => {
    const prices = { input: 3, output: 15 }
    const sizes = ['none', 'masking@60%', 'fovea@40%', 'vendor']
    const exam = await prepareExam([session], { reader: scripted(), methods: sizes, prices })
    expect(exam.cases).toHaveLength(3)
    const { used, estimate } = await exam.hold()
    expect(estimate).toEqual(exam.estimate)
    expect(used.calls / estimate.calls).toBeGreaterThan(0.8)
    expect(used.calls / estimate.calls).toBeLessThanOrEqual(1)
    expect(used.inputTokens / estimate.inputTokens).toBeGreaterThan(0.75)
    expect(used.inputTokens / estimate.inputTokens).toBeLessThan(1.15)
    expect(used.cost).toBeCloseTo((used.inputTokens * 3 + used.outputTokens * 15) / 1e6)
    expect((used.cost ?? 0) / (estimate.cost ?? 1)).toBeGreaterThan(0.65)
    expect((used.cost ?? 0) / (estimate.cost ?? 1)).toBeLessThan(1.2)
  })

  it.each<Kind>(['openai', 'anthropic', 'gemini'])(
    'answers behind an endpoint that speaks %s',
    async kind => {
      await using endpoint = await scriptedEndpoint(kind)
      const report = await holdExam([session], {
        reader: { url: endpoint.url, model: 'm-1', kind, apiKey: 'key-of-the-reader' },
        methods: ['none', 'vendor'],
        cases: 1,
        folder,
      })
      expect(scoresOf(report, 'none').all?.mean).toBe(1)
      expect(report.used.calls).toBe(endpoint.received.length)
      expect(report.reader).toMatch(/^m-1 at 127\.0\.0\.1:\d+$/)
      for (const file of filesIn(folder))
        expect(readFileSync(file, 'utf8')).not.toContain('key-of-the-reader')
    },
  )

  it('may be a model of the AI SDK, and another may write and grade', async () => {
    const answer = scripted()
    const roles: string[] = []
    const sdk = (name: string) => ({
      provider: 'test',
      modelId: name,
      async doGenerate({ prompt }: { prompt: readonly { content: unknown }[] }) {
        const [system, user] = prompt as readonly [
          { content: string },
          { content: readonly [{ text: string }] },
        ]
        const asked = { system: system.content, user: user.content[0].text }
        roles.push(`${name} ${roleOf(asked)}`)
        return { content: [{ type: 'text', text: answer(asked) }], finishReason: 'stop' }
      },
    })
    const report = await holdExam([session], {
      reader: sdk('small'),
      examiner: sdk('large'),
      methods: ['none'],
      cases: 1,
    })
    expect(report).toMatchObject({ reader: 'test/small', examiner: 'test/large' })
    expect([...new Set(roles)].sort()).toEqual([
      'large grader',
      'large writer',
      'small blind',
      'small future',
      'small reader',
    ])
  })
})

describe('what is asked', () => {
  it('is checked: inventions, what was said again and what can be guessed are dropped', async () => {
    const extra = [
      {
        kind: 'fact',
        question: 'What is the limit of service_999?',
        answer: 'It is 1 unit.',
        quotes: [{ block: 2, text: 'The limit of service_999 is 1 unit.' }],
      },
      {
        kind: 'fact',
        question: 'Which port?',
        answer: 'Port 9413 of src/port.ts.',
        quotes: [{ block: 1, text: 'Raise the limits of part 1' }],
      },
      {
        kind: 'fact',
        question: 'What else is said?',
        answer: 'Nothing else is said about it.',
        quotes: [{ block: 3, text: 'nothing else is said about it in this place' }],
      },
      {
        kind: 'decision',
        question: 'What is YAML for?',
        answer: 'For configuration.',
        quotes: [{ block: 2, text: 'Now service_100.' }],
      },
      { kind: 'mood', question: 'How did it feel?', answer: 'Fine.', quotes: [] },
      { kind: 'state', question: 'Is it done?', answer: 'Yes, nearly.', quotes: [] },
    ]
    const reader = scripted((role, { user }) => {
      if (role === 'writer')
        return JSON.stringify({ questions: [...extra, ...writtenQuestions(user).slice(0, 2)] })
      if (role === 'blind')
        return answersTo(user, question => (question.includes('YAML') ? 'For configuration.' : 'unknown'))
      return undefined
    })
    const report = await holdExam([session], { reader, methods: ['none'], cases: 1 })
    const [only] = report.cases
    expect(only?.questions.map(({ id, question }) => [id, question])).toEqual([
      [1, 'What did the user say must never happen?'],
      [2, 'How many retries of part 1, and why?'],
    ])
    expect(Object.fromEntries((only?.dropped ?? []).map(({ question, why }) => [question, why]))).toEqual({
      'What is the limit of service_999?': 'a quote is not in the history',
      'Which port?': 'its answer names 9413, which the history does not',
      'What else is said?': 'users or tools say the same words next',
      'What is YAML for?': 'a reader without any note answered it',
      'Is it done?': 'it has no quote from the history',
    })
  })

  it('is never answered by what is said next', async () => {
    const again = await examSession(
      2,
      examLog(2).replace(
        'Raise the limits of part 2.',
        'Raise the limits of part 2. By the way, 32 retries because the queue drains slowly.',
      ),
    )
    const reader = scripted((role, { user }) =>
      role === 'future'
        ? answersTo(user, question =>
            question.includes('retries') && user.includes('By the way, 32 retries')
              ? 'retries at 32 because the queue drains slowly'
              : 'unknown',
          )
        : undefined,
    )
    const { cases } = await holdExam([again], { reader, methods: ['none'], casesPerSession: 2, cases: 1 })
    expect(cases[0]?.dropped.map(({ question, why }) => [question, why])).toEqual([
      ['How many retries of part 1, and why?', 'a reader who had only what was said next answered it'],
    ])
  })

  it('may be given', async () => {
    const [given] = (await holdExam([session], { reader: scripted(), methods: ['none'], cases: 1 })).cases
    const [examCase] = examCases(session)
    const asked: string[] = []
    const model = scripted()
    const report = await holdExam(
      [{ ...(examCase as NonNullable<typeof examCase>), questions: given?.questions ?? [] }],
      {
        reader: prompt => {
          asked.push(roleOf(prompt))
          return model(prompt)
        },
        methods: ['none'],
      },
    )
    expect(asked.sort()).toEqual(['grader', 'reader'])
    expect(report.cases[0]?.questions).toEqual(given?.questions)
  })
})

describe('a model that does not do what it should', () => {
  const options = { methods: ['none', 'vendor', 'fovea'], cases: 1, retryDelayMs: 1 }

  it('is asked once more where its answer is nonsense, with the reason', async () => {
    const users: string[] = []
    const reader = scripted((role, { user }) => {
      if (role !== 'writer') return undefined
      users.push(user)
      return users.length === 1 ? 'Sure! Here are some questions.' : undefined
    })
    const report = await holdExam([session], { reader, ...options })
    expect(users).toHaveLength(2)
    expect(users[1]).toContain('there is no whole JSON object in it')
    expect(users[1]).toContain('Sure! Here are some questions.')
    expect(report.notes).toEqual([])
    expect(report.cases[0]?.questions).toHaveLength(12)
  })

  it('costs a note where it stays nonsense: a grading, a reading, the questions', async () => {
    const grader = await holdExam([session], {
      ...options,
      reader: scripted((role, { user }) =>
        role === 'grader' && user.includes('- C:') ? '{"A": {"1": 7}}' : undefined,
      ),
    })
    expect(grader.notes).toEqual([
      {
        case: grader.cases[0]?.name,
        step: 'grading',
        why: 'the answer was of no use twice: question 1 of A has no grade of 1, 0.5, 0 or -0.5',
      },
    ])
    expect(scoresOf(grader, 'none').all).toBeUndefined()
    const writer = await holdExam([session], {
      ...options,
      reader: scripted(role => (role === 'writer' ? '{"questions": "none"}' : undefined)),
    })
    expect(writer.notes.map(({ step, why }) => [step, why])).toEqual([
      ['questions', 'the answer was of no use twice: it has no list "questions"'],
      ['questions', 'none was left to ask'],
    ])
    const reader = await holdExam([session], {
      ...options,
      reader: scripted((role, { user }) =>
        role === 'reader' && user.includes('Part 1 is read.') ? 'I cannot.' : undefined,
      ),
    })
    expect(reader.notes.map(({ step }) => step)).toEqual(['reading by vendor summary'])
    expect(scoresOf(reader, 'none').all?.mean).toBe(1)
    expect(scoresOf(reader, 'vendor summary').all).toBeUndefined()
  })

  it('costs a note where it refuses, hangs or fails; what passes is tried again', async () => {
    let busy = 0
    await using endpoint = await scriptedEndpoint('anthropic', undefined, prompt => {
      const role = roleOf(prompt)
      if (role === 'writer') {
        busy += 1
        return busy < 3 ? { status: 529, body: { error: 'overloaded' } } : undefined
      }
      if (role === 'blind') return { body: { content: [], stop_reason: 'refusal' } }
      if (role === 'future') return { hang: true }
      return undefined
    })
    const report = await holdExam([session], {
      ...options,
      reader: { url: endpoint.url, model: 'm', kind: 'anthropic' },
      timeoutMs: 2000,
    })
    expect(busy).toBe(3)
    expect(report.notes.map(({ step, why }) => `${step}: ${why}`).sort()).toEqual([
      'reading what was said next: no answer within 2 s',
      expect.stringMatching(/^reading without a note: .* refused to answer$/),
    ])
    expect(scoresOf(report, 'none').all?.mean).toBe(1)
  })

  it('ends the run where every call would end so, and where nothing is answered', async () => {
    await using denied = await scriptedEndpoint('openai', undefined, () => ({
      status: 401,
      body: 'no such key',
    }))
    await expect(
      holdExam([session], { ...options, cases: 3, reader: { url: denied.url, model: 'm', kind: 'openai' } }),
    ).rejects.toMatchObject({
      code: 'model-failed',
      message: expect.stringContaining('answered 401: no such key'),
    })
    expect(denied.received.length).toBeLessThanOrEqual(4)
    await expect(
      holdExam([session], { ...options, reader: () => Promise.reject(new Error('no network')) }),
    ).rejects.toThrow('No call was answered. The first: no network')
  })

  it('loses by what it makes up', async () => {
    const { methods: scores } = await holdExam([session], {
      ...options,
      methods: ['vendor'],
      reader: scripted((role, { user }) =>
        role === 'reader' ? answersTo(user, () => 'It is 99, as everybody knows.') : undefined,
      ),
    })
    expect(scores[0]).toMatchObject({ wrong: 12, unknown: 0, all: { mean: -0.5 } })
    expect(scores[0]?.usable).toBeUndefined()
  })

  it('gets nothing for "unknown", and the mean of both gradings where it contradicts itself', async () => {
    const generous = await holdExam([session], {
      ...options,
      reader: scripted((role, _, honest) => (role === 'grader' ? honest.replaceAll(':0', ':1') : undefined)),
    })
    expect(scoresOf(generous, 'vendor summary').kinds.decision?.mean).toBe(0)
    expect(generous.notes.map(({ why }) => why)).toContainEqual(
      expect.stringMatching(/^the grader gave a grade to \d+ answers of "unknown"; that counts 0$/),
    )
    // The answer with letter A is always right, everybody else always wrong.
    const partial = await holdExam([session], {
      ...options,
      cases: 3,
      reader: scripted((role, _, honest) =>
        role === 'grader' && honest.includes('"C"')
          ? honest.replace(
              /"([A-Z])":\{([^}]*)\}/g,
              (_whole, letter: string, own: string) =>
                `"${letter}":{${own.replace(/:[-.\d]+/g, letter === 'A' ? ':1' : ':-0.5')}}`,
            )
          : undefined,
      ),
    })
    expect(partial.regraded.agreed).toBeLessThan(partial.regraded.answers)
    expect(partial.notes).toContainEqual({
      case: '1. limits.jsonl, before message 34',
      step: 'second grading',
      why: expect.stringMatching(/^the grader contradicted itself on \d+ answers: right in one grading/),
    })
    const twice = partial.cases
      .flatMap(({ views }) => views.flatMap(({ answers }) => answers))
      .filter(({ gradings }) => gradings.length === 2)
    expect(
      twice.some(({ gradings: [one, other], grade }) => one === 1 && other === -0.5 && grade === 0.25),
    ).toBe(true)
  })
})

describe('a run that is interrupted', () => {
  it('goes on where it stopped, and asks nothing twice', async () => {
    const model = scripted()
    const asked: string[] = []
    const stop = new AbortController()
    const counting = (until: number) => (prompt: Parameters<typeof model>[0]) => {
      if (asked.length >= until) {
        stop.abort()
        return new Promise<string>(() => {})
      }
      asked.push(`${prompt.system}\n${prompt.user}`)
      return model(prompt)
    }
    const first = counting(7)
    const named = (run: ReturnType<typeof counting>) => Object.defineProperty(run, 'name', { value: 'model' })
    await expect(
      holdExam([session], { reader: named(first), methods, folder, parallel: 2, signal: stop.signal }),
    ).rejects.toMatchObject({ code: 'interrupted' })
    expect(asked).toHaveLength(7)
    const rest = await prepareExam([session], { reader: named(counting(1000)), methods, folder })
    const report = await rest.hold()
    // What was under way is asked again, nothing else.
    const repeated = asked.length - new Set(asked).size
    expect(repeated).toBeLessThanOrEqual(1)
    expect(report.reused).toBe(7 - repeated)
    expect(report.used.calls).toBe(asked.length - 7)
    expect(rest.estimate.calls - report.used.calls).toBeLessThanOrEqual(3)
    const whole = await holdExam([session], { reader: scripted(), methods })
    expect(report.methods).toEqual(whole.methods)
    const nothing = await prepareExam([session], { reader: named(counting(0)), methods, folder })
    expect(nothing.estimate).toEqual({ calls: 0, inputTokens: 0, outputTokens: 0 })
    expect((await nothing.hold()).used.calls).toBe(0)
  })
})

describe('secrets', () => {
  const token = 'ghp_Ab3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5'
  const password = 'xK9#mQ2$vL7pR4tW'

  it('are never sent and never in the folder, unless that is wanted', async () => {
    const log = examLog(1)
      .replace('Raise the limits of part 1.', `Raise the limits of part 1 with ${token}.`)
      .replace(
        '"file_path":"config/service_104.yaml"',
        `"file_path":"config/service_104.yaml","password":"${password}"`,
      )
      .replace('Part 1 is read.', `Part 1 is read with ${token}.`)
    expect(log).toContain(password)
    const secret = await examSession(1, log)
    const sent: string[] = []
    const reader = (prompt: Parameters<ReturnType<typeof scripted>>[0]) => {
      sent.push(JSON.stringify(prompt))
      return scripted()(prompt)
    }
    await holdExam([secret], { reader, methods: [...methods, 'masking', 'rules@30%'], folder })
    expect(sent.length).toBeGreaterThan(8)
    const written = filesIn(folder).map(file => readFileSync(file, 'utf8'))
    for (const text of [...sent, ...written]) {
      expect(text).not.toContain(token)
      expect(text).not.toContain(password)
    }
    expect(sent.some(text => text.includes('[secret:github-token:'))).toBe(true)
    sent.length = 0
    await holdExam([secret], { reader, methods: ['none'], allowSecrets: true })
    expect(sent.some(text => text.includes(token))).toBe(true)
  })
})

it('names methods that it does not know, and counts that are none', async () => {
  const reader = scripted()
  await expect(holdExam([session], { reader, methods: ['telepathy'] })).rejects.toThrow(
    'There is no method "telepathy"',
  )
  await expect(holdExam([session], { reader, methods: ['none@100'] })).rejects.toThrow('none has the size')
  await expect(holdExam([session], { reader, methods: ['fovea@0'] })).rejects.toThrow('no size of a view')
  await expect(holdExam([session], { reader, methods: ['fovea', 'coverage'] })).rejects.toThrow('there twice')
  await expect(holdExam([session], { reader, cases: 0 })).rejects.toThrow('cases must be')
  await expect(holdExam([session], { reader: {} as never })).rejects.toThrow('A reader is')
})
