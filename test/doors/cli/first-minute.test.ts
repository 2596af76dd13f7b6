import { EventEmitter } from 'node:events'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { colour } from '../../../src/doors/cli/colour.ts'
import { priceOfModel } from '../../../src/doors/cli/model-price.ts'
import { progress } from '../../../src/doors/cli/progress.ts'
import { type Workplace, workplace } from './run-fovea.ts'

const session = join(import.meta.dirname, '../../../examples/session.jsonl')

let place: Workplace
beforeEach(() => {
  place = workplace()
})
afterEach(() => place.remove())

describe('the first minute', () => {
  it('shows money beside tokens: of the model in the file, or as --price says', async () => {
    const args = ['compress', session, '-b', '30%', '-o', place.path('view.json')]
    const { stderr } = await place.fovea(args)
    expect(stderr).toMatch(/\n {2}before +~?[\d,]+ +\$0\.25\d +█+\n {2}after +[\d,]+ +\$0\.07\d +█+/)
    expect(stderr).toMatch(
      /\n {2}saved +[\d,]+ +\$0\.1\d\d +70 %\nprice: \$5 for a million input tokens, the list price of claude-opus-4-6, nothing cached\n/,
    )
    const dearer = await place.fovea([...args, '--prices', '50'])
    expect(dearer.stderr).toMatch(/before +~?[\d,]+ +\$2\.5\d /)
    expect((await place.fovea(['inspect', session])).stdout).toMatch(
      /\n\$0\.25\d a request, at \$5 for a million/,
    )
    expect((await place.fovea([...args, '--price', 'much'])).code).toBe(2)
  })

  it('says once what the store is and how to forget it', async () => {
    const args = ['compress', session, '-b', '30%', '-o', place.path('view.json')]
    const first = await place.fovea(args)
    expect(first.stderr).toContain(`originals in ${place.store}; back with: fovea uncompress `)
    expect(first.stderr).toMatch(/made just now\. .* not encrypted, .* fovea store purge --all --yes\n$/)
    expect((await place.fovea(args)).stderr).not.toContain('made just now')
    const dry = await place.fovea(['compress', session, '--store', place.path('none.db'), '--dry-run'])
    expect(dry.stderr).not.toContain('made just now')
  })
})

describe('the price of a model', () => {
  it.each([
    ['claude-opus-4-6', 5],
    ['claude-sonnet-4-5-20250929', 3],
    ['anthropic/claude-opus-4-1', 15],
    ['us.anthropic.claude-sonnet-4-20250514-v1:0', 3],
    ['claude-opus-5[1m]', 5],
    ['gpt-5-2025-08-07', 1.25],
    ['gpt-5.4-mini', 0.75],
    ['gpt-5.9', undefined],
    ['gpt-5-something', undefined],
    ['my-own-model', undefined],
  ])('%s: %s', (model, price) => {
    expect(priceOfModel(model)?.perMillion).toBe(price)
  })
})

describe('on a terminal', () => {
  const stream = (isTTY: boolean, colours = true) => {
    const written: string[] = []
    const target = Object.assign(new EventEmitter(), {
      isTTY,
      columns: 40,
      hasColors: () => colours,
      write: (text: string) => written.push(text) > 0,
    })
    return { written, target: target as unknown as NodeJS.WriteStream }
  }

  it('there is colour, and nowhere else', () => {
    expect(colour('red', 'x', stream(true).target)).toBe('\u001b[31mx\u001b[39m')
    expect(colour('red', 'x', stream(true, false).target)).toBe('x')
    expect(colour('red', 'x', stream(false).target)).toBe('x')
  })

  it('work that leaves no time to draw is announced before it, and cleared after it', () => {
    const { written, target } = stream(true)
    const shown = progress(target)
    shown.update('compressing 9 messages …', 'at once')
    shown.done()
    shown.done()
    expect(written).toEqual(['\r\u001b[2Kcompressing 9 messages …', '\r\u001b[2K'])
    const quiet = stream(false)
    progress(quiet.target).update('compressing', 'at once')
    expect(quiet.written).toEqual([])
  })
})
