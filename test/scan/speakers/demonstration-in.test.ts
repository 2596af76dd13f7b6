import { describe, expect, it } from 'vitest'
import { demonstrationIn } from '../../../src/scan/speakers/demonstration-in.ts'

function shownIn(text: string): string | undefined {
  const span = demonstrationIn(text)
  return span && text.slice(span.start, span.end)
}

const introduction = 'Here is a demonstration of how to use the shell.\n'
const marked = '--- DEMONSTRATION ---\nls\n--- END OF DEMONSTRATION ---'

describe('demonstrationIn', () => {
  it('finds what is between its marks, or all below the first line', () => {
    expect(shownIn(`${introduction}Follow it freely.\n${marked}\nFix it.`)).toBe(marked)
    expect(shownIn(`${introduction}ls\nsubmit`)).toBe('ls\nsubmit')
    expect(shownIn('Here is a demonstration of how')).toBe('')
  })

  it('finds nothing in other texts', () => {
    expect(shownIn(`Fix it.\n${introduction}${marked}`)).toBeUndefined()
    expect(shownIn('Here is a demo of the bug.')).toBeUndefined()
  })
})
