/** Pictures for pages that are shown light or dark: what is drawn twice differs in its colours alone. */

export interface Theme {
  readonly name: 'light' | 'dark'
  readonly ground: string
  readonly panel: string
  readonly line: string
  readonly text: string
  readonly muted: string
  readonly accent: string
  readonly bar: string
}

export const themes: readonly Theme[] = [
  {
    name: 'light',
    ground: '#ffffff',
    panel: '#f6f8fa',
    line: '#d1d9e0',
    text: '#1f2328',
    muted: '#59636e',
    accent: '#0969da',
    bar: '#afb8c1',
  },
  {
    name: 'dark',
    ground: '#0d1117',
    panel: '#151b23',
    line: '#3d444d',
    text: '#f0f6fc',
    muted: '#9198a1',
    accent: '#4493f8',
    bar: '#656c76',
  },
]

export interface TextStyle {
  readonly fill: string
  readonly size?: number
  readonly weight?: 'bold'
  readonly mono?: boolean
  readonly anchor?: 'end'
}

export function svgText(x: number, y: number, text: string, style: TextStyle): string {
  const { fill, size = 14, weight, mono, anchor } = style
  const family = mono
    ? 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace'
    : 'system-ui, -apple-system, Segoe UI, Helvetica, Arial, sans-serif'
  const more = `${weight === undefined ? '' : ` font-weight="${weight}"`}${anchor === undefined ? '' : ` text-anchor="${anchor}"`}`
  return `<text x="${x}" y="${y}" fill="${fill}" font-size="${size}" font-family="${family}"${more} xml:space="preserve">${escaped(text)}</text>`
}

export function svgRect(
  x: number,
  y: number,
  width: number,
  height: number,
  fill: string,
  line?: string,
): string {
  const stroke = line === undefined ? '' : ` stroke="${line}"`
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="4" fill="${fill}"${stroke}/>`
}

export function svgPicture(
  width: number,
  height: number,
  title: string,
  { ground }: Theme,
  parts: readonly string[],
): string {
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escaped(title)}">`,
    `<title>${escaped(title)}</title>`,
    svgRect(0, 0, width, height, ground),
    ...parts,
    '</svg>',
  ].join('\n')}\n`
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll(/\p{Cc}/gu, ' ')
}
