import { writeFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { chat } from '../../strategies/view-of.ts'
import { workSession } from '../../strategies/work-session.ts'
import { type Workplace, workplace } from './run-fovea.ts'

let work: Workplace
beforeAll(() => {
  work = workplace()
  writeFileSync(work.path('session.json'), JSON.stringify(chat.create(workSession(60))))
})
afterAll(() => work.remove())

const compressed = (...flags: readonly string[]) =>
  work.fovea(['compress', 'session.json', '-o', 'view.json', ...flags])

it('own probes are put to the view, in any case, and say where a missing answer is', async () => {
  const probes = [
    { question: 'What is it for?', keywords: ['OAUTH'], critical: true },
    { question: 'Which animal?', keywords: ['Wombat'] },
  ]
  writeFileSync(work.path('probes.json'), JSON.stringify(probes))
  const { code, stderr } = await compressed('-s', 'anchored', '--probes', 'probes.json')
  expect(code).toBe(0)
  expect(stderr).toContain('probes: 1 of 2 questions answered by the view, 1 of 1 critical: NOT passed')
  expect(stderr).toContain('not in the session: Which animal? (Wombat)')
  expect(stderr).toContain('red flag: the view answers 1 of 2 probes, fewer than 70 %')
})

it('as JSON, the results are beside the receipt', async () => {
  writeFileSync(work.path('probes.json'), JSON.stringify([{ question: 'For what?', keywords: ['oauth'] }]))
  const { stdout, stderr } = await work.fovea([
    'compress',
    'session.json',
    '-s',
    'anchored',
    '--json',
    '--probes',
    'probes.json',
  ])
  expect(JSON.parse(stdout).probes).toMatchObject({ probes: 1, visible: 1, passed: true })
  expect(stderr).not.toContain('red flag')
})

it('a reduction above 95 % is a red flag', async () => {
  expect((await compressed('-b', '4%')).stderr).toMatch(
    /red flag: the view is 9[5-9][\d.]* % smaller, more than 95 %/,
  )
  expect((await compressed('-b', '30%')).stderr).not.toContain('red flag')
})

it.each([
  ['no list', '{}'],
  ['an empty list', '[]'],
  ['no keywords', '[{ "question": "Which?" }]'],
  ['no JSON', 'Which?'],
])('%s is refused before anything is done', async (_, text) => {
  writeFileSync(work.path('probes.json'), text)
  const { code, stderr } = await compressed('--probes', 'probes.json')
  expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('holds no probes') })
})
