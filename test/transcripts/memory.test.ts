import { execFile } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../', import.meta.url))
const megabyte = 1024 * 1024

/** One step of an agent, with all that a log keeps beside the messages, which are a third of it as in real logs. */
function stepOf(index: string): string {
  const shared = {
    isSidechain: false,
    userType: 'external',
    cwd: '/home/ada/dates',
    sessionId: '5e55',
    version: '2.1.9',
    gitBranch: 'main',
    timestamp: '2026-03-01T09:00:00.000Z',
  }
  const source = Array.from(
    { length: 110 },
    (_, line) => `const value${line} = compute(${index}, ${line}) // step`,
  )
  const numbered = source.map((text, line) => `${String(line + 1).padStart(6)}→${text}`).join('\n')
  const usage = {
    input_tokens: 3,
    cache_creation_input_tokens: 900,
    cache_read_input_tokens: 90_000,
    output_tokens: 7,
  }
  const message = { model: 'claude-opus-4-6', id: `msg_${index}`, type: 'message', role: 'assistant', usage }
  const call = {
    type: 'tool_use',
    id: `toolu_${index}`,
    name: 'Read',
    input: { file_path: `src/file-${index}.ts` },
  }
  const result = { type: 'tool_result', tool_use_id: `toolu_${index}`, content: numbered }
  const content = source.join('\n')
  const tail = source.slice(-55).join('\n')
  const lines = [
    { ...shared, type: 'assistant', uuid: `a${index}`, message: { ...message, content: [call] } },
    {
      ...shared,
      type: 'progress',
      uuid: `p${index}`,
      data: { type: 'bash_progress', output: tail, fullOutput: content },
    },
    {
      ...shared,
      type: 'user',
      uuid: `u${index}`,
      message: { role: 'user', content: [result] },
      toolUseResult: { type: 'text', file: { filePath: `src/file-${index}.ts`, content, numLines: 110 } },
    },
    { type: 'file-history-snapshot', messageId: `u${index}`, snapshot: { trackedFileBackups: {} } },
  ]
  return lines.map(line => `${JSON.stringify(line)}\n`).join('')
}

function* steps(bytes: number): Generator<string> {
  const template = stepOf('{index}')
  for (let index = 0, written = 0; written < bytes; index += 1) {
    const text = template.replaceAll('{index}', String(index))
    written += Buffer.byteLength(text)
    yield text
  }
}

/** Looks itself: the maximum that Linux keeps for a process begins with the size of the one that started it. */
const reading = `
const { readTranscript } = await import(process.argv[1])
let peak = 0
const onProgress = () => { peak = Math.max(peak, process.memoryUsage.rss()) }
const { messages } = await readTranscript(process.argv[2], { onProgress })
onProgress()
console.log(JSON.stringify({ messages: messages.length, peak }))
`

describe('the memory of a reader', () => {
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fovea-memory-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  it('stays below 200 MB for a log of 75 MB', async () => {
    const log = join(folder, 'long.jsonl')
    await pipeline(Readable.from(steps(75 * megabyte)), createWriteStream(log))

    // As it is shipped: Node's own stripping of types would count too.
    const entry = join(root, 'dist/transcripts.js')

    const { stdout } = await run(process.execPath, [
      // A collector that is late on a busy machine would be measured instead of what is held.
      '--max-old-space-size=100',
      '--max-semi-space-size=16',
      '--input-type=module',
      '--eval',
      reading,
      pathToFileURL(entry).href,
      log,
    ])
    const { messages, peak } = JSON.parse(stdout) as { messages: number; peak: number }
    expect(messages).toBeGreaterThan(5000)
    expect(peak / megabyte).toBeLessThan(200)
  })
})
