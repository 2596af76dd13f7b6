import { describe, expect, it } from 'vitest'
import { neededLines } from '../../src/scan/needed-lines.ts'

function neededIn(text: string): readonly number[] {
  return [...neededLines(text.split('\n'))]
}

describe('neededLines', () => {
  it('ties the lines of an item to its first line', () => {
    expect(
      neededIn('- Pass the cache by value.\n  Do not share it with workers.\n\n  It is small.\nNext.'),
    ).toEqual([-1, 0, -1, 0, -1])
    expect(neededIn('1. One\n   two\n2. Three\n   - four\n     five')).toEqual([-1, 0, -1, -1, 3])
  })

  it('ties items to the one that leads to them', () => {
    expect(neededIn('1. If it is there:\n   - keep it\n     as it is\n2. Else\n   - make it')).toEqual([
      -1, 0, 1, -1, -1,
    ])
    expect([...neededLines(['- Fields:', '  - name'], { isLeading: false })]).toEqual([-1, -1])
    expect(neededIn('Non-goals:\n- caches:\n  - shared\n- queues')).toEqual([-1, 0, 1, 0])
  })

  it.each([
    '**Option C: Write to the trunk**',
    'If the branch is new:',
    'Falls der Zweig neu ist:',
    '**If it fails**',
  ])('ties a list to the case in which it holds: %s', lead => {
    expect(neededIn(`${lead}\n- Ask first\n- Never push\nText.\n- Read it`)).toEqual([-1, 0, 0, -1, -1])
  })

  it('ties what is below the heading of a case to it', () => {
    expect(neededIn('## When a test fails\nStop.\n## Rules\nGo on.')).toEqual([-1, 0, -1, -1])
    expect(neededIn('**Options**\n- a')).toEqual([-1, -1])
  })

  it('ties a further sentence of a long item to its first one', () => {
    const lines = ['- Pass the cache by value.', 'Do not share it.', 'Text.']
    expect([...neededLines(lines, { isRest: at => at === 1 })]).toEqual([-1, 0, -1])
  })

  it.each([
    'Non-Goals',
    'Out of scope',
    'Not included',
    "Won't do",
    'What this does not change',
    'Rejected alternatives',
    'Nicht-Ziele',
  ])('ties what is below a heading that denies it to the heading: %s', title => {
    expect(neededIn(`## ${title}\n- a\n### Deeper\n- b\n## Goals\n- c`)).toEqual([-1, 0, 0, 0, -1, -1])
    expect(neededIn(`**${title}**\n- a\n**Goals**\n- c`)).toEqual([-1, 0, -1, -1])
    expect(neededIn(`${title}:\n- a\n- b\nText`)).toEqual([-1, 0, 0, -1])
    expect(neededIn(`- ${title}:\n  - a\n- b`)).toEqual([-1, 0, -1])
  })

  it.each(['Goals', 'Notes', 'Nonstop service', 'Notifications', 'Knots'])(
    'leaves what is below another heading alone: %s',
    title => {
      expect(neededIn(`## ${title}\n- a\n- b`)).toEqual([-1, -1, -1])
    },
  )

  it('takes a bold sentence for no heading and looks into no fence', () => {
    expect(neededIn('**Do not push.**\nText')).toEqual([-1, -1])
    expect(neededIn('```sh\n# not here\nls\n```\nText')).toEqual([-1, -1, -1, -1, -1])
  })
})
