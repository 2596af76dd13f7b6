/** How far two pictures are apart, as a browser sees them: small copies of both, so that the shapes of letters do not count. */
import type { Page } from 'playwright-core'

export interface Apart {
  /** Mean difference of a channel, from 0 to 255. */
  readonly mean: number
  /** Share of the pixels that differ by more than an eighth. */
  readonly share: number
}

export async function comparePictures(page: Page, one: Buffer, other: Buffer): Promise<Apart> {
  return page.evaluate<Apart>(`(async () => {
    const read = async data => {
      const bytes = Uint8Array.from(atob(data), character => character.charCodeAt(0))
      const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
      const canvas = new OffscreenCanvas(120, 90)
      const context = canvas.getContext('2d')
      context.imageSmoothingQuality = 'high'
      context.drawImage(image, 0, 0, 120, 90)
      return context.getImageData(0, 0, 120, 90).data
    }
    const [one, other] = [await read('${one.toString('base64')}'), await read('${other.toString('base64')}')]
    let [sum, far] = [0, 0]
    for (let at = 0; at < one.length; at += 4) {
      const apart = [0, 1, 2].map(channel => Math.abs(one[at + channel] - other[at + channel]))
      sum += apart[0] + apart[1] + apart[2]
      if (Math.max(...apart) > 32) far += 1
    }
    return { mean: sum / (one.length * 0.75), share: far / (one.length / 4) }
  })()`)
}
