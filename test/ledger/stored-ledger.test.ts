import { describe, expect, it } from 'vitest'
import { expand } from '../../src/expand.ts'
import { ledgerJson, readLedger } from '../../src/ledger/ledger-json.ts'
import { ledgerOfMessages } from '../../src/ledger/ledger-of-messages.ts'
import { ledgerOriginal, sourceOriginals, storedLedgerIn } from '../../src/ledger/stored-ledger.ts'
import { maskSecrets } from '../../src/scan/secrets/secrets.ts'
import { memoryStore } from '../../src/store/memory-store.ts'
import { toBytes, toText } from '../../src/tokens/bytes.ts'
import { handleOf } from '../../src/tokens/handle.ts'
import { hashText } from '../../src/tokens/hash.ts'
import type { Message } from '../../src/types.ts'
import { answered, said } from '../tools/evaluate/messages.ts'

const messages: readonly Message[] = [
  said('user', 'Build a parser. It must be fast. Never touch the lexer!'),
  ...answered('Edit', { file_path: 'src/parser.ts', old_string: 'a', new_string: 'b' }, 'done'),
  said('assistant', 'The parser is built.'),
]
const ledger = ledgerOfMessages(messages)

function kept() {
  const store = memoryStore()
  const [stored] = store.put([ledgerOriginal(ledger), ...sourceOriginals(ledger, messages)])
  return { store, handle: stored?.handle ?? '' }
}

describe('a stored ledger', () => {
  it('leads from an entry to the words that it comes from', async () => {
    const { store, handle } = kept()
    expect(await expand(`${handle}#constraints.2`, store)).toBe(
      '- #1 user: Never touch the lexer!\n\n#1 user\nBuild a parser. It must be fast. Never touch the lexer!\n',
    )
    expect(await expand(`${handle}#files.1`, store)).toContain('#2 assistant\n{"file_path":"src/parser.ts"')
  })

  it('lists its entries by number, and what it has of a message', async () => {
    const { store, handle } = kept()
    expect(await expand(`${handle}#constraints`, store)).toBe(
      'constraints.1 #1 user: It must be fast.\nconstraints.2 #1 user: Never touch the lexer!\n',
    )
    expect(await expand(`${handle}#questions`, store)).toBe('none\n')
    expect(await expand(`${handle}#4`, store)).toBe('#4 assistant\nThe parser is built.\n')
    expect(await expand(`${handle}#4`, store, { lines: [2, 2] })).toBe('The parser is built.\n')
  })

  it('refuses what it does not have, and says what it has', async () => {
    const { store, handle } = kept()
    const refused = (part: string) => expect(expand(`${handle}#${part}`, store)).rejects
    await refused('constraints.3').toMatchObject({
      code: 'invalid-handle',
      message: expect.stringMatching(/entries 1 to 2/),
    })
    await refused('questions.1').toMatchObject({
      code: 'invalid-handle',
      message: expect.stringMatching(/questions is empty/),
    })
    await refused('nothing.1').toMatchObject({
      code: 'invalid-handle',
      message: expect.stringMatching(/intent, talk, turns, subagents, files/),
    })
    await refused('99').toMatchObject({
      code: 'invalid-handle',
      message: expect.stringMatching(/messages 1 to 4/),
    })
  })

  it('finds messages that are stored together', async () => {
    const store = memoryStore()
    const raw = JSON.stringify([{ role: 'user', content: 'Build a parser. Never touch the lexer!' }])
    const span = { first: 0, messages: 1, handle: handleOf(hashText(raw)) }
    const [, stored] = store.put([
      { hash: hashText(raw), bytes: toBytes(raw) },
      ledgerOriginal(ledger, [span]),
    ])
    expect(await expand(`${stored?.handle}#constraints.2`, store)).toContain('"Build a parser. Never touch')
    await expect(expand(`${stored?.handle}#doing.1`, store)).rejects.toMatchObject({ code: 'not-found' })
  })

  it('is read back as what it was, and nothing else is taken for one', () => {
    const { bytes } = ledgerOriginal(ledger)
    expect(storedLedgerIn(toText(bytes))).toEqual({ fovea: 'ledger', ...ledger, spans: [] })
    for (const text of ['', '[]', '{"fovea":"ledger"', '{"fovea":"ledger","rows":3}', '{"a":1}'])
      expect(storedLedgerIn(text)).toBeUndefined()
  })

  it('is written for others with messages counted from 1, and read back', () => {
    const written = ledgerJson(ledger)
    expect(written).toMatchObject({ version: 4, turns: messages.length })
    expect(written.rows.every((row, at) => row.first === (ledger.rows[at]?.first ?? 0) + 1)).toBe(true)
    expect(readLedger(JSON.parse(JSON.stringify(written)))).toEqual(ledger)
    expect(readLedger({ ...written, rows: [{ ...written.rows[0], first: 0 }] })).toBeUndefined()
    expect(readLedger({ ...written, version: 5 })).toBeUndefined()
    expect(readLedger({ ...written, rows: 'none' })).toBeUndefined()
  })

  it('keeps secrets from the search', () => {
    const secret = `ghp_${'a1B2'.repeat(9)}`
    const spoken = [said('user', `Never print ${secret}. It must stay secret.`)]
    const [original] = sourceOriginals(ledgerOfMessages(spoken, { mask: maskSecrets }), spoken)
    expect(original?.searchable).not.toContain(secret)
    expect(toText(ledgerOriginal(ledgerOfMessages(spoken, { mask: maskSecrets })).bytes)).not.toContain(
      secret,
    )
  })
})
