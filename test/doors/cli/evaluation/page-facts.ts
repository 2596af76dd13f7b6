/** What a browser made of a page: where it drew, and in which colours it wrote. */
import type { Page } from 'playwright-core'

export interface Drawings {
  /** Length of every line, in the units of its drawing. */
  readonly lines: readonly { readonly method: string; readonly length: number }[]
  /** Texts and lines that reach out of their drawing. */
  readonly outside: readonly string[]
  /** Pairs of texts of one drawing that overlap. */
  readonly overlapping: readonly string[]
}

export async function drawings(page: Page): Promise<Drawings> {
  return page.evaluate<Drawings>(`(() => {
    const lines = [...document.querySelectorAll('polyline')].map(line => ({
      method: line.parentElement.dataset.method,
      length: line.getTotalLength(),
    }))
    const outside = []
    const overlapping = []
    for (const drawing of document.querySelectorAll('svg')) {
      const { width, height } = drawing.viewBox.baseVal
      for (const shape of drawing.querySelectorAll('text, polyline, path, circle.point')) {
        const { x, y, width: across, height: down } = shape.getBBox()
        if (x < 0 || y < 0 || x + across > width || y + down > height)
          outside.push((shape.textContent || shape.tagName) + ' ' + JSON.stringify([x, y, across, down]))
      }
      const texts = [...drawing.querySelectorAll('text')].map(text => [text.textContent, text.getBBox()])
      for (const [index, [one, first]] of texts.entries())
        for (const [other, second] of texts.slice(index + 1))
          if (
            first.x < second.x + second.width && second.x < first.x + first.width &&
            first.y + 3 < second.y + second.height && second.y + 3 < first.y + first.height
          ) overlapping.push(one + ' / ' + other)
    }
    return { lines, outside, overlapping }
  })()`)
}

export interface Contrast {
  readonly text: string
  readonly contrast: number
}

/** Of every text with what lies behind it; the number on a compaction lies on its disc, all others on the paper. */
export async function contrasts(page: Page): Promise<readonly Contrast[]> {
  return page.evaluate<readonly Contrast[]>(`(() => {
    const channels = colour => colour.match(/[\\d.]+/g).slice(0, 3).map(Number)
    const luminance = colour => {
      const [red, green, blue] = channels(colour).map(value => {
        const part = value / 255
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
    const contrast = (one, other) => {
      const [dark, bright] = [luminance(one), luminance(other)].sort((a, b) => a - b)
      return (bright + 0.05) / (dark + 0.05)
    }
    const paper = getComputedStyle(document.body).backgroundColor
    const hasText = element =>
      [...element.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.data.trim() !== '')
    return [...document.querySelectorAll('body *')]
      .filter(element => hasText(element) && !['title', 'desc'].includes(element.tagName))
      .map(element => {
        const style = getComputedStyle(element)
        const isDrawn = element instanceof SVGElement
        const disc = element.parentElement?.matches('.compaction') ? element.parentElement.querySelector('circle') : null
        const behind = disc === null ? paper : getComputedStyle(disc).fill
        return { text: element.textContent.slice(0, 40), contrast: contrast(isDrawn ? style.fill : style.color, behind) }
      })
  })()`)
}
