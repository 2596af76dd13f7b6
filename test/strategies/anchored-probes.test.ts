import { writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { compressSync } from '../../src/compress.ts'
import { memoryStore } from '../../src/store/memory-store.ts'
import { uncompressSync } from '../../src/uncompress.ts'
import { workplace } from '../doors/cli/run-fovea.ts'

const said = (role: string, content: string | null, more: object = {}): object => ({ role, content, ...more })
const called = (id: string, name: string, args: object): object =>
  said('assistant', null, {
    tool_calls: [{ id, type: 'function', function: { name, arguments: JSON.stringify(args) } }],
  })
const talk = (at: number, sentences: number): string =>
  Array.from({ length: sentences }, (_, part) => `Part ${at}.${part} was read and is in order.`).join(' ')

/** Edits and failures that were repaired: no critical question asks for them. */
const session = [
  said('user', 'Please tidy the settings module.'),
  ...['zeppelin', 'marimba', 'quokka', 'obsidian', 'juniper', 'tamarind'].flatMap((word, at) => [
    called(`edit${at}`, 'Edit', {
      file_path: 'src/settings.ts',
      old_string: `old_${word}()`,
      new_string: `const x = enable_${word}_relay(${at})`,
    }),
    said('tool', 'The file src/settings.ts has been updated.', { tool_call_id: `edit${at}` }),
    called(`first${at}`, 'Bash', { command: `make ${word}` }),
    said('tool', `ERROR: relay ${word}-gate refused the ${word}Handshake`, { tool_call_id: `first${at}` }),
    called(`again${at}`, 'Bash', { command: `make ${word}` }),
    said('tool', 'ok', { tool_call_id: `again${at}` }),
    said('assistant', `I decided to keep the ${word} adapter because it avoids a lock. ${talk(at, 8)}`),
    said('user', `Fine, and part ${at + 1}?`),
  ]),
  ...Array.from({ length: 6 }, (_, at) =>
    at % 2 === 0 ? said('assistant', talk(at, 6)) : said('user', `And then ${at}?`),
  ),
]
const options = { strategy: 'anchored', strict: true } as const

describe('anchored', () => {
  it('takes room until its views answer nine in ten questions', () => {
    const plain = compressSync(session, { ...options, gate: 'off' })
    expect(plain.receipt.gate).toBeUndefined()
    const { receipt, messages, originalsByHash } = compressSync(session, options)
    expect(receipt.gate?.outcome).toBe('raised')
    expect(receipt.gate?.score).toBeGreaterThanOrEqual(0.9)
    expect(receipt.notes).toEqual([])
    expect(receipt.tokens.after.tokens).toBeGreaterThan(plain.receipt.tokens.after.tokens)
    expect(receipt.keptRatio).toBeLessThan(0.9)
    expect(uncompressSync(messages, originalsByHash).messages).toEqual(session)
    expect(compressSync(messages, { ...options, store: memoryStore() }).messages).toEqual(messages)
  })

  it('says so where the budget has no room for them, also on the command line', async () => {
    const { receipt } = compressSync(session, { ...options, budget: 480 })
    expect(receipt.budget?.met).toBe(true)
    expect(receipt.gate?.score).toBeLessThan(0.9)
    expect(receipt.notes).toEqual([
      { code: 'probes-below-aim', message: expect.stringMatching(/answers \d+ of \d+ questions .*90 %/) },
    ])
    const work = workplace()
    try {
      writeFileSync(work.path('session.json'), JSON.stringify(session))
      const given = ['compress', 'session.json', '-s', 'anchored', '-o', 'view.json']
      expect((await work.fovea([...given, '-b', '480'])).stderr).toContain('the aim is 90 %')
      const { stderr } = await work.fovea(given)
      expect(stderr).toMatch(/gate: .* answered, .*after more was shown/)
      expect(stderr).not.toContain('the aim is')
    } finally {
      work.remove()
    }
  })
})
