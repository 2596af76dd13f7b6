import { expect, it } from 'vitest'
import { inspect } from '../src/inspect.ts'

const inspected = (...contents: string[]) =>
  inspect({ format: 'plain', messages: contents.map(content => ({ role: 'user', content })) })

it('adds up, finds duplicates, and shows no half of a character and no secret', () => {
  const log = 'The same long answer, again and again, with nothing new in it at all. '.repeat(4)
  const { tokens, overhead, roles, duplicates, largest, secrets } = inspected(
    log,
    log,
    `a${'😀'.repeat(200)}`,
    `token: ghp_${'aB3dE5fG7h'.repeat(4).slice(0, 36)} and more`,
  )
  expect(roles.reduce((sum, role) => sum + role.tokens, overhead)).toBe(tokens.tokens)
  expect(duplicates).toMatchObject({ groups: 1, copies: 1 })
  for (const { preview } of largest) expect(preview.isWellFormed()).toBe(true)
  expect(secrets).toBe(1)
  expect(JSON.stringify(largest)).not.toContain('aB3dE5fG7h')
})
