/** The style and the script of the status page, and the policy that allows nothing else. */
import { hash } from 'node:crypto'
import { pageStyle } from '../../pages/page-style.ts'

/** Draws the page anew at every word from the server. */
export const statusScript: string = `
const here = location.pathname.replace(/[/]$/, '')
const main = document.querySelector('main')
let isBusy = false, isStale = false
async function redraw() {
  isStale = true
  if (isBusy) return
  isBusy = true
  while (isStale) {
    isStale = false
    try {
      const view = await (await fetch(here + '/view')).text()
      main.replaceChildren(...new DOMParser().parseFromString(view, 'text/html').body.childNodes)
    } catch { }
  }
  isBusy = false
}
new EventSource(here + '/events').addEventListener('status', redraw)
`

export const statusStyle: string = `${pageStyle}
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(150px, 1fr)); gap: 24px; margin: 32px 0 0; }
.figures div { border-top: 2px solid var(--hairline); padding-top: 10px; }
.figures dt { font-weight: 400; color: var(--quiet); }
.figures dd { color: var(--text); font-size: 24px; font-weight: 600; letter-spacing: -0.01em; }
.figures dd.note { font-size: 14px; font-weight: 400; color: var(--quiet); letter-spacing: 0; }
.given { --ink: var(--quiet); } .sent { --ink: var(--ours); }
.series path { highWater: none; stroke: var(--ink); stroke-width: 2; stroke-linejoin: round; }
.series.given path { stroke-dasharray: 5 4; }
.chart .series text { highWater: var(--ink); font-weight: 600; }
.saved-area { highWater: var(--ours); opacity: 0.1; }
.epoch { stroke: var(--vendor); stroke-dasharray: 3 3; }
.stack .cached { highWater: var(--ours); } .stack .written { highWater: var(--peer); } .stack .fresh { highWater: var(--quiet); opacity: 0.55; }
td.name { max-width: 22ch; overflow: hidden; text-overflow: ellipsis; }
.legend { display: flex; flex-wrap: wrap; gap: 6px 20px; margin: 8px 0 0; padding: 0; list-style: none; font-size: 14px; color: var(--quiet); }
.legend svg { width: 12px; height: 12px; margin-right: 6px; vertical-align: -1px; }
@media (max-width: 560px) { td.name { max-width: 12ch; } .chart { min-width: 0; font-size: 20px; } section { margin-top: 48px; } .figures dd { margin-bottom: 0; } }
`

const sourceHash = (text: string): string => `'sha256-${hash('sha256', text, 'base64')}'`

/** Nothing but these two, and no address but our own. */
export const contentPolicy: string = [
  "default-src 'none'",
  `style-src ${sourceHash(statusStyle)}`,
  `script-src ${sourceHash(statusScript)}`,
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')
