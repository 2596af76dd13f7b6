/** Worktrees beside a repository: their files, checks and branches are told apart from its own. */
import { describe, expect, it } from 'vitest'
import type { Row } from '../../src/ledger/ledger.ts'
import { ledgerOfMessages } from '../../src/ledger/ledger-of-messages.ts'
import type { Message } from '../../src/types.ts'
import { answered } from '../tools/evaluate/messages.ts'

type Steps = readonly (readonly Message[])[]

const ran = (command: string, output = ''): readonly Message[] => answered('Bash', { command }, output)

const edited = (path: string): readonly Message[] =>
  answered('Edit', { file_path: path, old_string: 'x', new_string: 'function y() {}' }, 'Updated.')

function rowsOf(section: string, ...steps: Steps): readonly Row[] {
  return ledgerOfMessages(steps.flat()).rows.filter(row => row.section === section && row.state !== 'hidden')
}

function git(...steps: Steps): Readonly<Record<string, string>> {
  return Object.fromEntries(rowsOf('git', ...steps).map(({ key, value }) => [key, value]))
}

const onMain = ran('git status', 'On branch main\nnothing to commit, working tree clean')
const beside = ran('git worktree add ../app-fix -b fix/tax', 'Preparing worktree (new branch)')
const below = ran('git worktree add .worktrees/fix -b fix/tax')

describe('a file in a worktree', () => {
  it.each([
    [beside, '../app-fix/src/a.ts'],
    [below, '.worktrees/fix/src/a.ts'],
    [below, '/r/.worktrees/fix/src/a.ts'],
  ])('is not the one of the same path in the repository: %#', (tree, path) => {
    const keys = rowsOf('files', tree, edited('src/a.ts'), edited(path)).map(({ key }) => key)
    expect(keys).toEqual(['src/a.ts', path])
  })

  it('is one file by its whole path and by the one from the repository', () => {
    const keys = rowsOf(
      'files',
      beside,
      ran('sed -i s/a/b/ ../app-fix/src/a.ts'),
      edited('/w/app-fix/src/a.ts'),
    )
    expect(keys.map(({ key }) => key)).toEqual(['/w/app-fix/src/a.ts'])
  })

  it('is not uncommitted in the repository', () => {
    expect(
      git(
        onMain,
        beside,
        edited('/w/app/src/a.ts'),
        edited('/w/app/src/b.ts'),
        edited('/w/app-fix/src/a.ts'),
      ),
    ).toMatchObject({ branch: 'main', uncommitted: '/w/app/src/a.ts, /w/app/src/b.ts' })
  })
})

describe('git in a worktree', () => {
  const status = 'On branch fix/tax\nnothing to commit, working tree clean'

  it.each(['cd ../app-fix && git status', 'git -C ../app-fix status'])(
    'says nothing of the repository: %s',
    command => {
      expect(git(onMain, beside, edited('src/a.ts'), ran(command, status))).toMatchObject({
        branch: 'main',
        uncommitted: 'src/a.ts',
      })
    },
  )

  it('is what is shown where the work is there, until it is removed', () => {
    const work = [onMain, beside, edited('../app-fix/src/a.ts'), ran('git -C ../app-fix status', status)]
    expect(git(...work)).toMatchObject({ branch: 'fix/tax (in app-fix)' })
    expect(git(...work, ran('git worktree remove ../app-fix'))).toMatchObject({ branch: 'main' })
  })

  it('knows those that git lists', () => {
    const list = ran('git worktree list', '/w/app      1a2b3c4 [main]\n/w/app/fix  5d6e7f8 [fix/tax]')
    expect(git(onMain, list, edited('/w/app/a.ts'), ran('git -C /w/app/fix status', status))).toMatchObject({
      branch: 'main',
    })
  })
})

describe('a check in a worktree', () => {
  const passed = 'Tests  12 passed (12)'

  it('is one of its branch', () => {
    const check = ran('cd ../app-fix && npm test', passed)
    expect(rowsOf('checks', onMain, beside, edited('src/a.ts'), check)).toMatchObject([{ branch: 'fix/tax' }])
    const detached = ran('git worktree add --detach /tmp/red main')
    const there = ran('cd /tmp/red && npm test', passed)
    expect(rowsOf('checks', onMain, detached, edited('src/a.ts'), there)).toMatchObject([{ branch: '' }])
  })

  it('is one of now where the work is there', () => {
    const [row] = rowsOf(
      'checks',
      beside,
      edited('../app-fix/src/a.ts'),
      ran('cd ../app-fix && npm test', passed),
    )
    expect(row?.branch).toBeUndefined()
  })

  it('says nothing of what is changed elsewhere', () => {
    const [row] = rowsOf(
      'checks',
      onMain,
      beside,
      edited('src/a.ts'),
      ran('npm test', passed),
      edited('../app-fix/b.ts'),
    )
    expect(row?.note).toBeUndefined()
  })
})

describe('a check in another worktree', () => {
  const home = '/r/app/.worktrees/1'
  const failed = ran('npm test', 'Tests  2 failed | 3 passed (5)')
  const passedIn = (directory: string): readonly Message[] =>
    ran(`cd ${directory} && npm test`, `Tests  5 passed (5)\nShell cwd was reset to ${home}`)
  const shown = (...steps: Steps): readonly unknown[] =>
    rowsOf('checks', ...steps).map(({ state, branch }) => [state, branch])

  it.each(['/r/app', '/r/app/.worktrees/2', '/r/app/packages/a'])(
    'says nothing of this one: %s',
    directory => {
      expect(shown(failed, passedIn(directory))).toEqual([['failed', undefined]])
      expect(shown(passedIn(directory))).toEqual([['passed', '']])
    },
  )

  it('is one of this where it ran in it', () => {
    expect(shown(failed, passedIn(`${home}/packages/a`))).toEqual([['passed', undefined]])
    expect(shown(failed, passedIn('/other/app'))).toEqual([['passed', undefined]])
  })

  it('says nothing of another repository that all work is in', () => {
    const reset = 'Shell cwd was reset to /r/app'
    const work = [
      edited('/r/lib/src/a.ts'),
      ran('cd /r/lib && git status', `On branch main\nnothing to commit, working tree clean\n${reset}`),
    ]
    const check = ran('cd /r/app__worktrees/fix && npm test', `Tests  5 passed (5)\n${reset}`)
    expect(shown(...work, check)).toEqual([['passed', '']])
  })

  it.each([
    ['', []],
    ['that a command made', [ran('git worktree add /r/app__worktrees/fix', 'Preparing worktree')]],
  ])('is one of this where all work is in it, though the host is elsewhere %s', (_how, made) => {
    const tree = '/r/app__worktrees/fix'
    const reset = 'Shell cwd was reset to /r/app'
    const work = [
      ...made,
      edited(`${tree}/src/a.ts`),
      ran(`cd ${tree} && git status`, `On branch fix\nnothing to commit, working tree clean\n${reset}`),
    ]
    const check = (directory: string): readonly Message[] =>
      ran(`cd ${directory} && npm test`, `Tests  5 passed (5)\n${reset}`)
    expect(shown(...work, check(tree))).toEqual([['passed', undefined]])
    expect(shown(...work, check(`${tree}/packages/a`))).toEqual([['passed', undefined]])
    expect(shown(...work, check('/r/app__worktrees/other'))).toEqual([['passed', '']])
  })
})
