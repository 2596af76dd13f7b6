import { describe, expect, it } from 'vitest'
import { isProgramText, userText } from '../../../src/scan/actions/harness-text.ts'
import { said } from '../../tools/evaluate/messages.ts'

const parts = (text: string) => {
  const { typed, binding } = userText(text)
  const cut = (spans: typeof typed) => spans.map(({ start, end }) => text.slice(start, end).trim())
  return { typed: cut(typed), binding: cut(binding) }
}

describe('what a user typed', () => {
  it('is all of a plain text', () => {
    expect(parts('Fix <b>this</b> <T> please.')).toEqual({
      typed: ['Fix <b>this</b> <T> please.'],
      binding: ['Fix <b>this</b> <T> please.'],
    })
  })

  it('stands around what a program wrote; instructions bind, data does not', () => {
    const text =
      '<current_datetime>now</current_datetime>\nFix it.\n<system-reminder>\nBe brief.\n</system-reminder>\nThanks.'
    expect(parts(text)).toEqual({
      typed: ['Fix it.', 'Thanks.'],
      binding: ['Fix it.', 'Be brief.', 'Thanks.'],
    })
  })

  it('is not the heading over instructions', () => {
    const text = '# AGENTS.md instructions for /repo\n\n<INSTRUCTIONS>\nNever push.\n</INSTRUCTIONS>'
    expect(parts(text)).toEqual({ typed: [], binding: ['Never push.'] })
  })

  it('is what follows a command, not the command', () => {
    const text =
      '<command-message>review</command-message>\n<command-name>/review</command-name>\n<command-args>the parser</command-args>'
    expect(parts(text)).toEqual({ typed: ['the parser'], binding: ['the parser'] })
  })

  it('goes on where a tag is never closed', () => {
    expect(parts('<system-reminder> is a tag. Fix it.').typed).toEqual([
      '<system-reminder> is a tag. Fix it.',
    ])
  })
})

describe('a text of a program', () => {
  it('is a skill', () => {
    const skill = 'Base directory for this skill: /skills/debug\n\nAlways find the cause.'
    expect(isProgramText(said('user', skill), undefined, skill)).toBe(true)
  })

  const shell = said('user', 'done\n[exit code 0]')

  it('is the answer of a shell to the agent, not the same text before it', () => {
    expect(isProgramText(shell, said('assistant', 'ls'), 'done')).toBe(true)
    expect(isProgramText(shell, undefined, 'done')).toBe(false)
  })

  it('is a summary in the user’s name', () => {
    const text = 'This session is being continued from a previous conversation that ran out of context.'
    expect(isProgramText(said('user', text), undefined, text)).toBe(true)
    expect(isProgramText(said('user', 'Go on.'), undefined, 'Go on.')).toBe(false)
  })
})
