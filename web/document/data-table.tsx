/** A table; where it is narrow each row is a short list, so that no column is out of sight. */
import type { TablePart } from '../../src/doors/pages/document-parts.ts'
import { RichWords, words } from './rich-words.tsx'

export function DataTable({ part }: { readonly part: TablePart }) {
  const { title, isTitled, columns, rows, notes } = part
  const kindOf = (index: number): string | undefined => (columns[index]?.isText ? 'text' : undefined)
  return (
    <>
      <table>
        <caption class={isTitled ? 'unseen' : undefined}>{words(title)}</caption>
        <thead>
          <tr>
            {columns.map(({ name, help }, index) => (
              <th key={name} scope="col" class={kindOf(index)} title={help}>
                {words(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ cells, isOurs }, row) => (
            <tr key={row} class={isOurs ? 'ours' : undefined}>
              {cells.map((cell, index) =>
                index === 0 ? (
                  <th key={index} scope="row" class={kindOf(index)}>
                    <RichWords text={cell} />
                  </th>
                ) : (
                  <td key={index} class={kindOf(index)} data-column={columns[index]?.name}>
                    <RichWords text={cell} />
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {notes.map(note => (
        <p key={note} class="note">
          {words(note)}
        </p>
      ))}
    </>
  )
}
