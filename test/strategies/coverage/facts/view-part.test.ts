import { describe, expect, it } from 'vitest'
import { turnsOf, viewPhases } from '../../../../src/strategies/coverage/facts/view-part.ts'
import type { Message } from '../../../../src/types.ts'
import { say, text } from '../../../formats/neutral-messages.ts'
import { step } from '../../partition/session.ts'

const messages: readonly Message[] = [
  say('user', text('Please mend the parser.')),
  say('assistant', text('I look at it.')),
  ...step('a', { name: 'Read', args: { file_path: 'src/a.ts' }, result: 'let a = 1' }),
  ...step('b', { name: 'Bash', args: { command: 'npm run build' }, result: 'built' }),
  say('assistant', text('It is mended.')),
  say('user', text('Now run the tests.')),
  say('assistant', text('I run them.')),
  ...step('c', { name: 'Bash', args: { command: 'npm test' }, result: '2 failed' }),
  ...step('d', { name: 'Edit', args: { file_path: 'a', old_string: 'x', new_string: 'y' }, result: 'done' }),
]

describe('turnsOf', () => {
  const { partOf, after, lastTyped } = turnsOf(messages)

  it('distinguishes what a person typed from how turns ended and from what was said since', () => {
    expect(messages.map((_, message) => partOf(message, 0))).toEqual([
      'typed',
      'words',
      'evidence',
      'evidence',
      'action',
      'evidence',
      'conclusion',
      'typed',
      'narration',
      'latest',
      'latest',
      'latest',
      'latest',
    ])
  })

  it('has no latest results where the turn has ended', () => {
    const ended = turnsOf([...messages, say('assistant', text('Both are done.'))])
    expect([11, 12].map(message => ended.partOf(message, 0))).toEqual(['present', 'evidence'])
  })

  it('does not take an edit that failed for one of the newest, unless it is the last', () => {
    const edit = (id: string, isError = false) =>
      step(id, {
        name: 'Edit',
        args: { file_path: 'a.ts', old_string: id, new_string: 'y' },
        result: isError ? 'The text is not in the file.' : 'done',
        isError,
      })
    const partsOf = (...edits: readonly (readonly Message[])[]) => {
      const build = (id: string) => step(id, { name: 'Bash', args: { command: 'make' }, result: 'built' })
      const session = [say('user', text('Mend it.')), ...edits.flat(), ...build('x'), ...build('y')]
      const { partOf } = turnsOf(session)
      return edits.map((_, at) => partOf(1 + 2 * at, 0))
    }
    expect(partsOf(edit('a'), edit('b'), edit('c', true), edit('d'))).toEqual([
      'present',
      'latest',
      'present',
      'latest',
    ])
    expect(partsOf(edit('a'), edit('b'), edit('c', true))).toEqual(['present', 'latest', 'latest'])
  })

  it("does not take what a host writes in the agent's name for how a turn ended", () => {
    const { partOf } = turnsOf([
      ...messages.slice(0, 7),
      say('assistant', text('No response requested.')),
      say('user', text('Now run the tests.')),
    ])
    expect(partOf(6, 0)).toBe('conclusion')
  })

  it.each(['Now the tests:', "The parser is mended. \n\nNow I'll run the tests."])(
    'goes on where the last words announce a step: %s',
    words => {
      const { lastStep, partOf } = turnsOf([...messages, say('assistant', text(words))])
      expect(lastStep).toBe(11)
      expect([12, 13].map(message => partOf(message, 0))).toEqual(['latest', 'narration'])
    },
  )

  it('goes on where the last message only thinks', () => {
    const thought: Message = say('assistant', { type: 'opaque', kind: 'reasoning', value: { text: 'Next.' } })
    expect(turnsOf([...messages, thought]).lastStep).toBe(11)
    expect(turnsOf([...messages, thought]).partOf(12, 0)).toBe('latest')
  })

  it('takes documents that a request names, and those that the agent writes, for what was handed over', () => {
    const read = (id: string, path: string) =>
      step(id, { name: 'Read', args: { file_path: path }, result: '# Plan' })
    const session = [
      say('user', text('Follow docs/plan.md.')),
      ...read('a', '/w/docs/plan.md'),
      ...read('b', '/w/docs/other.md'),
      ...step('c', { name: 'Write', args: { file_path: '/w/notes.md', content: '# Notes' }, result: 'ok' }),
      say('assistant', text('Done.')),
    ]
    const parts = turnsOf(session)
    expect(session.map((_, message) => parts.partOf(message, 0))).toEqual([
      'typed',
      'evidence',
      'pasted',
      'evidence',
      'evidence',
      'pasted',
      'evidence',
      'narration',
    ])
  })

  it('counts the requests that came after', () => {
    expect(lastTyped).toBe(7)
    expect([0, 6, 7, 12].map(after)).toEqual([1, 1, 0, 0])
  })

  it('counts no message that only says go on, and a request that was sent again once', () => {
    const { after } = turnsOf([
      ...messages,
      say('user', text('Commit it.')),
      say('user', text('Commit it.')),
      say('assistant', text('Which files?')),
      say('user', text('Yes, go ahead.')),
    ])
    expect([0, 7, 13, 15, 16].map(after)).toEqual([2, 1, 1, 0, 0])
  })
})

describe('viewPhases', () => {
  it('give the latest work its room after people, before documents', () => {
    const places = ['typed', 'latest', 'pasted', 'narration'].map(part =>
      viewPhases.findIndex(parts => parts.some(each => each === part)),
    )
    expect(places).toEqual(places.toSorted((one, other) => one - other))
    expect(new Set(viewPhases.flat()).size).toBe(12)
  })
})
