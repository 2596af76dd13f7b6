/** One page of a browser for all tests of a file, one after another: each page of its own is another process. */
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { chromiumPath } from './chromium-path.ts'

export interface PageSettings {
  readonly width?: number
  readonly height?: number
  readonly colorScheme?: 'light' | 'dark'
}

/** Returns a function that empties the page. Called in a `describe`, for the tests in it; `args` are those of the browser. */
export function sharedPage(args: readonly string[] = []): (settings?: PageSettings) => Promise<Page> {
  let browser: Browser
  let page: Page
  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath: chromiumPath as string,
      args: ['--no-sandbox', ...args],
    })
    page = await browser.newPage()
  })
  afterAll(() => browser?.close())
  return async ({ width = 1000, height = 900, colorScheme = 'light' } = {}) => {
    for (const event of ['console', 'pageerror', 'request']) page.removeAllListeners(event)
    await page.unrouteAll()
    await page.goto('about:blank')
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ media: 'screen', colorScheme })
    return page
  }
}
