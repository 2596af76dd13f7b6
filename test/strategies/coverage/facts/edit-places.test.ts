import { describe, expect, it } from 'vitest'
import { actionsIn } from '../../../../src/scan/actions/actions-in.ts'
import { editPlaces } from '../../../../src/strategies/coverage/facts/edit-places.ts'
import type { Message } from '../../../../src/types.ts'
import { step } from '../../partition/session.ts'

/** The names of what the edits of the last call are in. */
function placesOf(...messages: readonly (readonly Message[])[]): readonly string[] {
  const all = messages.flat()
  const places = editPlaces(all, actionsIn(all), path => path)
  return places.ofMessage(all.length - 2).flatMap(({ names }) => names)
}

const numbered = (text: string, first = 1) =>
  text
    .split('\n')
    .map((line, at) => `${String(first + at).padStart(6)}→${line}`)
    .join('\n')
const read = (path: string, text: string, first?: number) =>
  step('read', { name: 'Read', args: { file_path: path }, result: numbered(text, first) })
const edit = (path: string, from: string, to: string, more: object = {}) =>
  step(`edit ${from}`, {
    name: 'Edit',
    args: { file_path: path, old_string: from, new_string: to, ...more },
    result: 'The file has been updated.',
  })
const run = (command: string, result: string) => step(command, { name: 'Bash', args: { command }, result })

const go = `package tax

type Store struct {
	rate int
}

// Read reads.
func (s *Store) Read(
	path string,
) (int, error) {
	if path == "" {
		return 0, nil
	} else if s.rate > 0 {
		return s.rate, nil
	}
	return 1, nil
}

var limit = 7

func total(rows []int) int {
	for _, row := range rows {
		log(row)
	}
	return 0
}`

describe('editPlaces', () => {
  it('names the function around a line of a file that was read', () => {
    expect(
      placesOf(read('tax.go', go), edit('tax.go', '\t\treturn s.rate, nil', '\t\treturn 2, nil')),
    ).toEqual(['Store.Read'])
    expect(placesOf(read('tax.go', go), edit('tax.go', 'log(row)', 'sum(row)'))).toEqual(['total'])
  })

  it('names the type of a field, and nothing around a line that is in nothing', () => {
    expect(placesOf(read('tax.go', go), edit('tax.go', '\trate int', '\trate int64'))).toEqual(['Store'])
    expect(placesOf(read('tax.go', go), edit('tax.go', 'var limit = 7', 'var limit = 8'))).toEqual([])
  })

  it('takes the first line that changes, not the first that is quoted', () => {
    const from =
      '\treturn 1, nil\n}\n\nvar limit = 7\n\nfunc total(rows []int) int {\n\tfor _, row := range rows {'
    const to = from.replace('_, row', 'at, row')
    expect(placesOf(read('tax.go', go), edit('tax.go', from, to))).toEqual(['total'])
    // What an edit quotes is enough where the file was never shown.
    expect(placesOf(edit('tax.go', from, to))).toEqual(['total'])
  })

  it('follows earlier edits of the same place', () => {
    expect(
      placesOf(
        read('tax.go', go),
        edit('tax.go', 'func total(', 'func sumOf('),
        edit('tax.go', '\t\tlog(row)', '\t\tsum(row)\n\t\tcount(row)'),
        edit('tax.go', '\t\tcount(row)', '\t\tcount(row, 1)'),
      ),
    ).toEqual(['sumOf'])
    const renamed = edit('tax.go', 'total', 'sumOf', { replace_all: true })
    expect(placesOf(read('tax.go', go), renamed, edit('tax.go', 'log(row)', 'sum(row)'))).toEqual(['sumOf'])
  })

  it('names nothing where the text occurs twice, or a command has changed the file since', () => {
    const twice = `${go}\n\nfunc other() {\n\tlog(row)\n}`
    expect(placesOf(read('tax.go', twice), edit('tax.go', 'log(row)', 'sum(row)'))).toEqual([])
    expect(
      placesOf(
        read('tax.go', go),
        run("sed -i 's/total/sumOf/' tax.go", ''),
        edit('tax.go', 'log(row)', 'sum(row)'),
      ),
    ).toEqual([])
  })

  it('reads what commands print of one file, and what the agent wrote itself', () => {
    expect(placesOf(run('cat tax.go', go), edit('tax.go', 'log(row)', 'sum(row)'))).toEqual(['total'])
    expect(placesOf(run('grep -n row tax.go', go), edit('tax.go', 'log(row)', 'sum(row)'))).toEqual([])
    const write = step('write', {
      name: 'Write',
      args: { file_path: 'tax.go', content: go },
      result: 'File created.',
    })
    expect(placesOf(write, edit('tax.go', 'log(row)', 'sum(row)'))).toEqual(['total'])
  })

  it('names nothing across lines that the tool left out', () => {
    const lines = numbered(go).split('\n')
    const result = [...lines.slice(0, 12), ...lines.slice(21)].join('\n')
    const cut = step('read', { name: 'Read', args: { file_path: 'tax.go' }, result })
    expect(placesOf(cut, edit('tax.go', 'log(row)', 'sum(row)'))).toEqual([])
  })

  it('knows parts of a file that were read one after the other', () => {
    const lines = go.split('\n')
    const head = read('tax.go', lines.slice(0, 17).join('\n'))
    const rest = read('tax.go', lines.slice(17).join('\n'), 18)
    expect(placesOf(head, rest, edit('tax.go', 'return 1, nil', 'return 2, nil'))).toEqual(['Store.Read'])
    // The head of the function is above what was read.
    expect(placesOf(read('tax.go', lines.slice(22).join('\n'), 23), edit('tax.go', 'log(row)', 'x'))).toEqual(
      [],
    )
  })

  it('names the test, and the function of a test that has others inside', () => {
    const test = `describe('tax', () => {
  it('adds the rate', () => {
    const rows = list.map(row => {
      return row.rate
    })
    expect(rows).toEqual([1])
  })
})`
    expect(placesOf(read('tax.test.ts', test), edit('tax.test.ts', 'row.rate', 'row.tax'))).toEqual([
      'adds the rate',
    ])
    const outer =
      'def total(rows):\n    def one(row):\n        return row.rate\n    return sum(map(one, rows))'
    expect(placesOf(read('tax.py', outer), edit('tax.py', 'row.rate', 'row.tax'))).toEqual(['total'])
  })

  it('finds a head above the brace on a line of its own', () => {
    const page = 'class Tax\n{\n    public int Total(int rate)\n    {\n        return rate;\n    }\n}'
    expect(placesOf(read('Tax.cs', page), edit('Tax.cs', 'return rate;', 'return 2;'))).toEqual(['Total'])
  })

  it('names the section of a document', () => {
    const page = '# Tax\n\n## Setup\n\n```sh\n# not a heading\nmake tax\n```\n\nRun it.\n\n## Rates\n\nNone.'
    expect(placesOf(read('README.md', page), edit('README.md', 'Run it.', 'Run it twice.'))).toEqual([
      'Setup',
    ])
    // An edit that begins with a heading is in its section.
    expect(placesOf(read('README.md', page), edit('README.md', '## Rates', '## New rates'))).toEqual([
      'New rates',
    ])
  })

  it('names the section of settings, and none for a section that it adds', () => {
    const tool = '[tasks.test]\nrun = "test"\n\n[tasks.lint]\nrun = "lint"'
    expect(placesOf(read('tool.toml', tool), edit('tool.toml', 'run = "lint"', 'run = "lint src"'))).toEqual([
      '[tasks.lint]',
    ])
    const added = edit('tool.toml', 'run = "lint"', 'run = "lint"\n\n[tasks.slow]\nrun = "slow"')
    expect(placesOf(read('tool.toml', tool), added)).toEqual([])
  })

  it('takes the heading of a hunk where nothing else is known', () => {
    const patch = [
      '*** Begin Patch',
      '*** Update File: tax.py',
      '@@ def total(rows):',
      '-    return 0',
      '+    return 1',
      '@@',
      ' class Store:',
      '     rate = 1',
      '-    name = "a"',
      '+    name = "b"',
      '*** End Patch',
    ].join('\n')
    const patched = step('patch', { name: 'apply_patch', args: { input: patch }, result: 'Done.' })
    expect(placesOf(patched)).toEqual(['total', 'Store'])
  })

  it('names nothing for an edit that failed', () => {
    const failed = step('edit', {
      name: 'Edit',
      args: { file_path: 'tax.go', old_string: 'log(row)', new_string: 'sum(row)' },
      result: '<tool_use_error>String to replace not found in file.</tool_use_error>',
    })
    expect(placesOf(read('tax.go', go), failed)).toEqual([])
  })
})
