import { describe, expect, it } from 'vitest'
import type { Row } from '../../src/ledger/ledger.ts'
import { ledgerOfMessages } from '../../src/ledger/ledger-of-messages.ts'
import type { Message } from '../../src/types.ts'
import { answered, said } from '../tools/evaluate/messages.ts'

const rowsOf = (messages: readonly Message[], section: string): readonly Row[] =>
  ledgerOfMessages(messages).rows.filter(row => row.section === section && row.state !== 'hidden')
const values = (messages: readonly Message[], section: string): readonly string[] =>
  rowsOf(messages, section).map(({ value }) => value)
const decided = (text: string): readonly string[] => values([said('assistant', text)], 'decisions')

describe('decisions of the agent', () => {
  it.each([
    "Here's a summary of what I decided:",
    '### ✅ Approved for merge',
    '**Decision made by the team**',
    "I'll use that path.",
    "I'll use the CI troubleshooting workflow for this, then inspect the logs.",
    "I'll keep monitoring; if it stalls, I'll ask for a handoff rather than taking over.",
    "Let's use find_file to see where it is.",
    "I'm going to confirm what the issue is about before I touch the docs, so that the answer is right.",
    'The check validates something that was already decided.',
    'Latest commit message: Create a file called hello.go with a simple program.',
    'The plan is well structured with 4 tasks.',
    '- Decision: [what was chosen]',
    'I prefer option 1 for the app because the button is called Release.',
  ])('are not read from %j', text => {
    expect(decided(text)).toEqual([])
  })

  it.each([
    "I'll keep the cache in memory instead of on disk.",
    'I put the constants in the `agent` package rather than in each sub-package because of the import cycle.',
    'I decided against a second index.',
    'We chose SQLite for the local store.',
    "Since we're on `main`, I'm going to avoid edits there and add a branch, to avoid a broken build.",
  ])('are whole sentences with their object: %j', text => {
    expect(decided(text)).toEqual([text])
  })

  it('carry the reason that is beside them', () => {
    const [row] = rowsOf(
      [said('assistant', 'We chose SQLite for the local store. It keeps the setup to one file.')],
      'decisions',
    )
    expect(row?.note).toBe('It keeps the setup to one file.')
  })

  it('carry the question of the user that they answer, where no reason is given', () => {
    const [row] = rowsOf(
      [
        said('user', 'Which store fits a laptop best?'),
        said('assistant', 'I decided on SQLite for the local store.'),
      ],
      'decisions',
    )
    expect(row?.note).toBe('Which store fits a laptop best?')
    const [own] = rowsOf(
      [said('user', 'Is it copied?'), said('assistant', "I'll drop the error return because it is unused.")],
      'decisions',
    )
    expect(own?.note).toBeUndefined()
  })
})

describe('what takes the place of an earlier decision', () => {
  const successors = (...texts: readonly string[]): readonly (number | undefined)[] =>
    rowsOf(
      texts.map(text => said('assistant', text)),
      'decisions',
    ).map(({ supersededBy }) => supersededBy)

  it('is a later one that turns it down', () => {
    expect(
      successors(
        'I decided to store sessions in Redis.',
        'I decided to store sessions in SQLite instead of Redis.',
      ),
    ).toEqual([1, undefined])
  })

  it('is not one that turns down something else', () => {
    expect(
      successors(
        'We chose a focused tracker entry for the storage work.',
        'We chose a tracker entry for the storage index rather than the final backend.',
      ),
    ).toEqual([undefined, undefined])
  })

  it('is the same sentence with another value', () => {
    expect(
      successors('We agreed on a grace period of 10 minutes.', 'We agreed on a grace period of 30 minutes.'),
    ).toEqual([1, undefined])
  })
})

describe('a reply of the user', () => {
  const reply = (question: string, text: string): readonly string[] =>
    values([said('user', 'Go.'), said('assistant', question), said('user', text)], 'decisions')

  it('is a decision only where it answers', () => {
    expect(reply('Shall I commit it?', 'yes, commit')).toEqual(['yes, commit'])
    expect(reply('Which of the three?', '1+2')).toEqual(['1+2'])
    expect(reply('Next up: the second branch?', '...more review comments')).toEqual([])
    expect(reply('What is your concern?', 'a) why it is not passed on')).toEqual([])
  })

  it('closes the question whether or not it does', () => {
    for (const text of ['yes', 'there is a new comment'])
      expect(
        values(
          [said('user', 'Go.'), said('assistant', 'Shall I commit it?'), said('user', text)],
          'questions',
        ),
      ).toEqual([])
  })

  it('through a tool is what was chosen, and no decision where it asks back', () => {
    const asked = { questions: [{ question: 'Where should it go?', options: [{ label: 'docs' }] }] }
    const result = (words: string) =>
      answered(
        'AskUserQuestion',
        asked,
        `User has answered your questions: "Where should it go?"="${words}". You can now continue with the user's answers in mind.`,
      )
    expect(rowsOf(result('docs'), 'decisions')).toMatchObject([
      { value: 'docs', note: 'Where should it go?' },
    ])
    expect(values(result('what are the options?'), 'decisions')).toEqual([])
    const long = rowsOf(result(`${'the usual place '.repeat(40)}(but not here)`), 'decisions')[0]
    expect(long?.value).toMatch(/ the usual place$/)
    expect(long?.facts[0]).toMatchObject({ isCut: true })
  })
})

describe('next steps', () => {
  const next = (text: string): readonly string[] => values([said('assistant', text)], 'next')

  it('are the items below the heading, not the heading', () => {
    expect(
      next('All done.\n\n**Next Steps**\n\n1. Push the branch.\n2. Ask for a review.\n\nThat is all.'),
    ).toEqual(['Push the branch.', 'Ask for a review.'])
    expect(next('Remaining: the lexer and its tests.')).toEqual(['Remaining: the lexer and its tests.'])
    expect(next('We still need to update the docs.')).toEqual(['We still need to update the docs.'])
  })

  it('are no remarks about what remains', () => {
    expect(next('The remaining files are local state and are left out on purpose.')).toEqual([])
    expect(next('**Next Steps**')).toEqual([])
  })

  it('are over when the user asks for something else', () => {
    const messages = [said('assistant', 'Remaining: the lexer and its tests.')]
    expect(values([...messages, said('user', 'ok, go on')], 'next')).toHaveLength(1)
    expect(values([...messages, said('user', 'Write the docs instead.')], 'next')).toEqual([])
  })
})

describe('blockers', () => {
  it('is no supposition', () => {
    const text = "I'm checking whether the merge is blocked by the policy."
    expect(values([said('assistant', text)], 'state')).toEqual([])
    expect(values([said('assistant', 'I am blocked by the missing key.')], 'state')).toHaveLength(1)
    const remark = 'It does not protect other machines until you create the override there.'
    expect(values([said('assistant', remark)], 'state')).toEqual([])
  })
})
