import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import type { RanProgram } from './run-programs.ts'

const folder = join(import.meta.dirname, '../examples')
const programs = readdirSync(folder).filter(name => name.endsWith('.js') || name === 'quick-start.ts')

describe('the programs in examples', () => {
  let ran: readonly RanProgram[]
  beforeAll(async () => {
    const runner = join(import.meta.dirname, 'run-programs.ts')
    const files = programs.map(program => join(folder, program))
    const { stdout } = await promisify(execFile)(process.execPath, [runner, ...files])
    ran = (JSON.parse(stdout) as RanProgram[]).map(each => ({ ...each, program: basename(each.program) }))
  })

  it('are all here', () => {
    expect(programs.sort()).toEqual([
      'ai-sdk.js',
      'anthropic.js',
      'custom-content.js',
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

  it.each(programs)('%s does what it says', program => {
    expect(ran.find(each => each.program === program)).toEqual({
      program,
      // One sentence on what was shown.
      said: expect.stringMatching(/^.{40,}\.\n$/),
      complained: '',
    })
  })
})
