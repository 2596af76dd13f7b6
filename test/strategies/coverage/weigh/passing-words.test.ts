import { expect, it } from 'vitest'
import { measure } from '../../../../src/measure/measure.ts'
import { conversationFacts } from '../../../../src/strategies/coverage/facts/conversation-facts.ts'
import { candidatesOf } from '../../../../src/strategies/coverage/mark/candidates-of.ts'
import { passingWords } from '../../../../src/strategies/coverage/weigh/passing-words.ts'
import { estimateCounter } from '../../../../src/tokens/tokens.ts'
import type { Message } from '../../../../src/types.ts'
import { said, step } from '../../partition/session.ts'

function worthless(messages: readonly Message[]): readonly string[] {
  const known = candidatesOf(
    conversationFacts(messages),
    measure(messages, { ranker: estimateCounter(), pins: [], preservePatterns: [] }),
  )
  const { texts, length } = known.candidates
  const { isOldStep } = passingWords(known, new Uint8Array(length).fill(1))
  return texts.filter((_, piece) => isOldStep[piece] === 1)
}

const first = said('user', 'Why is the tax wrong?')
const read = (id: string): readonly Message[] =>
  step(id, { name: 'Read', args: { file_path: `${id}.ts` }, result: 'const tax = 7' })
const edit = (id: string): readonly Message[] =>
  step(id, {
    name: 'Edit',
    args: { file_path: `${id}.ts`, old_string: 'const tax = 7', new_string: 'const tax = 8' },
    result: 'The file has been updated.',
  })

it('has no worth once its look was made, but for the last words', () => {
  const look = 'Let me look at the tax.'
  expect(worthless([first, said('assistant', look), ...read('tax')])).toEqual([])
  const next = said('assistant', 'Now let me change it.')
  expect(worthless([first, said('assistant', look), ...read('tax'), next, ...edit('tax')])).toEqual([look])
})

it('has no worth many steps after its edit', () => {
  const change = said('assistant', 'Now let me change the tax.')
  const end = said('assistant', 'The tax is right.')
  expect(worthless([first, change, ...edit('tax'), end])).toEqual([])
  const further = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].flatMap(id => edit(id))
  expect(worthless([first, change, ...edit('tax'), ...further, end])).toEqual(['Now let me change the tax.'])
})

it('is passing in a thought whose step was made', () => {
  const thought = (text: string): Message => ({
    role: 'assistant',
    blocks: [{ type: 'opaque', kind: 'reasoning', value: { thinking: text, type: 'thinking' } }],
  })
  const steps = [
    'Perfect, I can see the tax. I need to add another one below it. Let me add it.',
    'Now I can add the rate.',
  ]
  const messages = [
    first,
    ...edit('tax'),
    thought(steps[0] as string),
    thought(steps[1] as string),
    thought('The rate is only read once.'),
    ...edit('rate'),
  ]
  const known = candidatesOf(
    conversationFacts(messages),
    measure(messages, { ranker: estimateCounter(), pins: [], preservePatterns: [] }),
  )
  const { isPassing } = passingWords(known, new Uint8Array(known.candidates.length).fill(1))
  expect(known.candidates.texts.filter((_, piece) => isPassing[piece] === 1)).toEqual(steps)
})
