import { pruneMessages } from 'ai'
import { describe, expect, it } from 'vitest'
import { jsonMethod } from '../../bench/peers/json-method.ts'
import { loadPeers } from '../../bench/peers/load-peers.ts'
import { type Output, outputMethod } from '../../bench/peers/output-method.ts'
import { pruneMethod } from '../../bench/peers/prune-messages.ts'
import type { MethodView } from '../../src/tools/evaluate/method.ts'
import { agent, run, user, wordHistory } from '../tools/evaluate/word-history.ts'

const history = wordHistory([
  user('go'),
  ...run('c1', 'Bash', '{"command":"ls src"}', 'a b c'),
  ...run('c2', 'Read', '{"file_path":"x.json"}', '{ "a": [1, 2] }'),
  agent('done'),
])

describe('outputMethod', () => {
  it('hands over each output with its command, and changes nothing else', async () => {
    const seen: Output[] = []
    const method = outputMethod('p', 'd', output => {
      seen.push(output)
      return output.command === undefined ? undefined : 'short'
    })
    const view = await method.view(history, 1)
    expect(seen.map(({ text, command, isError }) => ({ text, command, isError }))).toEqual([
      { text: 'a b c', command: 'ls src', isError: false },
      { text: '{ "a": [1, 2] }', command: undefined, isError: false },
    ])
    expect(view?.text).toBe(history.text.replace('a b c', 'short'))
  })
})

describe('jsonMethod', () => {
  it('writes JSON otherwise where that is shorter', async () => {
    const minify = jsonMethod('minify', '', value => JSON.stringify(value))
    expect((await minify.view(history, 1))?.text).toBe(history.text.replace('{ "a": [1, 2] }', '{"a":[1,2]}'))
    const longer = jsonMethod('longer', '', value => JSON.stringify(value, null, 8))
    expect((await longer.view(history, 1))?.text).toBe(history.text)
  })
})

describe('pruneMethod', () => {
  const { view } = pruneMethod(pruneMessages)
  const pruned = (tokens: number): string => (view(history, tokens) as MethodView).text

  it('drops as few calls and results as the budget needs', () => {
    expect(pruned(100)).toContain('a b c')
    const half = pruned(history.tokens - 1)
    expect(half).not.toContain('a b c')
    expect(half).toContain('done')
    expect(pruned(1)).toBe('go\ndone')
  })
})

describe('loadPeers', () => {
  it('names every peer, installed or not', async () => {
    const { methods, missing } = await loadPeers()
    const names = [...methods, ...missing].map(({ name }) => name)
    expect(names.toSorted()).toEqual([
      'AI SDK pruneMessages',
      'JSON minify',
      'TOON',
      'context-compress aggressive',
      'context-compress balanced',
      'tokenjuice',
    ])
    for (const each of missing) expect(each).toMatchObject({ kind: 'peer', missing: 'not installed' })
    for (const method of methods) expect((await method.view(history, 1))?.text).toContain('done')
  })
})
