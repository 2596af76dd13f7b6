import { readFileSync, writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { chat } from '../../strategies/view-of.ts'
import { goal, workSession } from '../../strategies/work-session.ts'
import { workplace } from './run-fovea.ts'

it('fovea expand lists what an index leads to, and how to get one of them', async () => {
  const work = workplace()
  try {
    writeFileSync(work.path('session.json'), JSON.stringify(chat.create(workSession(12))))
    await work.fovea(['compress', 'session.json', '-b', '25%', '-o', 'view.json'])
    const [, index] =
      /(db_[0-9a-f]{12})#n is message n/.exec(readFileSync(work.path('view.json'), 'utf8')) ?? []
    const { stdout, code } = await work.fovea(['expand', index as string])
    expect(code).toBe(0)
    const [, first = ''] = /fovea expand (db_[0-9a-f]{12}#\d+)/.exec(stdout) ?? []
    expect(stdout).toMatch(/#2 +user +Please move the login/)
    expect(stdout).not.toContain('{"fovea"')
    expect(
      stdout
        .split('\n')
        .slice(1)
        .every(line => line.length <= 80),
    ).toBe(true)
    expect((await work.fovea(['expand', index as string, '--lines', '2:3'])).stdout).toBe(
      `${stdout.split('\n').slice(1, 3).join('\n')}\n`,
    )
    expect((await work.fovea(['expand', first])).code).toBe(0)
    expect((await work.fovea(['expand', `${index}#2`])).stdout).toContain(goal)
    // A second round leads through the index of the first.
    writeFileSync(
      work.path('more.json'),
      JSON.stringify([
        ...JSON.parse(readFileSync(work.path('view.json'), 'utf8')),
        ...chat.create(workSession(4)).slice(1),
      ]),
    )
    await work.fovea(['compress', 'more.json', '-b', '900', '-o', 'next.json'])
    const [, next] =
      /(db_[0-9a-f]{12})#n is message n/.exec(readFileSync(work.path('next.json'), 'utf8')) ?? []
    expect((await work.fovea(['expand', next as string])).stdout).toMatch(/#2 +user +Please move the login/)
  } finally {
    work.remove()
  }
})
