import { describe, expect, it } from 'vitest'
import { conversationFacts } from '../../../../src/strategies/coverage/facts/conversation-facts.ts'
import { type ShownCall, shownCall } from '../../../../src/strategies/coverage/mark/shown-call.ts'
import { knownCall } from '../../../../src/strategies/coverage/read/known-call.ts'
import type { Block, Message } from '../../../../src/types.ts'
import { say, text } from '../../../formats/neutral-messages.ts'
import { step } from '../../partition/session.ts'

/** The first call of a request, or of a name, with what came before and after it. */
function shown(messages: readonly Message[], root?: string, name?: string, isAnnounced = false): ShownCall {
  const facts = conversationFacts([say('user', text('Mend the tax.')), ...messages], root)
  const isMeant = (own: Block): boolean =>
    own.type === 'toolCall' && (name === undefined || own.name === name)
  const message = facts.messages.findIndex(({ blocks }) => blocks.some(isMeant))
  const block = facts.messages[message]?.blocks.findIndex(isMeant) ?? -1
  const call = facts.messages[message]?.blocks[block]
  if (call?.type !== 'toolCall') throw new Error('There is no call.')
  const known = knownCall(call, new Map(), 0)
  if (known === undefined) throw new Error('The call is not known.')
  return shownCall(call, known, { message, viewPart: facts.turns.partOf(message, block), isAnnounced }, facts)
}

const run = (id: string, command: string, result: string) =>
  step(id, { name: 'Bash', args: { command }, result })
const edit = (id: string, result: string, old = 'a') =>
  step(id, {
    name: 'Edit',
    args: { file_path: '/w/app/src/tax.ts', old_string: old, new_string: 'b' },
    result,
  })
const updated = 'The file has been updated.'
const notFound = '<tool_use_error>String to replace not found in file.</tool_use_error>'
const notAllowed = "The user doesn't want to proceed with this tool use. The tool use was rejected."

describe('shownCall', () => {
  it('says of a command how it came out, in its title and for its section', () => {
    const call = shown(run('a', 'cd /w/app && make tax 2>&1 | tail -5', 'built /w/app/tax'), '/w/app')
    expect(call.title).toBe('Bash make tax → built tax')
    expect(call.section).toEqual({ outcome: 'built tax', isRooted: true })
    expect(call).toMatchObject({
      outcome: 'built /w/app/tax',
      isKey: true,
      isUninformative: false,
      answerLines: 0,
    })
  })

  it('says nothing by a name alone, nor by a command of which no outcome is known, but for the last', () => {
    const workers = run('a', 'workers status', 'a worker that is idle\n'.repeat(40))
    const fare = step('a', { name: 'get_fares', args: {}, result: '{"fare":7,"class":"economy"}' })
    for (const call of [workers, fare]) {
      expect(shown([...call, ...run('b', 'make tax', 'built tax')]).isUninformative).toBe(true)
      expect(shown(call).isUninformative).toBe(false)
    }
  })

  it('says of the last step that a subagent has reported', () => {
    const review = step('a', {
      name: 'Task',
      args: { description: 'Review the tax', prompt: 'Review it.' },
      result: 'The rates are right.\n\nOne test is missing.\nagentId: a1b2c3',
    })
    expect(shown(review).title).toBe('Task Review the tax → reported, 3 lines')
    expect(shown([...review, ...run('b', 'make tax', 'built tax')]).title).toBe('Task Review the tax')
  })

  it('says that a search found nothing, where the agent had announced it', () => {
    const search = step('a', { name: 'Grep', args: { pattern: 'taxOf' }, result: 'No matches found' })
    const messages = [...search, ...run('b', 'make tax', 'built tax')]
    expect(shown(messages).isUninformative).toBe(true)
    const call = shown(messages, undefined, undefined, true)
    expect(call.title).toBe('Grep "taxOf" → No matches found')
    expect(call.isUninformative).toBe(false)
  })

  it('says nothing by a call that was only mistyped', () => {
    const grep = (id: string, path: string, result: string) =>
      step(id, { name: 'Grep', args: { pattern: 'taxOf', path }, result })
    const wrong = '<tool_use_error>Path does not exist: src/taxs</tool_use_error>'
    const call = shown([...grep('a', 'src/taxs', wrong), ...grep('b', 'src/tax', 'src/tax/a.ts')])
    expect(call.isUninformative).toBe(true)
    expect(call.uninformativeLines('any', '')).toBe(true)
  })

  it('says nothing by what a subagent was asked once it has reported', () => {
    const task = (result: string) =>
      step('a', { name: 'Task', args: { description: 'Review the tax', prompt: 'Look.' }, result })
    const made = run('b', 'make tax', 'built tax')
    const launched = 'Async agent launched successfully.\nagentId: a1b2c3d (use to resume later)'
    expect(shown([...task('The tax is rounded twice.'), ...made]).isUninformative).toBe(true)
    expect(shown(task('The tax is rounded twice.')).isUninformative).toBe(false)
    expect(shown([...task(launched), ...made]).isUninformative).toBe(false)
  })

  it('names the command that a call waits for', () => {
    const result = 'Process running with session ID 159'
    const started = step('a', { name: 'exec_command', args: { cmd: 'cd /w/app && make tax 2>&1' }, result })
    const ended = 'Process exited with code 1\nOutput:\nno tax'
    const waits = step('b', { name: 'write_stdin', args: { session_id: 159, chars: '' }, result: ended })
    const call = shown([...started, ...waits], '/w/app', 'write_stdin')
    expect(call.title).toBe('write_stdin (make tax) → exit 1: no tax')
    const other = step('b', { name: 'write_stdin', args: { session_id: 7, chars: '' }, result: ended })
    expect(shown([...started, ...other], '/w/app', 'write_stdin').title).toBe('write_stdin → exit 1: no tax')
  })

  it('says where the command that a call waits for leaves the root out', () => {
    const result = 'Process running with session ID 159'
    const started = (cmd: string) => step('a', { name: 'exec_command', args: { cmd }, result })
    const ended = 'Process exited with code 1\nOutput:\nno tax'
    const waits = step('b', { name: 'write_stdin', args: { session_id: 159, chars: '' }, result: ended })
    const waiting = (cmd: string) => shown([...started(cmd), ...waits], '/w/app', 'write_stdin')
    const call = waiting('make -C /w/app/core tax')
    expect(call.title).toBe('write_stdin (make -C core tax) → exit 1: no tax')
    expect(call.section.isRooted).toBe(true)
    expect(waiting('make tax').section.isRooted).toBeUndefined()
  })

  it('names the file of an edit from the root on', () => {
    expect(shown(edit('a', updated), '/w/app').title).toBe('Edit src/tax.ts → applied')
    expect(shown(edit('a', updated)).title).toBe('Edit /w/app/src/tax.ts → applied')
  })

  it('says that an edit was applied where nothing came after it', () => {
    expect(shown([...edit('a', updated), ...edit('b', updated)]).title).toBe('Edit /w/app/src/tax.ts')
    expect(shown(edit('a', notFound)).title).not.toContain('applied')
  })

  it('waits for an answer only to the newest calls', () => {
    const [asked] = run('a', 'make tax', '') as readonly [Message, Message]
    const [other, answer] = run('b', 'make toll', 'built toll') as readonly [Message, Message]
    expect(shown([asked]).title).toBe('Bash make tax → no answer yet')
    expect(shown([asked, other, answer]).title).toBe('Bash make tax → no answer yet')
    expect(shown([asked, say('user', text('Stop.'))]).title).toBe('Bash make tax')
    expect(shown([asked, other, answer, say('assistant', text('Built.'))]).title).toBe('Bash make tax')
  })

  it('leaves out an edit that failed and was made again', () => {
    const alone = shown(edit('a', notFound))
    const retried = shown([...edit('a', notFound), ...edit('b', updated)])
    expect([alone.isUninformative, retried.isUninformative]).toEqual([false, true])
    expect([alone.uninformativeLines('b', '+'), retried.uninformativeLines('b', '+')]).toEqual([false, true])
  })

  it('says which edit was applied in place of one that was not allowed', () => {
    const words = ' To tell you how to proceed, the user said:\nuse a map'
    const refused = edit('a', notAllowed + words)
    const title = 'Edit /w/app/src/tax.ts → rejected by the user'
    expect(shown(refused).title).toBe(`${title}: use a map`)
    expect(shown([...refused, ...edit('b', updated), ...edit('c', updated)]).title).toBe(
      `${title} (#4 was applied): use a map`,
    )
    const elsewhere = edit('b', updated, 'func toll() {')
    expect(shown([...refused, ...elsewhere]).title).toBe(`${title}: use a map`)
    const written = step('c', {
      name: 'Write',
      args: { file_path: '/w/app/src/tax.ts', content: 'b' },
      result: updated,
    })
    expect(shown([...refused, ...elsewhere, ...written]).title).toBe(`${title} (#6 was applied): use a map`)
  })

  it('says of an edit of several lines which one of most of them was applied', () => {
    const old = 'function tax(order) {\n  const rate = 0.2\n  return order.total * rate\n}'
    const refused = edit('a', notAllowed, old)
    const other = edit('b', updated, 'function toll(order) {\n  const fee = 3\n  return order.total + fee\n}')
    const same = edit('c', updated, '  const rate = 0.2\n  return order.total * rate')
    expect(shown([...refused, ...other, ...same]).title).toContain('(#6 was applied)')
  })

  it('shows a command that was not allowed with the answer, unless the person says why', () => {
    const silent = shown(run('a', 'rm -rf build', notAllowed))
    const words = ' To tell you how to proceed, the user said:\nkeep the build'
    const explained = shown(run('a', 'rm -rf build', notAllowed + words))
    expect(silent.answerLines).toBeGreaterThan(1)
    expect(explained.answerLines).toBe(1)
    expect([silent.uninformativeLines('rm', ''), explained.uninformativeLines('rm', '')]).toEqual([
      false,
      true,
    ])
  })
})
