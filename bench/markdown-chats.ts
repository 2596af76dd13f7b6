/** Chats that SpecStory saved as markdown, as messages: only who spoke is read from them. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Message } from '../src/types.ts'
import { corpusDirectory } from './results.ts'

const turn = /^_\*\*(User|Agent|Assistant)[^\n]*\*\*_$/gm

/** None where there is no corpus. */
export function markdownChats(): readonly (readonly Message[])[] {
  const folder = join(corpusDirectory() ?? '', 'transcripts/specstory')
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .sort()
    .map(file => {
      const bytes = readFileSync(join(folder, file))
      return messagesIn((file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8'))
    })
}

function messagesIn(chat: string): readonly Message[] {
  const turns = [...chat.matchAll(turn)]
  return turns.map(({ 0: head, 1: speaker, index }, at): Message => {
    const body = chat.slice(index + head.length, turns[at + 1]?.index ?? chat.length).trim()
    const text = body.replace(/\n---$/, '').trim()
    return {
      role: speaker === 'User' ? 'user' : 'assistant',
      blocks: [{ type: 'text', text, media: 'text' }],
    }
  })
}
