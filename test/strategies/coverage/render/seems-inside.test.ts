import { describe, expect, it } from 'vitest'
import { say, text } from '../../../formats/neutral-messages.ts'
import { step } from '../../partition/session.ts'
import { offersIn } from '../measured.ts'
import { renderDigest } from '../render-digest.ts'

const source = { first: 0, messages: 3, tokens: 120, hash: '0123456789abcdef'.repeat(4) }

/** What is shown of an output where only these lines are chosen. */
function shownOf(output: string, chosen: readonly string[]): string {
  const offers = offersIn([
    say('user', text('What does it print?')),
    ...step('a', { name: 'Bash', args: { command: 'make fares' }, result: output }),
  ])
  const pieces = [...offers.candidates.keys()].filter(at =>
    chosen.some(line => offers.candidates[at]?.text.trim() === line),
  )
  return renderDigest(source, offers, pieces).split('\n').slice(2).join('\n')
}

describe('a line below another one that it is no part of', () => {
  const printed = 'route one\n  took 3 s\nroute two\n  was refused by the door\nroute three\n  took 5 s'

  it('has a mark above it', () => {
    expect(shownOf(printed, ['route one', 'was refused by the door'])).toBe(
      'route one …\n  was refused by the door',
    )
  })

  it('has none where it is below its own head', () => {
    expect(shownOf(printed, ['route two', 'was refused by the door'])).toBe(
      'route two\n  was refused by the door',
    )
  })
})

describe('a line behind the condition of others', () => {
  const program = 'start()\nif (isOpen(door)) {\n  return closed\n}\nlog(door)\nreturn open\n'

  it('has a mark above it where these are left out', () => {
    const offers = offersIn([
      say('user', text('When is it open?')),
      ...step('a', { name: 'Read', args: { file_path: '/w/door.ts' }, result: program }),
    ])
    const shown = (...lines: readonly string[]): string => {
      const pieces = [...offers.candidates.keys()].filter(at =>
        lines.includes(offers.candidates[at]?.text.trim() ?? ''),
      )
      return renderDigest(source, offers, pieces)
    }
    expect(shown('if (isOpen(door)) {', 'return open')).toContain('if (isOpen(door)) { …\nreturn open')
    expect(shown('if (isOpen(door)) {', 'return closed')).toContain('if (isOpen(door)) {\n  return closed')
  })
})

describe('a list of short lines', () => {
  const trees = 'ash birch cedar elm fir hazel larch maple oak'
  const names = trees.split(' ').flatMap(tree => [`${tree}-of-the-north.yml`, `coast/${tree}.yml`])

  it('is shown whole where one is missing', () => {
    expect(shownOf(names.join('\n'), names.toSpliced(8, 1))).toContain('fir-of-the-north.yml')
  })

  it('stays as it is where more are missing', () => {
    expect(shownOf(names.join('\n'), names.slice(0, 5))).not.toContain('maple-of-the-north.yml')
  })
})
