import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const folder = join(import.meta.dirname, '../examples')
const programs = readdirSync(folder).filter(name => name.endsWith('.js') || name === 'quick-start.ts')

interface Ended {
  readonly code: number
  readonly said: string
  readonly complained: string
}

function run(program: string): Promise<Ended> {
  return new Promise(resolve => {
    execFile(process.execPath, [join(folder, program)], (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : 1, said: stdout, complained: error?.message ?? stderr }),
    )
  })
}

describe.concurrent('the programs in examples', () => {
  it('are all here', () => {
    expect(programs.sort()).toEqual([
      'ai-sdk.js',
      'anthropic.js',
      'custom-reducer.js',
      'custom-strategy.js',
      'gemini.js',
      'langchain.js',
      'mcp-client.js',
      'openai.js',
      'proxy-anthropic.js',
      'proxy-gemini.js',
      'proxy-openai.js',
      'quick-start.ts',
      'session-with-store.js',
    ])
  })

  it.each(programs)('%s does what it says', async program => {
    const { code, said, complained } = await run(program)
    expect({ code, complained }).toEqual({ code: 0, complained: '' })
    // One sentence on what was shown.
    expect(said).toMatch(/^.{40,}\.\n$/)
  })
})
