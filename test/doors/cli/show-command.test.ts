import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { SessionPage } from '../../../src/tools/show/session-page.ts'
import { workplace } from './run-fovea.ts'

const example = join(import.meta.dirname, '../../../examples/session.jsonl')
const place = workplace()
afterAll(place.remove)

function dataOf(html: string): SessionPage {
  const found = /<script type="application\/json" id="data">(.*?)<\/script>/s.exec(html)?.[1]
  return JSON.parse(found ?? '{}') as SessionPage
}

describe('fovea show', () => {
  it('writes one page with the views that were asked for, and nothing into the store', async () => {
    const { code, stderr } = await place.fovea(['show', example, '-b', '20%,4000'])
    expect(code).toBe(0)
    expect(stderr).toContain('The page is session.html')
    const data = dataOf(readFileSync(place.path('session.html'), 'utf8'))
    expect(data.views.map(({ title }) => title)).toEqual(['coverage, 20 %', 'coverage, 4000 tokens'])
    expect(data.messages).toHaveLength(72)
    expect(existsSync(place.store)).toBe(false)
  })

  it('writes to standard output, and shows strategies side by side', async () => {
    const { stdout } = await place.fovea(['show', example, '-s', 'cap,window', '-b', '10%', '-o', '-'])
    expect(dataOf(stdout).views.map(({ strategy }) => strategy)).toEqual(['cap', 'window'])
  })

  it('says what it cannot do', async () => {
    const unknown = await place.fovea(['show', example, '-s', 'magic'])
    expect(unknown.code).not.toBe(0)
    expect(unknown.stderr).toContain('There is no strategy "magic"')
    const itself = await place.fovea(['show', example, '-o', example])
    expect(itself.stderr).toContain('is the input itself')
  })
})
