import { describe, expect, it } from 'vitest'
import {
  commonRoot,
  pathFromRoot,
  relativeToRoot,
  shortPath,
  titleBelowRoot,
} from '../../../../src/strategies/coverage/facts/common-root.ts'
import { say } from '../../../formats/neutral-messages.ts'

const reading = (path: string) =>
  say('assistant', {
    type: 'toolCall',
    callId: 'a',
    name: 'Read',
    text: JSON.stringify({ file_path: path }),
    media: 'json',
  })

describe('commonRoot', () => {
  it('is the directory whose name saves the most', () => {
    const files = ['a.ts', 'b.ts', 'c/d.ts', 'c/e.ts', 'f.ts']
    expect(
      commonRoot(files.map(file => reading(`/home/someone/work/project/packages/core/src/${file}`))),
    ).toBe('/home/someone/work/project/packages/core/src')
  })

  it('counts files that calls go back to again', () => {
    const files = ['a.ts', 'tests/a.test.ts', 'a.ts', 'tests/a.test.ts']
    expect(
      commonRoot(files.map(file => reading(`/home/someone/work/the-project/packages/core/src/${file}`))),
    ).toBe('/home/someone/work/the-project/packages/core/src')
  })

  it('is above files that are worked on in several places, instead of paths that lead out of it', () => {
    const inside = ['a.ts', 'b.ts', 'c.ts', 'd.ts'].map(file => `packages/core/src/view/${file}`)
    const beside = ['docs/guide.md', 'mask/mask.ts']
    const rootOf = (files: readonly string[]): string | undefined =>
      commonRoot(files.map(file => reading(`/home/someone/work/the-project/${file}`)))
    expect(rootOf(inside)).toBe('/home/someone/work/the-project/packages/core/src/view')
    expect(rootOf([...inside, ...beside])).toBe('/home/someone/work/the-project')
  })

  it('is none where it would save little', () => {
    expect(commonRoot([reading('/w/a.ts'), reading('/w/b.ts')])).toBeUndefined()
    expect(commonRoot([])).toBeUndefined()
  })
})

describe('titleBelowRoot', () => {
  it('leaves the root out of paths and of the directory that a command begins with', () => {
    expect(titleBelowRoot('Edit /w/app/src/a.ts', '/w/app')).toBe('Edit src/a.ts')
    expect(titleBelowRoot('Bash cd /w/app && npm test', '/w/app')).toBe('Bash npm test')
    expect(titleBelowRoot('Read /other/a.ts', '/w/app')).toBe('Read /other/a.ts')
    expect(titleBelowRoot('Grep x in /w/app', '/w/app')).toBe('Grep x in .')
    expect(titleBelowRoot('Grep x in /w/app/src', '/w/app')).toBe('Grep x in src')
    expect(titleBelowRoot('Grep x in /home/me/app/', '/home/me/app/src')).toBe('Grep x in ..')
    expect(titleBelowRoot('Grep x in /home/me/app', '/home/me/app/src/web')).toBe('Grep x in /home/me/app')
    expect(titleBelowRoot('Grep x in /other', '/w/app')).toBe('Grep x in /other')
    expect(titleBelowRoot('Read /w/app/a.ts', undefined)).toBe('Read /w/app/a.ts')
  })

  it('leaves the end of the root out of a place that is named from the top of the repository', () => {
    const root = '/home/me/app/src/web'
    expect(titleBelowRoot('Grep "x" in src/web', root)).toBe('Grep "x" in .')
    expect(titleBelowRoot('Grep "x" in src/web/view', root)).toBe('Grep "x" in view')
    expect(titleBelowRoot('Grep "x" in web', root)).toBe('Grep "x" in web')
    expect(titleBelowRoot('Grep "x" in src/core', root)).toBe('Grep "x" in src/core')
  })

  it('leads a command from the root to a directory above it', () => {
    const root = '/home/me/app/core'
    expect(titleBelowRoot('Bash cd /home/me/app && npm test', root)).toBe('Bash cd .. && npm test')
    expect(titleBelowRoot('Bash cd /home/me/app/docs && ls', root)).toBe('Bash cd ../docs && ls')
    expect(titleBelowRoot(`Bash cd ${root}/src && ls`, root)).toBe('Bash cd src && ls')
    expect(titleBelowRoot('Bash cd /tmp && ls', root)).toBe('Bash cd /tmp && ls')
    expect(titleBelowRoot('Bash cd /home/me/app && make', `${root}/src`)).toBe('Bash cd ../.. && make')
    expect(titleBelowRoot('Bash cd /home/me && ls', root)).toBe('Bash cd /home/me && ls')
    expect(titleBelowRoot('Bash cd /home/meta && ls', root)).toBe('Bash cd /home/meta && ls')
  })

  it('takes no part of another path for the root', () => {
    expect(titleBelowRoot('Read /copy/w/app/a.ts', '/w/app')).toBe('Read /copy/w/app/a.ts')
    expect(titleBelowRoot('Bash cat "/w/app/a.ts"', '/w/app')).toBe('Bash cat "a.ts"')
  })
})

describe('pathFromRoot', () => {
  const root = '/home/me/repo/cmd/app'

  it('leads from the root to the file', () => {
    expect(pathFromRoot('/home/me/repo/cmd/app/view/a.go', root)).toBe('view/a.go')
    expect(pathFromRoot('/home/me/repo/cmd/docs/a.md', root)).toBe('../docs/a.md')
  })

  it('is the whole path where the file is far away', () => {
    expect(pathFromRoot('/home/me/repo/docs/a.md', root)).toBe('/home/me/repo/docs/a.md')
    expect(pathFromRoot('/home/me/.notes/plan.md', root)).toBe('/home/me/.notes/plan.md')
    expect(pathFromRoot('/tmp/a.go', root)).toBe('/tmp/a.go')
    expect(pathFromRoot('docs/a.md', root)).toBe('docs/a.md')
    expect(pathFromRoot('/home/me/a.go', undefined)).toBe('/home/me/a.go')
  })
})

describe('shortPath', () => {
  it('leaves out several directories, and says that they are left out', () => {
    expect(shortPath('../docs/a.md')).toBe('…/a.md')
    expect(shortPath('docs/a.md')).toBe('docs/a.md')
    expect(shortPath('a.md')).toBe('a.md')
  })
})

describe('relativeToRoot', () => {
  it('leaves out what a path from the top of a repository shares with the end of the root', () => {
    expect(relativeToRoot('cmd/app/cli/run.go', '/home/me/repo/cmd/app/cli')).toBe('run.go')
    expect(relativeToRoot('cmd/app/cli/run.go', '/home/me/repo/cmd/app')).toBe('cli/run.go')
    expect(relativeToRoot('docs/a.md', '/home/me/repo/cmd/app')).toBe('docs/a.md')
    expect(relativeToRoot('cmd/a.go', undefined)).toBe('cmd/a.go')
  })
})
