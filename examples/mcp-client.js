/** MCP: start `fovea mcp` as any client would, shorten a log and bring it back. Run: node examples/mcp-client.js */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { handlesIn } from 'fovea'
import { errorLine, log } from './local/conversation.js'

const place = mkdtempSync(join(tmpdir(), 'fovea-example-'))
// Where fovea is on PATH: { command: 'fovea', args: ['mcp'] }.
const launcher = join(dirname(createRequire(import.meta.url).resolve('fovea/package.json')), 'bin/fovea.js')
const transport = new StdioClientTransport({
  command: process.execPath,
  args: [launcher, 'mcp', '--store', join(place, 'store.db')],
  stderr: 'ignore',
})
const client = new Client({ name: 'example', version: '1.0.0' })
await client.connect(transport)

const { tools } = await client.listTools()
assert.deepEqual(tools.map(({ name }) => name).sort(), ['compress', 'expand', 'ledger', 'search', 'stats'])

const shortened = await client.callTool({ name: 'compress', arguments: { text: log, budget: 300 } })
const view = shortened.content.map(part => part.text).join('\n')
assert.ok(view.length < log.length / 4 && view.includes(errorLine), 'short, with the error in it')

const [handle] = handlesIn(view)
const found = await client.callTool({ name: 'expand', arguments: { handle, matching: 'deadlock' } })
assert.match(found.content[0].text, /^1043.*deadlock detected/)

await client.close()
rmSync(place, { recursive: true, force: true })
console.log(
  `${log.length} → ${view.length} characters: the error is in the short text, and line 1043 came back when asked for.`,
)
