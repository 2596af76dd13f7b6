/** A small agent session with every type of content, written for these tests. */
import { formatNamed } from '../../../src/formats/index.ts'
import type { Block, Message } from '../../../src/types.ts'

export function said(role: 'user' | 'assistant', text: string): Message {
  return { role, blocks: [{ type: 'text', text, media: 'text' }] }
}

export interface Step {
  readonly name: string
  readonly args: Readonly<Record<string, unknown>>
  readonly result: string
  readonly isError?: boolean
}

/** A call and its answer. */
export function step(callId: string, { name, args, result, isError }: Step): readonly Message[] {
  const call: Block = { type: 'toolCall', callId, name, text: JSON.stringify(args), media: 'json' }
  const answer: Block = {
    type: 'toolResult',
    callId,
    name,
    text: result,
    media: 'text',
    ...(isError === undefined ? {} : { isError }),
  }
  return [
    { role: 'assistant', blocks: [call] },
    { role: 'tool', blocks: [answer] },
  ]
}

export const fileText: string = Array.from(
  { length: 240 },
  (_, at) => `export const limit${at} = settings.read('limit.${at}', ${at * 7}) // how many at once`,
).join('\n')

export const installOutput: string = [
  ...Array.from(
    { length: 160 },
    (_, at) => `npm http fetch GET 200 https://registry.example.org/pkg-${at} ${at}ms`,
  ),
  'npm warn deprecated glob@7.2.3: Glob versions prior to v9 are no longer supported',
  'npm error code ERESOLVE',
  'npm error ERESOLVE could not resolve react@19.0.0 against peer react@18.2.0',
  'added 247 packages in 45.2s',
].join('\n')

export const searchOutput: string = Array.from({ length: 90 }, (_, at) =>
  at === 40
    ? 'src/api/auth.ts:45:export function verifyToken(token: string): Claims {'
    : `src/pages/page-${at % 15}.ts:${at + 1}:  const user = await authenticate(request, { retries: ${at} })`,
).join('\n')

export const talk: string = [
  'We compared two ways to sign users in, and looked at how each of them behaves when the cache is cold.',
  'Sessions in a table need one more query for every request that comes in from the mobile clients.',
  'Decided: JWT with refresh tokens, stored in Redis.',
  'Because the mobile clients cannot hold cookies, sessions would not have worked for them anyway.',
  'The refresh tokens rotate on every use, and the old ones are kept for a minute in case of a race.',
  'Fixed the race in rotateToken() by taking a lock on the user before the token is read.',
  'There is more to say about the way the lock is released, and about what happens when Redis restarts.',
  'The dashboards show the number of rotations, the number of races and the time that each of them took.',
].join(' ')

/** Oldest first; the last steps are short. */
export function session(): readonly Message[] {
  const long = [
    said('user', 'Please look at how users sign in and tell me what should change about it.'),
    ...step('c1', { name: 'Read', args: { file_path: 'src/settings/limits.ts' }, result: fileText }),
    ...step('c2', {
      name: 'Bash',
      args: { command: 'npm install' },
      result: `Exit code 1\n${installOutput}`,
    }),
    ...step('c3', { name: 'Grep', args: { pattern: 'authenticate', path: 'src/' }, result: searchOutput }),
    said('assistant', talk),
  ]
  const short = Array.from({ length: 8 }, (_, at) => [
    ...step(`s${at}`, { name: 'Bash', args: { command: `git status ${at}` }, result: `clean ${at}` }),
  ]).flat()
  return [...long, ...short, said('user', 'Go on.')]
}

export function raw(messages: readonly Message[]): readonly unknown[] {
  return formatNamed('anthropic').create(messages)
}

/** All texts of raw messages, in order. */
export function textsOf(messages: readonly unknown[]): readonly string[] {
  return formatNamed('anthropic')
    .read(messages)
    .flatMap(({ blocks }) => blocks.flatMap(block => (block.type === 'opaque' ? [] : [block.text])))
}
