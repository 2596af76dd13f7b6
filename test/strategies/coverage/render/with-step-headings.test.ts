import { describe, expect, it } from 'vitest'
import { say, text } from '../../../formats/neutral-messages.ts'
import { offersIn } from '../measured.ts'
import { renderDigest } from '../render-digest.ts'

const source = { first: 0, messages: 2, tokens: 120, hash: '0123456789abcdef'.repeat(4) }
const steps = ['Read the rows', 'Sort the rows', 'Write the rows', 'Count the rows'].map(
  (name, at) => `### Step ${at + 1}: ${name}`,
)

/** The headings that are shown of a plan where only these are chosen. */
function shownOf(chosen: readonly number[], headings: readonly string[] = steps): readonly string[] {
  const plan = ['Do this:', ...headings.flatMap(heading => [heading, 'The loader does it.'])].join('\n')
  const offers = offersIn([say('user', text(plan)), say('assistant', text('I start.'))])
  const texts = chosen.map(at => headings[at])
  const pieces = [...offers.candidates.keys()].filter(at => texts.includes(offers.candidates[at]?.text ?? ''))
  return renderDigest(source, offers, pieces)
    .split('\n')
    .flatMap(line => line.match(/###[^…]*[^… ]/) ?? [])
}

describe('withStepHeadings', () => {
  it('shows the steps between those that are shown', () => {
    expect(shownOf([0, 3])).toEqual(steps)
  })

  it('adds none where most steps, or all but one, are left out', () => {
    expect(shownOf([1])).toEqual([steps[1]])
    const more = [...steps, '### Step 5: Close the file']
    expect(shownOf([0, 3], more)).toEqual([steps[0], steps[3]])
  })

  it('adds no heading without a number, and no long one', () => {
    const long = `### Step 2: Sort ${'the rows '.repeat(12)}`
    expect(shownOf([0, 3], [steps[0] ?? '', '### Why', long, steps[3] ?? ''])).toEqual([steps[0], steps[3]])
  })
})
