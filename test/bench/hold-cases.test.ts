import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { examCases } from '../../bench/exam/exam-case.ts'
import { prepareGrading } from '../../bench/exam/grading.ts'
import { heldCases } from '../../bench/exam/hold-cases.ts'
import { examMethod, prepareCase } from '../../bench/exam/prepare-exam.ts'
import { holdExam } from '../../src/tools/evaluate/exam/hold-exam.ts'
import { examLog, limitOf } from '../tools/evaluate/exam/exam-session.ts'
import { roleOf, scripted } from '../tools/evaluate/exam/scripted-model.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fovea-cases-'))
  const write = (name: string, content: string): void => writeFileSync(join(folder, name), content)
  write('limits.jsonl', examLog(2))
  const frame = { transcript: 'limits.jsonl', historyTokens: 5800, blocks: 49 }
  write(
    'cases.jsonl',
    [
      { case: 1, at: 'compaction', from: 1, line: 35, budget: 300, ...frame },
      { case: 2, at: 'cut', budget: 600, ...frame },
    ]
      .map(line => `${JSON.stringify(line)}\n`)
      .join(''),
  )
  const questions = [
    {
      id: 1,
      kind: 'user',
      question: 'What did the user say must never happen?',
      answer: 'never restart gateway_1',
      where: '1',
    },
    {
      id: 2,
      kind: 'fact',
      question: 'What is the limit of service_107?',
      answer: `${limitOf(107)} units`,
      where: 24,
    },
  ]
  for (const name of ['case-01.json', 'case-02.json']) write(name, JSON.stringify(questions))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it("holds the project's own cases: their histories, sizes and questions, at compactions and at cuts", async () => {
  const model = scripted()
  const roles: string[] = []
  const report = await holdExam(heldCases(examCases(folder, folder)), {
    reader: prompt => {
      roles.push(roleOf(prompt))
      return model(prompt)
    },
    methods: ['none', 'vendor', 'fovea@4x'],
  })
  // Nobody writes or screens questions that are given.
  expect([...new Set(roles)].sort()).toEqual(['grader', 'reader'])
  expect(
    report.cases.map(({ at, budget, views }) => [at, budget, views.map(({ method }) => method)]),
  ).toEqual([
    ['compaction', 300, ['none', 'vendor summary', 'fovea@4x']],
    ['cut', 600, ['none', 'fovea@4x']],
  ])
  expect(report.methods.map(({ name, all, cases }) => [name, all?.mean, cases])).toEqual([
    ['none', 1, 2],
    ['vendor summary', 0.5, 1],
    ['fovea@4x', expect.any(Number), 2],
  ])
})

it('writes them for manual reading and grading, under the same letters', async () => {
  const out = mkdtempSync(join(tmpdir(), 'fovea-prepared-'))
  for await (const examCase of examCases(folder, folder, number => number === 1)) {
    for (const name of ['vendor summary', 'window'])
      expect(await prepareCase(examCase, examMethod(name), out)).toMatchObject({ tokens: expect.any(Number) })
    expect(prepareGrading(examCase, out)).toBe(false)
    writeFileSync(join(out, 'window/case-01/answers.json'), '{"answers": {"1": "unknown"}, "usable": 2}')
    expect(prepareGrading(examCase, out)).toBe(true)
  }
  rmSync(out, { recursive: true })
})
