/** The latest requests as a table, the newest first. */
import { element, type Markup } from '../../pages/html.ts'
import { shortNumber } from '../../pages/short-number.ts'
import type { Exchange } from './exchange.ts'
import { percent, timeText } from './status-text.ts'

const maxRows = 25

export function exchangeTable(exchanges: readonly Exchange[]): Markup {
  const columns = ['time', 'model', 'given', 'sent', 'saved', 'cached', 'step', 'remarks']
  return element(
    'div',
    { class: 'scroll' },
    element(
      'table',
      {},
      element('caption', { class: 'unseen' }, 'Latest requests'),
      element(
        'thead',
        {},
        element(
          'tr',
          {},
          columns.map(name =>
            element('th', { scope: 'col', class: isText(name) ? 'text' : undefined }, name),
          ),
        ),
      ),
      element('tbody', {}, exchanges.slice(-maxRows).toReversed().map(row)),
    ),
  )
}

function isText(column: string): boolean {
  return column === 'model' || column === 'step' || column === 'remarks'
}

function row({ at, model, receipt, usage, status, lookups, notes }: Exchange): Markup {
  const tokens = receipt?.tokens
  const share = (part: number | undefined, whole: number | undefined): string =>
    part === undefined || whole === undefined || whole === 0 ? '–' : percent(part / whole)
  const remarks = [
    ...(status >= 400 ? [`answered ${status}`] : []),
    ...(lookups === undefined ? [] : [`${lookups} ${lookups === 1 ? 'lookup' : 'lookups'}`]),
    ...notes,
  ]
  return element(
    'tr',
    {},
    element('th', { scope: 'row' }, timeText(at)),
    element('td', { class: 'text name', title: model }, model ?? '–'),
    element('td', {}, tokens === undefined ? '–' : shortNumber(tokens.given)),
    element('td', {}, tokens === undefined ? '–' : shortNumber(tokens.sent)),
    element('td', {}, share(tokens?.saved, tokens?.given)),
    element('td', {}, share(usage?.cachedTokens, usage?.inputTokens)),
    element('td', { class: 'text' }, receipt?.action ?? '–'),
    element('td', { class: 'text long' }, remarks.join(', ')),
  )
}
