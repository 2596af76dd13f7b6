import { describe, expect, it } from 'vitest'
import * as entry from '../../src/session/session.ts'
import { reachableFrom } from '../architecture/source-files.ts'

describe('the entry for sessions', () => {
  it('exports this and nothing else', () => {
    expect(Object.keys(entry).sort()).toEqual([
      'createSession',
      'createSessions',
      'defaultOutputTokens',
      'reduceOutput',
    ])
  })

  it('reaches no native module, server or process', () => {
    const forbidden = /^(?:node:(?:sqlite|http|https|net|child_process|worker_threads)|commander|hono|@)/
    expect([...reachableFrom('session/session.ts')].filter(target => forbidden.test(target))).toEqual([])
  })
})
