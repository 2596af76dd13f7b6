import { describe, expect, it } from 'vitest'
import { createMcpServer } from '../../src/doors/mcp/index.ts'
import { listenMcpHttp } from '../../src/doors/mcp/listen-mcp-http.ts'
import { foveaMiddleware } from '../../src/doors/middleware/ai-sdk.ts'
import { foveaMiddleware as langChainMiddleware } from '../../src/doors/middleware/langchain.ts'
import { createProxy } from '../../src/doors/proxy/index.ts'
import { inspect } from '../../src/inspect.ts'
import { createSession, createSessions } from '../../src/session/session.ts'
import { uncompressSync } from '../../src/uncompress.ts'

const refused = (message: string) => expect.objectContaining({ code: 'invalid-option', message })
const session = { lowWatr: 3 } as object
const misplaced = { compress: { fuzzyDedup: true } } as object
const unread = { compress: { rules: {} } }

describe('a misspelt or misplaced option', () => {
  it.each([
    ['createSession', createSession],
    ['createSessions', createSessions],
    ['foveaMiddleware of the AI SDK', foveaMiddleware],
    ['foveaMiddleware of LangChain', langChainMiddleware],
  ])('is refused by %s', (_, create) => {
    expect(() => create(session)).toThrow(refused('There is no option lowWatr; did you mean lowWater?'))
    expect(() => create(misplaced)).toThrow(
      refused('compress.fuzzyDedup is no option here; write compress.rules.fuzzyDedup.'),
    )
    expect(() => create(unread)).toThrow(/rules is not read by the strategy coverage/)
    expect(() => create({ birth: false } as object)).toThrow(/There is no option birth/)
  })

  it('is refused by the proxy', () => {
    expect(() => createProxy({ upstraem: 'https://api.example.com' } as object)).toThrow(
      refused('There is no option upstraem; did you mean upstream?'),
    )
    expect(() => createProxy({ session } as object)).toThrow(
      refused('There is no option session.lowWatr; did you mean session.lowWater?'),
    )
    expect(() => createProxy({ lowWater: 3 } as object)).toThrow(
      refused('lowWater is no option here; write session.lowWater.'),
    )
  })

  it('is refused by the MCP server', async () => {
    expect(() => createMcpServer({ sesionFiles: false } as object)).toThrow(
      refused('There is no option sesionFiles; did you mean sessionFiles?'),
    )
    expect(() => createMcpServer({ token: 'secret' } as object)).toThrow(/There is no option token/)
    await expect(listenMcpHttp({ tokn: 'secret' } as object)).rejects.toThrow(
      refused('There is no option tokn; did you mean token?'),
    )
  })

  it('is refused by inspect, and is a note of uncompress unless that is strict', () => {
    expect(() => inspect({ messages: [], format: 'plain' }, { modle: 'gpt-5' } as object)).toThrow(
      /There is no option modle/,
    )
    const messages = [{ role: 'user', content: 'hello' }]
    const wrong = { formt: 'plain' } as object
    expect(uncompressSync(messages, {}, wrong)).toMatchObject({
      messages,
      note: { code: 'invalid-option', message: 'There is no option formt; did you mean format?' },
    })
    expect(() => uncompressSync(messages, {}, { ...wrong, strict: true })).toThrow(/did you mean format/)
  })
})
