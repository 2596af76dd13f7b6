import { describe, expect, it } from 'vitest'
import type { Block, Message } from '../../../../src/types.ts'
import { call, result, say, text } from '../../../formats/neutral-messages.ts'
import { offersIn } from '../measured.ts'
import { renderDigest } from '../render-digest.ts'

const source = { first: 0, messages: 2, tokens: 120, hash: '0123456789abcdef'.repeat(4) }

const ending = [say('assistant', text('It is merged.'))]

/** What is shown of an answer where only its first sentence is chosen. */
function shownOf(answer: string, before: readonly Message[] = [], after = ending): string {
  const said = say('assistant', text(answer))
  const offers = offersIn([say('user', text('Merge it.')), ...before, said, ...after])
  const first = offers.sections.at(-1 - after.length)?.firstCandidate ?? 0
  return renderDigest(source, offers, [first]).split('\n').slice(1).join('\n')
}

const found =
  'Both sides changed how the reader of the ledger sorts the rows of a month before it books them to an account.'
const decision = `${found} I keep its new names rather than the old ones, and later my change adds the field.`

describe('a short paragraph of the agent', () => {
  it('is shown whole', () => {
    expect(shownOf(decision)).toContain('rather than the old ones')
  })

  it('is shown without what it announces', () => {
    expect(
      shownOf(`${found} Let me read \`reader.ts\` and all of its callers in this folder.`),
    ).not.toContain('Let me')
  })

  it('is shown with it where nothing was said since', () => {
    const next = 'Let me read its callers.'
    expect(shownOf(`The reader sorts the rows twice. ${next}`, [], [])).toContain(next)
    expect(shownOf(`The reader sorts the rows twice. ${next}`)).not.toContain(next)
  })

  it('is shown with a remedy after a failure', () => {
    const failed = [
      say('assistant', call('c1', '{"command":"make"}')),
      say('tool', { ...result('c1', 'no rule to make target'), isError: true } as Block),
    ]
    expect(shownOf(`${found} Let me try it with \`make all\`, the target of books.`, failed)).toContain(
      '`make all`',
    )
    expect(
      shownOf(`${found} Let me look at the targets of the books and of the ledger once again.`, failed),
    ).not.toContain('Let me')
  })

  it('is cut where it is long', () => {
    expect(shownOf(`${decision} ${'The writer waits for the reader of the other side. '.repeat(6)}`)).toMatch(
      /to an account\. ?…$/,
    )
  })
})
