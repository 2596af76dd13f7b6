import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { evaluationDocument } from '../../../../src/doors/cli/evaluation/evaluation-document.ts'
import { pageHtml } from '../../../../src/doors/pages/page-html.ts'
import { chromiumPath } from '../../../chromium-path.ts'
import { sharedPage } from '../../../shared-page.ts'
import { contrasts, drawings } from './page-facts.ts'
import { sampleReport } from './sample-report.ts'

const name = 'the page in a real browser (skipped where there is none: install chromium or set CHROMIUM_PATH)'

describe.skipIf(chromiumPath === undefined)(name, () => {
  const emptyPage = sharedPage()
  let directory: string
  const troubles: string[] = []
  const requests: string[] = []

  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'fovea-page-'))
    writeFileSync(
      join(directory, 'page.html'),
      pageHtml(evaluationDocument(sampleReport), { title: 'Evaluation' }),
    )
  })
  afterAll(() => rmSync(directory, { recursive: true, force: true }))

  async function open(scheme: 'light' | 'dark', width = 1000): Promise<Page> {
    const page = await emptyPage({ width, height: 800, colorScheme: scheme })
    page.on('console', message => troubles.push(message.text()))
    page.on('pageerror', error => troubles.push(error.message))
    page.on('request', request => requests.push(request.url()))
    await page.goto(pathToFileURL(join(directory, 'page.html')).href)
    await page.waitForSelector('svg.chart')
    return page
  }

  it('opens without a word on the console and asks for nothing else', async () => {
    await open('light')
    expect(troubles).toEqual([])
    expect(requests).toEqual([pathToFileURL(join(directory, 'page.html')).href])
  })

  it.each([1000, 390])('draws every line inside its plot, with labels inside, at %i pixels', async width => {
    const page = await open('light', width)
    const found = await drawings(page)
    const drawn = found.lines.filter(({ method }) => method !== undefined)
    expect(drawn).toHaveLength(8)
    for (const { length } of drawn) expect(length).toBeGreaterThan(150)
    expect(found.outside).toEqual([])
    expect(found.overlapping).toEqual([])
  })

  it.each(['light', 'dark'] as const)('can be read in the %s', async scheme => {
    const page = await open(scheme)
    const found = await contrasts(page)
    expect(found.length).toBeGreaterThan(60)
    expect(found.filter(({ contrast }) => contrast < 4.5)).toEqual([])
    expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe(
      scheme === 'light' ? 'rgb(253, 253, 251)' : 'rgb(21, 24, 27)',
    )
  })

  it('is printed dark on white, also where the screen is dark', async () => {
    const page = await open('dark')
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(255, 255, 255)')
    expect((await contrasts(page)).filter(({ contrast }) => contrast < 4.5)).toEqual([])
  })

  it.each([1000, 390])('fits a window of %i pixels, with every column in sight', async width => {
    const page = await open('light', width)
    const unseen = await page.evaluate(`[...document.querySelectorAll('td')].filter(cell => {
      const { left, right } = cell.getBoundingClientRect()
      return left < 0 || right > innerWidth
    }).length`)
    expect(unseen).toBe(0)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
  })
})
