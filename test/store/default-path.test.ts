import { describe, expect, it } from 'vitest'
import { defaultStorePath } from '../../src/store/default-path.ts'

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
