import { describe, expect, it } from 'vitest'
import { compressSync } from '../../../../src/compress.ts'
import { toolStep } from '../tool-step.ts'

const lines = Array.from({ length: 200 }, (_, at) => `  table.set(${at * 7919}, entry${at})`)
lines[121] = '  const cut = title.slice(0, 77)'
const listed = lines.map((line, at) => `${at + 1}\t${line}`).join('\n')
const edit = { file_path: '/w/src/title.ts', old_string: lines[3], new_string: '  table.clear()' }

/** The view of a session in which the file was read, and others since. */
function viewOf(request: string | readonly object[], ...later: readonly (readonly unknown[])[]): string {
  const other = listed.replaceAll('entry', 'item').replace('title.slice', 'name.slice')
  const { messages } = compressSync(
    [
      { role: 'user', content: request },
      ...toolStep('a', 'Read', { file_path: '/w/src/title.ts' }, listed),
      ...later.flat(),
      ...toolStep('b', 'Read', { file_path: '/w/src/name.ts' }, other),
      ...toolStep('c', 'Read', { file_path: '/w/src/last.ts' }, other),
      { role: 'assistant', content: 'I go on.' },
    ],
    { strategy: 'coverage', budget: '12%', strict: true },
  )
  return JSON.stringify(messages)
}

describe('a line of a file that the request names', () => {
  it.each([
    'Mend src/title.ts:122 please.',
    'See `title.ts:122`: it cuts graphemes.',
    '@title.ts:122-130 is wrong',
    'It cuts graphemes, see src/title.ts:122.',
  ])('is shown: %s', request => {
    expect(viewOf(request)).toContain('const cut = title.slice(0, 77)')
  })

  it.each([
    'Mend the title please.',
    'Mend subtitle.ts:122 please.',
    'The score is 122:77.',
    'It is in title.ts:122.5.',
  ])('is not shown where nothing names it: %s', request => {
    expect(viewOf(request)).not.toContain('const cut = title')
  })

  it('is shown beside what a host puts before the request', () => {
    const reminder = { type: 'text', text: '<system-reminder>\nUse the tools.\n</system-reminder>' }
    const request = { type: 'text', text: 'Mend src/title.ts:122 please.' }
    expect(viewOf([reminder, request])).toContain('const cut = title.slice(0, 77)')
  })

  it('is not shown where the file was changed since', () => {
    const change = toolStep('e', 'Edit', edit, 'The file was updated.')
    expect(viewOf('Mend src/title.ts:122 please.', change)).not.toContain('const cut = title')
  })
})
