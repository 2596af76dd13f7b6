import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pageHtml } from '../../../src/doors/pages/page-html.ts'
import { createSessionPage, type SessionPageOptions } from '../../../src/tools/show/create-session-page.ts'
import { readTranscript } from '../../../src/transcripts/read-transcript.ts'
import type { Transcript } from '../../../src/transcripts/transcript.ts'
import { chromiumPath } from '../../chromium-path.ts'
import { sharedPage } from '../../shared-page.ts'
import { hostileSession, longSession } from './long-session.ts'

const name = 'a session as a page (skipped where there is no browser: install chromium or set CHROMIUM_PATH)'
const example = join(import.meta.dirname, '../../../examples/session.jsonl')

describe.skipIf(chromiumPath === undefined)(name, () => {
  const emptyPage = sharedPage()
  let directory: string
  const troubles: string[] = []
  const requests: string[] = []

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'fovea-show-'))
    await write('example', await readTranscript(example), {})
  })
  afterAll(() => rmSync(directory, { recursive: true, force: true }))

  async function write(
    file: string,
    transcript: Transcript,
    options: Partial<SessionPageOptions>,
  ): Promise<void> {
    const data = await createSessionPage(transcript, { name: file, ...options })
    writeFileSync(join(directory, `${encodeURIComponent(file)}.html`), pageHtml(data, { title: file }))
  }

  async function open(file = 'example', width = 1400, scheme: 'light' | 'dark' = 'light'): Promise<Page> {
    const page = await emptyPage({ width, colorScheme: scheme })
    page.on('console', message => troubles.push(message.text()))
    page.on('pageerror', error => troubles.push(error.message))
    page.on('request', request => requests.push(request.url()))
    await page.goto(pathToFileURL(join(directory, `${encodeURIComponent(file)}.html`)).href)
    await page.waitForSelector('.list-row:visible')
    return page
  }

  it('opens without a word on the console and asks for nothing else', async () => {
    const page = await open()
    expect(troubles).toEqual([])
    expect(requests).toEqual([pathToFileURL(join(directory, 'example.html')).href])
    expect(await page.locator('.receipt summary').innerText()).toMatch(
      /^72 messages with [\d,]+ tokens became/,
    )
  })

  it('leads from a part of the view to its message, and from a message to the view', async () => {
    const page = await open()
    await page.locator('#pane-view .number', { hasText: '#67' }).first().click()
    const head = page.locator('#pane-original .head.active')
    await head.waitFor()
    expect(await head.innerText()).toContain('#67')
    expect(await isInSight(page, '#pane-original .head.active')).toBe(true)
    await page.locator('.strip-plot').press('End')
    expect(await page.locator('#pane-original .head.active').innerText()).toContain('#72')
    expect(await page.locator('#pane-view .head.active').innerText()).toContain('#72')
  })

  it('unfolds a band into the words that the view leaves out', async () => {
    const page = await open()
    const band = page.locator('#pane-view .band').first()
    expect(await band.getAttribute('aria-expanded')).toBe('false')
    expect(await band.innerText()).toMatch(/[\d,]+ tokens of messages? \d+.* left out/)
    await band.click()
    expect(await band.getAttribute('aria-expanded')).toBe('true')
    expect(await page.locator('#pane-view .text.unfolded').first().innerText()).toContain('around lunch')
  })

  it('searches both sides and says how often', async () => {
    const page = await open()
    await page.locator('input[type=search]').fill('DISPATCHDAY')
    const found = page.locator('.finder [role=status]')
    expect(await found.nth(0).innerText()).toMatch(/^\d+ found$/)
    await page.locator('input[type=search]').press('Enter')
    expect(await found.nth(0).innerText()).toMatch(/^1 of \d+$/)
    expect(await found.nth(1).innerText()).toMatch(/^1 of \d+$/)
    await page.waitForSelector('#pane-original mark')
    expect((await page.locator('#pane-original mark').first().innerText()).toLowerCase()).toBe('dispatchday')
  })

  it('switches among views and shows what differs between two', async () => {
    const page = await open()
    const before = await page.locator('.receipt summary').innerText()
    await page.locator('select').nth(0).selectOption({ index: 2 })
    expect(await page.locator('.receipt summary').innerText()).not.toBe(before)
    await page.locator('select').nth(1).selectOption({ index: 1 })
    expect(await page.locator('#pane-view .pane-head').innerText()).toMatch(
      /only in “coverage, 5 %” \(\d+ lines?\)/,
    )
    expect(await page.locator('.line.other').count()).toBeGreaterThan(0)
  })

  it('is read by keys alone', async () => {
    const page = await open()
    await page.keyboard.press('/')
    expect(await page.evaluate('document.activeElement.type')).toBe('search')
    await page.keyboard.press('Escape')
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    expect(await page.locator('p.unseen[role=status]').innerText()).toBe('Message 3')
    const view = await page.locator('select').nth(0).inputValue()
    await page.keyboard.press('v')
    expect(await page.locator('select').nth(0).inputValue()).not.toBe(view)
  })

  it('goes through the session by the keys of a slider, which says where it is', async () => {
    for (const width of [1400, 500]) {
      const page = await open('example', width)
      const strip = page.locator('.strip-plot')
      const heard: (string | null)[] = []
      for (const key of ['End', 'ArrowLeft', 'ArrowLeft', 'Home', 'ArrowRight', 'ArrowRight']) {
        await strip.press(key)
        await page.waitForTimeout(100)
        heard.push(await strip.getAttribute('aria-valuetext'))
      }
      expect(heard).toEqual([72, 71, 70, 1, 2, 3].map(number => `message ${number} of 72`))
    }
  })

  it('has a name for everything that can be used, and a place for every row', async () => {
    const page = await open()
    const unnamed = await page.evaluate(`
      Array.from(document.querySelectorAll('button, input, select, [role=slider], [tabindex]'))
        .filter(each => each.textContent.trim() === '' && !each.ariaLabel && each.closest('label') === null)
        .map(each => each.outerHTML.slice(0, 80))`)
    expect(unnamed).toEqual([])
    const row = page.locator('#pane-original .list-row').first()
    expect(await row.getAttribute('aria-posinset')).toBe('1')
    expect(Number(await row.getAttribute('aria-setsize'))).toBeGreaterThan(72)
  })

  it.each(['light', 'dark'] as const)('can be read in the %s', async scheme => {
    const page = await open('example', 1400, scheme)
    expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe(
      scheme === 'light' ? 'rgb(253, 253, 251)' : 'rgb(21, 24, 27)',
    )
  })

  it.each(['light', 'dark'] as const)(
    'shows what is left out with enough contrast in the %s',
    async scheme => {
      const page = await open('example', 1400, scheme)
      const contrast = await page.evaluate(`{
      const text = getComputedStyle(document.querySelector('#pane-original .left'))
      const numbers = colour => colour.match(/\\d+/g).slice(0, 3).map(Number)
      const ground = numbers(getComputedStyle(document.body).backgroundColor)
      const ink = numbers(text.color).map((part, at) => part * text.opacity + ground[at] * (1 - text.opacity))
      const linear = part => (part <= 10.31 ? part / 3294.6 : ((part / 255 + 0.055) / 1.055) ** 2.4)
      const light = ([red, green, blue]) => 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
      const [one, other] = [light(ink), light(ground)]
      ;(Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
    }`)
      expect(contrast).toBeGreaterThan(4.5)
    },
  )

  it('fits a window of 390 pixels, one pane at a time', async () => {
    const page = await open('example', 390)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
    expect(await page.locator('.pane:visible').count()).toBe(1)
    await page.getByRole('tab', { name: 'Ledger' }).click()
    await page.locator('#pane-ledger .number:visible').first().click()
    expect(await page.locator('#pane-original:visible .head.active').count()).toBe(1)
  })

  it('changes the pane of a narrow window with the arrows', async () => {
    const page = await open('example', 390)
    await page.getByRole('tab', { name: 'View' }).focus()
    for (const name of ['ledger', 'original', 'view']) {
      await page.keyboard.press('ArrowRight')
      expect(await page.locator(`#pane-${name}:visible`).count()).toBe(1)
      expect(await page.evaluate('document.activeElement.id')).toBe(`tab-${name}`)
    }
    await page.keyboard.press('ArrowLeft')
    expect(await page.locator('#pane-original:visible').count()).toBe(1)
  })

  it('keeps what is seen in the document and no more, of 3,000 messages', async () => {
    await write('long', longSession(3000), { views: [{ budget: '5%' }] })
    const page = await open('long')
    const nodes = async (): Promise<number> => page.evaluate('document.querySelectorAll("*").length')
    const counts = [await nodes()]
    for (const share of [0.25, 0.5, 0.999]) {
      await page.evaluate(`(() => {
        const list = document.querySelector('#pane-original .list')
        list.scrollTop = list.scrollHeight * ${share}
      })()`)
      await page.waitForTimeout(100)
      counts.push(await nodes())
    }
    for (const count of counts) expect(count).toBeLessThan(1500)
    await page.locator('.strip-plot').press('End')
    expect(await page.locator('#pane-original .head.active').innerText()).toContain('#3000')
    expect(await isInSight(page, '#pane-original .head.active')).toBe(true)
  })

  it('runs nothing that a session says, and shows it to the letter', async () => {
    troubles.length = 0
    requests.length = 0
    const file = '</title><script>window.hacked = 1</script>'
    await write(file, hostileSession, { views: [{ budget: '60%' }, { strategy: 'rules' }] })
    const page = await open(file)
    await page.locator('input[type=search]').fill('<img src=x')
    await page.locator('#pane-view .band').first().click()
    await page.keyboard.press('Escape')
    await page.locator('select').nth(1).selectOption({ index: 1 })
    await page.locator('.receipt summary').click()
    expect(await page.evaluate('window.hacked')).toBeUndefined()
    expect(await page.locator('#page script, #page img, #page iframe, #page style').count()).toBe(0)
    expect(await page.locator('#pane-original').innerText()).toContain(
      '</script><script>window.hacked = 1</script>',
    )
    expect(await page.locator('h1').innerText()).toBe(file)
    expect(await page.locator('#page').innerText()).not.toMatch(/\u202e/)
    expect(troubles).toEqual([])
    expect(requests).toHaveLength(1)
  })
})

function isInSight(page: Page, selector: string): Promise<boolean> {
  return page.evaluate(`(() => {
    const element = document.querySelector(${JSON.stringify(selector)})
    const [own, around] = [element, element.closest('.list')].map(each => each.getBoundingClientRect())
    return own.bottom > around.top && own.top < around.bottom
  })()`)
}
