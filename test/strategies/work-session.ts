/** A session of an agent that reads, edits and tests files, written by a formula. */
import type { Message } from '../../src/types.ts'

export const goal = 'Please move the login to OAuth with JWT.'
export const rule = 'You must never change the files below vendor/legacy.'
export const lastWish = 'Now summarize the work in REPORT.md.'

const areas = ['auth', 'token', 'session', 'billing', 'search', 'export'] as const

export const pathOf = (number: number): string => `src/${areas[number % areas.length]}/part-${number}.ts`

function said(role: Message['role'], text: string): Message {
  return { role, blocks: [{ type: 'text', text, media: 'text' }] }
}

/** The words of the agent, a call and its answer. */
function step(id: string, words: string, name: string, args: unknown, answer: string): readonly Message[] {
  return [
    {
      role: 'assistant',
      blocks: [
        { type: 'text', text: words, media: 'text' },
        { type: 'toolCall', callId: id, name, text: JSON.stringify(args), media: 'json' },
      ],
    },
    { role: 'tool', blocks: [{ type: 'toolResult', callId: id, name, text: answer, media: 'text' }] },
  ]
}

export function fileText(number: number): string {
  return Array.from(
    { length: 30 },
    (_, line) => `export const value_${number}_${line} = compute(${number * 31 + line}, 'part-${number}')`,
  ).join('\n')
}

/** Reads a file, changes it, runs its test. */
function round(number: number): readonly Message[] {
  const file_path = pathOf(number)
  return [
    ...step(`read-${number}`, `I open part ${number}.`, 'Read', { file_path }, fileText(number)),
    ...step(
      `edit-${number}`,
      `I decided to rename helper_${number} because it shadows a global.`,
      'Edit',
      { file_path, old_string: `helper_${number}`, new_string: `renamed_${number}` },
      `The file ${file_path} has been updated.`,
    ),
    ...step(
      `test-${number}`,
      `Now the test of part ${number}.`,
      'Bash',
      { command: `npx vitest run part-${number}` },
      `ok ${number} tests passed`,
    ),
  ]
}

/** Rounds of six messages each, from `first` on, after the wish of the user. */
export function rounds(first: number, count: number): readonly Message[] {
  return Array.from({ length: count }, (_, number) => round(first + number)).flat()
}

export function workSession(count: number): readonly Message[] {
  return [
    said('system', 'You are a careful engineer.'),
    said('user', `${goal}\n${rule}`),
    ...rounds(0, count),
    said('assistant', 'All parts are changed.'),
    said('user', lastWish),
  ]
}

export { said }
