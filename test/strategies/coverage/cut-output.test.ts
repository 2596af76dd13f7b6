/** What a view says of an output that its tool had cut. */
import { expect, it } from 'vitest'
import { compressSync } from '../../../src/compress.ts'
import { longListing, toolStep } from './tool-step.ts'

it('a result says that the tool had cut it', () => {
  const shown = `${longListing(1)}\nlamps/…6346 tokens truncated…ys\n${longListing(2)}`
  const { messages } = compressSync(
    [
      { role: 'user', content: 'Which lamps are in the list?' },
      ...toolStep('a', 'Bash', { command: 'node list-lamps.js' }, shown),
      ...toolStep('b', 'Bash', { command: 'node list-lamps.js --short' }, longListing(3)),
      { role: 'assistant', content: 'I look at the next list.' },
    ],
    { strategy: 'coverage', budget: '30%', strict: true },
  )
  expect(JSON.stringify(messages)).toMatch(/#3 →[^\\]* lines, output cut by the tool\]/)
})
