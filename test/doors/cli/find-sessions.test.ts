import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { findSessions } from '../../../src/doors/cli/find-sessions.ts'
import { addTranscript } from '../../../src/tools/extend/index.ts'
import { messages } from '../../../src/transcripts/messages.ts'
import { temporaryPlace } from '../../store/temporary-place.ts'

it('finds files in a folder by the endings that readers of session files name', () => {
  const { directory, remove } = temporaryPlace()
  onTestFinished(remove)
  for (const name of ['a.jsonl', 'b.TRAJ', 'c.json.gz', 'd.clerk.gz', 'e.txt'])
    writeFileSync(join(directory, name), '')
  const found = (): readonly string[] =>
    findSessions([directory]).map(({ path }) => path.slice(directory.length + 1))
  expect(found()).toEqual(['a.jsonl', 'b.TRAJ', 'c.json.gz'])
  onTestFinished(addTranscript({ ...messages, agent: 'clerk', endings: ['.clerk'] }))
  expect(found()).toEqual(['a.jsonl', 'b.TRAJ', 'c.json.gz', 'd.clerk.gz'])
})

it('takes the Markdown files of a folder only where an agent keeps its logs there', () => {
  const { directory, remove } = temporaryPlace()
  onTestFinished(remove)
  const history = join(directory, 'app/.specstory/history')
  mkdirSync(history, { recursive: true })
  for (const file of [
    '.aider.chat.history.md',
    'README.md',
    '.specstory/history/a.md',
    '.specstory/notes.md',
  ])
    writeFileSync(join(directory, 'app', file), '')
  const chat = { path: join(directory, 'app/.aider.chat.history.md'), isNamed: false }
  const log = { path: join(history, 'a.md'), isNamed: false }
  expect(findSessions([directory])).toEqual([chat, log])
  expect(findSessions([history])).toEqual([log])
})
