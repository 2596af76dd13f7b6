import { describe, expect, it } from 'vitest'
import { measure } from '../../src/measure/measure.ts'
import { withInstructions } from '../../src/measure/with-instructions.ts'
import { estimateCounter } from '../../src/tokens/tokens.ts'
import type { Message } from '../../src/types.ts'

const environment = (fields: Readonly<Record<string, string>>): string =>
  [
    '<environment_context>',
    ...Object.entries(fields).map(([name, value]) => `  <${name}>${value}</${name}>`),
    '</environment_context>',
  ].join('\n')

function inForce(texts: readonly string[]): readonly boolean[] {
  const messages: readonly Message[] = texts.flatMap(text => [
    { role: 'user', blocks: [{ type: 'text', text, media: 'text' }] },
    { role: 'assistant', blocks: [{ type: 'text', text: 'Noted.', media: 'text' }] },
  ])
  const blocks = measure(messages, { ranker: estimateCounter(), pins: [], preservePatterns: [] })
  return withInstructions(messages, blocks)
    .filter(({ role }) => role === 'user')
    .map(({ instructions }) => instructions !== undefined)
}

describe('the environment in force', () => {
  const first = environment({ cwd: '/x', shell: 'zsh' })

  it('is the latest one alone if it has every field of the first', () => {
    expect(inForce([first, environment({ cwd: '/y', shell: 'bash', network: 'off' })])).toEqual([false, true])
  })

  it('is the first and the latest if the latest only says what changed', () => {
    expect(inForce([first, environment({ cwd: '/y' })])).toEqual([true, true])
  })

  it('is the first and the latest if the first has no fields, and one if both are the same', () => {
    const said = (text: string): string => `<session_context>\nYou work in ${text}.\n</session_context>`
    expect(inForce([said('a folder'), said('another one')])).toEqual([true, true])
    expect(inForce([said('a folder'), said('a folder')])).toEqual([true, false])
  })

  it('is compared by headings where it has no fields', () => {
    const headings = (...names: readonly string[]): string =>
      `<environment_details>\n${names.map(name => `# ${name}\nnothing`).join('\n')}\n</environment_details>`
    expect(inForce([headings('Files', 'Time'), headings('Time')])).toEqual([true, true])
    expect(inForce([headings('Time'), headings('Files', 'Time')])).toEqual([false, true])
  })
})
