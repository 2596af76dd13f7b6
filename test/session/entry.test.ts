import { describe, expect, it } from 'vitest'
import * as entry from '../../src/session/session.ts'
import { reachableFrom } from '../architecture/source-files.ts'

describe('the entry for sessions', () => {
  it('exports this and nothing else', () => {
    expect(Object.keys(entry).sort()).toEqual(['createSession', 'createSessions', 'reduceOutput'])
  })

  it('reaches no native module, server or process', () => {
    const forbidden = /^(?:node:(?:sqlite|http|https|net|child_process|worker_threads)|commander|hono|@)/
    const reached = reachableFrom('session/session.ts')
    // The module that reads in threads asks for them when it starts one; `test/architecture` holds it to that.
    expect([...reached].filter(target => forbidden.test(target))).toEqual(['node:worker_threads'])
    expect(reached).toContain('read-ahead/reading-threads.ts')
  })
})
