import { describe, expect, it } from 'vitest'
import { withoutShownSteps } from '../../../../src/strategies/coverage/render/without-shown-steps.ts'
import type { Block, Message } from '../../../../src/types.ts'
import { say, text } from '../../../formats/neutral-messages.ts'
import { offersIn } from '../measured.ts'

const edit: Block = {
  type: 'toolCall',
  callId: 'e',
  name: 'Edit',
  text: JSON.stringify({
    file_path: '/w/src/tariff.ts',
    old_string: 'const rate = 3\n',
    new_string: 'const rate = 4\nconst zone = readZone()\n',
  }),
  media: 'json',
}
const done: Block = { type: 'toolResult', callId: 'e', text: 'The file has been updated.', media: 'text' }

/** What is shown of words before an edit, if `lines` of the edit are chosen, too. */
function shownOf(words: string, lines: readonly string[], last = 'It is done.', before?: string) {
  const messages: Message[] = [
    say('user', text('Raise the rate.')),
    say('assistant', text(words), ...(before === undefined ? [edit] : [])),
    ...(before === undefined ? [] : [say('assistant', text(before)), say('assistant', edit)]),
    say('tool', done),
    say('assistant', text(last)),
  ]
  const offers = offersIn(messages)
  const chosen = [...offers.candidates.keys()].filter(at => {
    const { author, text: line } = offers.candidates[at] ?? { author: 'tools', text: '' }
    return author === 'words' || lines.includes(line.trim())
  })
  return withoutShownSteps(offers, chosen).flatMap(at =>
    offers.candidates[at]?.author === 'words' ? [offers.candidates[at]?.text] : [],
  )
}

const zone = 'const zone = readZone()'

describe('withoutShownSteps', () => {
  it.each([
    'Now let me raise the rate:',
    'Perfect! Now I will update the rate.',
    'Now add the zone with `readZone()`:',
    "I'm changing the rate.",
  ])('leaves out %s above lines of its edit', words => {
    expect(shownOf(words, [zone])).toEqual(['It is done.'])
  })

  it.each([
    ['a reason', 'Let me raise the rate because the contract says 4.'],
    ['a decision', "Let me raise the rate. I'll use the one of the contract."],
    ['a defect', 'Let me raise the rate, which is wrong for old contracts:'],
    ['a name that no shown line has', 'Let me raise the rate of `customerTariff`:'],
  ])('keeps %s', (_, words) => {
    expect(shownOf(words, [zone])).toEqual([words, 'It is done.'])
  })

  it('keeps what was found', () => {
    expect(shownOf('The rate is read once. Let me raise it:', [zone])).toEqual([
      'The rate is read once. ',
      'It is done.',
    ])
  })

  it('keeps it where no line of the edit is shown', () => {
    expect(shownOf('Now let me raise the rate:', ['Edit /w/src/tariff.ts'])).toHaveLength(2)
  })

  it('keeps it where other words come before the edit', () => {
    const shown = shownOf('Now let me raise the rate.', [zone], 'It is done.', 'The zone is read later.')
    expect(shown).toHaveLength(3)
  })

  it('keeps the last words of all, and what has to be shown', () => {
    const raise = say('assistant', text('Now let me raise the rate:'), edit)
    const offers = offersIn([say('user', text('Raise the rate.')), raise])
    const all = [...offers.candidates.keys()]
    expect(withoutShownSteps(offers, all)).toEqual(all)
    const ended = offersIn([raise, say('tool', done), say('assistant', text('It is done.'))])
    const chosen = [...ended.candidates.keys()]
    expect(withoutShownSteps(ended, chosen)).toEqual(chosen.slice(1))
    expect(withoutShownSteps({ ...ended, demanded: new Set([0]) }, chosen)).toEqual(chosen)
  })
})
