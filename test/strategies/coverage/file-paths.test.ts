/** How a view names files where it says once which directory most of them are in. */
import { describe, expect, it } from 'vitest'
import { compressSync } from '../../../src/compress.ts'
import { longListing, toolStep } from './tool-step.ts'

const repository = '/home/someone/work/ledger-service'
const root = `${repository}/internal/booking-of-branches`

function edit(id: string, path: string, after: string): readonly object[] {
  const input = { file_path: path, old_string: `old ${id}`, new_string: after }
  return toolStep(id, 'Edit', input, 'The file has been updated.')
}

const reads = Array.from({ length: 8 }, (_, at) =>
  toolStep(`r${at}`, 'Read', { file_path: `${root}/part${at}.txt` }, longListing(at)),
).flat()

function viewOf(messages: readonly object[], pins: readonly number[] = []): readonly string[] {
  const { messages: shown } = compressSync(messages, {
    strategy: 'coverage',
    budget: '8%',
    strict: true,
    pins,
  })
  return (shown as readonly { readonly content: unknown }[])
    .flatMap(({ content }) =>
      typeof content === 'string' ? [content] : (content as { text?: string }[]).map(({ text = '' }) => text),
    )
    .join('\n')
    .split('\n')
}

describe('paths in a view that leaves a directory out of them', () => {
  const lines = viewOf([
    { role: 'user', content: 'Describe how entries are booked.' },
    ...reads,
    ...edit('a', `${repository}/internal/docs/guide/booking.md`, 'Entries are booked once a day.'),
    ...edit('b', `${root}/entries/booking.go`, 'func bookEntries(day Day) error {'),
    ...edit('c', `${repository}/internal/docs/guide/booking.md`, 'Each branch has an account.'),
    ...edit('d', `${root}/entries/writer.go`, 'func writeEntries(day Day) error {'),
    ...edit('e', `${root}/entries/writer.go`, 'func writeTotals(day Day) error {'),
  ])
  const named = (word: string): readonly string[] =>
    lines.flatMap(line => (line.includes(`Edit `) && line.includes(word) ? [line.replace(/ …$/, '')] : []))

  it('says which directory that is where the first of them is', () => {
    const first = lines.findIndex(line => line.startsWith('Changed files: '))
    expect(lines[first]).toContain('entries/writer.go')
    expect(lines[first]).toContain('../docs/guide/booking.md')
    expect(lines[first + 1]).toBe(`Absolute paths are shown relative to: ${root}/`)
    expect(lines.filter(line => line.startsWith('Absolute paths are shown relative to: '))).toHaveLength(1)
  })

  it('takes no file for one of the same name below it', () => {
    expect(named('booking.md').map(line => line.replace(/^#\d+ /, ''))).toEqual([
      'Edit ../docs/guide/booking.md',
      'Edit …/booking.md',
    ])
    for (const line of named('writer.go')) expect(line).toContain(' entries/writer.go')
    expect(named('writer.go').length).toBeGreaterThan(0)
  })

  it('says it where the first of them is in a digest before the head', () => {
    const failed = 'FAIL entries: the sum of the day is not the sum of its branches\n'.repeat(3)
    const [request, next] = ['Describe how entries are booked.', 'Book each of them once.']
    const edits = Array.from({ length: 9 }, (_, at) =>
      edit(`e${at}`, `${root}/entries/writer${at}.go`, `func writeEntries${at}(day Day) error {`),
    )
    const view = viewOf(
      [
        { role: 'user', content: request },
        ...toolStep('s', 'Bash', { command: `make -C ${root}/entries report` }, `Exit code 2\n${failed}`),
        { role: 'user', content: next },
        ...reads,
        ...edits.flat(),
      ],
      [3],
    )
    const early = view.slice(0, view.indexOf(next))
    expect(early[1]).toBe(`Absolute paths are shown relative to: ${root}/`)
    expect(early.find(line => line.startsWith('#2 '))).toContain('make -C entries report')
    expect(early.some(line => line.startsWith('State at '))).toBe(false)
  })
})
