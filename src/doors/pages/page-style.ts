/** How the page looks: calm, few colours, light and dark, on screen and on paper. */

const light = `
  --paper: #fdfdfb; --text: #1d2126; --quiet: #565f69; --hairline: #dfe1de; --rail: #eceeeb;
  --ours: #0a5aa8; --vendor: #a4460b; --peer: #6a4a9c; --ground: #f5f6f3;`
const dark = `
  --paper: #15181b; --text: #e7e9ea; --quiet: #a3abb3; --hairline: #31373d; --rail: #262b30;
  --ours: #6cb4f5; --vendor: #f0a06a; --peer: #c0a5ee; --ground: #1c2024;`

export const pageStyle: string = `
:root { color-scheme: light dark; ${light} }
@media (prefers-color-scheme: dark) { :root { ${dark} } }
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--paper); color: var(--text);
  font: 16px/1.55 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif;
}
main { max-width: 808px; margin: 0 auto; padding: 56px 24px 96px; }
.eyebrow { margin: 0 0 20px; color: var(--quiet); font-size: 14px; }
h1 { margin: 0 0 20px; font-size: 28px; line-height: 1.3; font-weight: 600; letter-spacing: -0.01em; text-wrap: pretty; }
h2 { margin: 0 0 8px; font-size: 20px; line-height: 1.35; font-weight: 600; }
h3 { margin: 0 0 4px; font-size: 15px; font-weight: 600; overflow-wrap: anywhere; }
p { margin: 0 0 12px; max-width: 68ch; text-wrap: pretty; }
section { margin-top: 72px; }
.quiet, .note, figcaption { color: var(--quiet); }
.note, figcaption { font-size: 14px; }
figure { margin: 20px 0 0; }
.scroll { overflow-x: auto; }
.chart { display: block; width: 100%; min-width: 620px; height: auto; font-size: 13px; }
.chart text { fill: var(--text); }
.axis text, .chart .axis-title, .chart .axis-text { fill: var(--quiet); }
.grid { stroke: var(--hairline); stroke-width: 1; }
.baseline, .ceiling { --ink: var(--quiet); }
.ours { --ink: var(--ours); }
.vendor { --ink: var(--vendor); }
.peer { --ink: var(--peer); }
.line polyline { fill: none; stroke: var(--ink); stroke-width: 1.5; stroke-linejoin: round; }
.line .point { fill: var(--ink); stroke: var(--ink); stroke-width: 1.5; }
.line .point.over { fill: var(--paper); }
.target { fill: transparent; }
.line g:hover .point { stroke-width: 5; }
.line.ours polyline { stroke-width: 2.75; }
.line.ours[class*='dash'] polyline { stroke-width: 1.75; }
.line.dash-1 polyline { stroke-dasharray: 7 4; }
.line.dash-2 polyline { stroke-dasharray: 2 3; }
.line.dash-3 polyline { stroke-dasharray: 9 3 2 3; }
.line.dash-4 polyline { stroke-dasharray: 14 4; }
.chart .label text { fill: var(--ink); }
.chart .label.ours:not([class*='dash']) text, .chart .bar.ours text { font-weight: 600; }
.leader { stroke: var(--ink); stroke-width: 0.75; opacity: 0.45; }
.chart .bar text { fill: var(--text); }
.bar .rail { fill: var(--rail); }
.bar .filled { fill: var(--ink); }
.context { fill: none; stroke: var(--ours); stroke-width: 1.75; stroke-linejoin: round; }
.filling { fill: var(--ours); opacity: 0.1; }
.cut path { fill: var(--quiet); }
.compaction line { stroke: var(--vendor); stroke-width: 1; stroke-dasharray: 3 3; }
.compaction circle { fill: var(--vendor); }
.chart .compaction text { fill: var(--paper); font-size: 11px; font-weight: 600; }
table { width: 100%; margin: 20px 0 8px; border-collapse: collapse; font-size: 14px; font-variant-numeric: tabular-nums; }
caption.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
caption { padding-bottom: 8px; text-align: left; color: var(--quiet); }
th, td { padding: 7px 0 7px 16px; border-bottom: 1px solid var(--hairline); text-align: right; vertical-align: baseline; white-space: nowrap; }
th { color: var(--quiet); font-weight: 500; }
th[title] { text-decoration: underline dotted var(--hairline); text-underline-offset: 4px; cursor: help; }
tbody th { color: inherit; font-weight: 400; }
th:first-child, td:first-child { padding-left: 0; }
th.text, td.text { text-align: left; }
td.long { white-space: normal; overflow-wrap: anywhere; }
tr.ours th, tr.ours td { color: var(--ours); font-weight: 600; }
code { font: 0.92em ui-monospace, 'SF Mono', Menlo, Consolas, monospace; overflow-wrap: anywhere; }
.session { margin-top: 40px; }
.session ol { margin: 12px 0 0; padding-left: 24px; font-size: 14px; }
.session li { margin-bottom: 8px; }
.session li::marker { color: var(--vendor); font-weight: 600; }
details { margin-top: 24px; }
summary { cursor: pointer; color: var(--quiet); }
dl { margin: 16px 0 0; display: grid; grid-template-columns: max-content 1fr; gap: 10px 24px; font-size: 14px; }
dt { font-weight: 600; }
dd { margin: 0; color: var(--quiet); max-width: 62ch; }
ul.plain { margin: 12px 0 0; padding: 0; list-style: none; font-size: 14px; }
footer { margin-top: 72px; padding-top: 16px; border-top: 1px solid var(--hairline); color: var(--quiet); font-size: 14px; }
:focus-visible { outline: 2px solid var(--ours); outline-offset: 3px; }
@media (max-width: 560px) { main { padding: 32px 16px 64px; } h1 { font-size: 23px; } dl { display: block; } dd { margin-bottom: 12px; } }
@media print {
  :root { ${light} --paper: #ffffff; }
  body { font-size: 11pt; }
  main { max-width: none; padding: 0; }
  section { margin-top: 36px; }
  figure, table, .session, h2 { break-inside: avoid; }
  h2, h3 { break-after: avoid; }
  .scroll { overflow: visible; }
  .chart { min-width: 0; }
  * { print-color-adjust: exact; }
}
`
