/** A table of a report as HTML. */
import { element, type Markup } from '../../../pages/html.ts'
import type { ReportTable } from '../report-table.ts'

/** `isTitled`: its title is above it already, and the caption is for those who hear the page. */
export function htmlTable(
  { title, columns, rows, notes }: ReportTable,
  { isTitled = false }: { readonly isTitled?: boolean } = {},
): readonly Markup[] {
  const classOf = (index: number): string | undefined => (columns[index]?.isText ? 'text' : undefined)
  return [
    element(
      'div',
      { class: 'scroll' },
      element(
        'table',
        {},
        element('caption', { class: isTitled ? 'unseen' : undefined }, title),
        element(
          'thead',
          {},
          element(
            'tr',
            {},
            columns.map(({ name, help }, index) =>
              element('th', { scope: 'col', class: classOf(index), title: help }, name),
            ),
          ),
        ),
        element(
          'tbody',
          {},
          rows.map(({ cells, isOurs }) =>
            element(
              'tr',
              { class: isOurs ? 'ours' : undefined },
              cells.map((cell, index) =>
                index === 0
                  ? element('th', { scope: 'row', class: classOf(index) }, cell)
                  : element('td', { class: classOf(index) }, cell),
              ),
            ),
          ),
        ),
      ),
    ),
    ...notes.map(note => element('p', { class: 'note' }, note)),
  ]
}
