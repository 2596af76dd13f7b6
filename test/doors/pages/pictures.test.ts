import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { evaluationDocument } from '../../../src/doors/cli/evaluation/evaluation-document.ts'
import type { PageData } from '../../../src/doors/pages/page-data.ts'
import { pageHtml } from '../../../src/doors/pages/page-html.ts'
import { statusDocument } from '../../../src/doors/proxy/status/status-document.ts'
import { createStatusLog } from '../../../src/doors/proxy/status/status-log.ts'
import { createSessionPage } from '../../../src/tools/show/create-session-page.ts'
import { chromiumPath } from '../../chromium-path.ts'
import { sharedPage } from '../../shared-page.ts'
import { sampleReport } from '../cli/evaluation/sample-report.ts'
import { receiptOf } from '../proxy/fixed-sessions.ts'
import { comparePictures } from './compare-pictures.ts'
import { longSession } from './long-session.ts'

const folder = join(import.meta.dirname, 'pictures')
const isWritten = process.env['FOVEA_PICTURES'] === 'write'
const name =
  'pages look as they did (skipped where there is no browser: install chromium or set CHROMIUM_PATH)'

describe.skipIf(chromiumPath === undefined)(name, () => {
  const emptyPage = sharedPage()
  const directory = mkdtempSync(join(tmpdir(), 'fovea-pictures-'))

  beforeAll(async () => {
    const session = await createSessionPage(
      { ...longSession(120), events: [{ type: 'compaction', line: 1, at: 70 }] },
      { name: 'session.jsonl', views: [{ budget: '40%' }] },
    )
    const pages: Readonly<Record<string, PageData>> = {
      session,
      evaluation: evaluationDocument(sampleReport),
      status: statusDocument(busyStatus()),
    }
    for (const [file, data] of Object.entries(pages))
      writeFileSync(join(directory, `${file}.html`), pageHtml(withoutServer(data), { title: file }))
  })
  afterAll(() => rmSync(directory, { recursive: true, force: true }))

  it.each(
    ['session', 'evaluation', 'status'].flatMap(page =>
      (['light', 'dark'] as const).flatMap(scheme =>
        [1000, 390].map(width => [page, scheme, width] as const),
      ),
    ),
  )('%s, %s, %i pixels', async (page, scheme, width) => {
    const shown = await emptyPage({ width, height: 750, colorScheme: scheme })
    await shown.goto(pathToFileURL(join(directory, `${page}.html`)).href)
    await shown.waitForSelector('svg')
    await shown.waitForTimeout(150)
    const picture = await shown.screenshot({ scale: 'css' })
    const file = join(folder, `${page}-${scheme}-${width}.png`)
    const blank = await emptyPage()
    if (isWritten) {
      mkdirSync(folder, { recursive: true })
      writeFileSync(file, await smaller(blank, picture, width))
    }
    const { mean, share } = await comparePictures(blank, readFileSync(file), picture)
    expect(mean, file).toBeLessThan(8)
    expect(share, file).toBeLessThan(0.06)
  })

  it('distinguishes a page from another, and the light from the dark', async () => {
    const blank = await emptyPage()
    const apart = (one: string, other: string) =>
      comparePictures(blank, readFileSync(join(folder, one)), readFileSync(join(folder, other)))
    expect((await apart('session-light-1000.png', 'session-dark-1000.png')).mean).toBeGreaterThan(8)
    expect((await apart('session-light-1000.png', 'evaluation-light-1000.png')).share).toBeGreaterThan(0.06)
    expect((await apart('status-dark-390.png', 'evaluation-dark-390.png')).share).toBeGreaterThan(0.06)
  })
})

/** A picture of half the size is enough to compare with. */
function smaller(page: Page, picture: Buffer, width: number): Promise<Buffer> {
  return page
    .evaluate<string>(`(async () => {
      const bytes = Uint8Array.from(atob('${picture.toString('base64')}'), character => character.charCodeAt(0))
      const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
      const canvas = new OffscreenCanvas(${width / 2}, 375)
      const context = canvas.getContext('2d')
      context.imageSmoothingQuality = 'high'
      context.drawImage(image, 0, 0, ${width / 2}, 375)
      const blob = await canvas.convertToBlob({ type: 'image/png' })
      return btoa(String.fromCharCode(...new Uint8Array(await blob.arrayBuffer())))
    })()`)
    .then(data => Buffer.from(data, 'base64'))
}

function withoutServer(data: PageData): PageData {
  if (data.page !== 'document') return data
  const { follow, ...rest } = data
  return rest
}

function busyStatus(): ReturnType<ReturnType<typeof createStatusLog>['status']> {
  const log = createStatusLog(() => Date.UTC(2026, 0, 1, 12))
  for (let step = 1; step <= 9; step += 1) {
    const sent = step < 6 ? step * 9000 : 12_000 + step * 3000
    const receipt = receiptOf(step, step * 10_000, sent, step === 6 ? 'epoch' : 'append')
    log.record({
      at: Date.UTC(2026, 0, 1, 12, step),
      method: 'POST',
      path: '/v1/messages',
      status: step === 4 ? 499 : 200,
      milliseconds: 900,
      format: 'anthropic',
      model: 'a-model',
      receipt,
      usage: { inputTokens: sent, cachedTokens: sent / 2, writtenTokens: sent / 10 },
      notes: [],
    })
  }
  return log.status()
}
