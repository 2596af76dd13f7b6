import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { temporaryPlace } from './temporary-place.ts'

const moduleUrl = new URL('../../src/store/sqlite/sqlite-store.ts', import.meta.url).href

function stderrOf(before: string, file: string): string {
  const code = `${before}
    const { sqliteStore } = await import(${JSON.stringify(moduleUrl)})
    sqliteStore(${JSON.stringify(file)}).close()`
  const { stderr, status } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
    encoding: 'utf8',
  })
  expect(status, stderr).toBe(0)
  // Node 22 also speaks about running TypeScript, which no user of the package does.
  return stderr.replace(/^.*Type Stripping.*\n(\(Use `node --trace-warnings.*\n)?/m, '')
}

describe('loading SQLite', () => {
  it('says nothing to the user', () => {
    const place = temporaryPlace()
    expect(stderrOf('', place.file)).toBe('')
    place.remove()
  })

  it('hides the notice of older Node, and nothing else', () => {
    const place = temporaryPlace()
    const likeNode22 = `
      const { getBuiltinModule } = process
      process.getBuiltinModule = name => {
        if (!name.endsWith('sqlite')) return getBuiltinModule(name)
        process.emitWarning('SQLite is an experimental feature and might change at any time', 'ExperimentalWarning')
        process.emitWarning('something else')
        return getBuiltinModule(name)
      }`
    const stderr = stderrOf(likeNode22, place.file)
    expect(stderr).toContain('something else')
    expect(stderr).not.toContain('SQLite')
    place.remove()
  })
})
