import { describe, expect, it } from 'vitest'
import { defaultStorePath, localStorePathOf } from '../../src/store/default-path.ts'

describe('the default store path', () => {
  it.each([
    [{ FOVEA_STORE: '/my/store.db', XDG_DATA_HOME: '/data' }, 'linux', '/home/me', '/my/store.db'],
    [{ FOVEA_STORE: '', XDG_DATA_HOME: '/data' }, 'linux', '/home/me', '/data/fovea/store.db'],
    [{ XDG_DATA_HOME: 'relative' }, 'linux', '/home/me', '/home/me/.local/share/fovea/store.db'],
    [{}, 'freebsd', '/home/me', '/home/me/.local/share/fovea/store.db'],
    [{}, 'darwin', '/Users/me', '/Users/me/Library/Application Support/fovea/store.db'],
    [{ LOCALAPPDATA: 'D:\\Local' }, 'win32', 'C:\\Users\\me', 'D:\\Local\\fovea\\store.db'],
    [{}, 'win32', 'C:\\Users\\me', 'C:\\Users\\me\\AppData\\Local\\fovea\\store.db'],
  ])('%j on %s', (env, platform, home, expected) => {
    expect(defaultStorePath(env, platform, home)).toBe(expected)
  })
})

describe('the local path of a store', () => {
  it.each([
    ['/my/store.db', '/my/store.db'],
    ['sqlite:/my/store.db', '/my/store.db'],
    ['sqlite:///my/store.db', '/my/store.db'],
    ['postgres://me:secret@host/fovea', '/data/fovea/store.db'],
    ['memory:', '/data/fovea/store.db'],
  ])('of %s', (address, expected) => {
    const env = { FOVEA_STORE: address, XDG_DATA_HOME: '/data' }
    expect(localStorePathOf(address, env, 'linux', '/home/me')).toBe(expected)
  })
})
