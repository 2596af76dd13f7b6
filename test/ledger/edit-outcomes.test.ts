/** What became of edits: committed, taken back with git, or still in the working tree. */
import { describe, expect, it } from 'vitest'
import type { Row } from '../../src/ledger/ledger.ts'
import { ledgerJson, readLedger } from '../../src/ledger/ledger-json.ts'
import { ledgerOfMessages } from '../../src/ledger/ledger-of-messages.ts'
import { parseLedger } from '../../src/ledger/markdown/parse-ledger.ts'
import { renderLedger } from '../../src/ledger/markdown/render-ledger.ts'
import type { Message } from '../../src/types.ts'
import { answered, said } from '../tools/evaluate/messages.ts'

type Steps = readonly (readonly Message[])[]

const ran = (command: string, output = ''): readonly Message[] => answered('Bash', { command }, output)

const edited = (path: string): readonly Message[] =>
  answered('Edit', { file_path: path, old_string: 'x', new_string: 'function y() {}' }, 'Updated.')

const committed = (subject = 'Mend it', hash = '1a2b3c4', branch = 'main'): readonly Message[] =>
  ran(`git commit -m '${subject}'`, `[${branch} ${hash}] ${subject}`)

function fileRows(...steps: Steps): readonly Row[] {
  return ledgerOfMessages(steps.flat()).rows.filter(({ section }) => section === 'files')
}

/** The message that shows the commit of each file, or what else is said of it. */
function outcomes(...steps: Steps): Readonly<Record<string, number | string>> {
  return Object.fromEntries(
    fileRows(...steps).map(({ key, committedAt, value }) => [key, committedAt ?? value]),
  )
}

describe('an edit that was committed', () => {
  it('is distinguished from one that was made since', () => {
    expect(outcomes(edited('a.ts'), edited('b.ts'), committed(), edited('b.ts'))).toEqual({
      'a.ts': 5,
      'b.ts': 'y',
    })
  })

  it('is distinguished from one whose file may have been edited since', () => {
    const [call] = edited('a.ts')
    expect(outcomes(edited('a.ts'), committed(), call === undefined ? [] : [call])).toEqual({ 'a.ts': 'y' })
  })

  it('is one that was staged, where some were', () => {
    const add = ran('git add lib/index.ts src/index.ts')
    expect(
      outcomes(edited('/r/src/index.ts'), edited('/r/lib/index.ts'), edited('/r/a.ts'), add, committed()),
    ).toEqual({ '/r/src/index.ts': 9, '/r/lib/index.ts': 9, '/r/a.ts': 'y' })
  })

  it('is none that git does not list', () => {
    const status = ran('git status --short', ' M a.ts\n?? docs/')
    expect(
      outcomes(edited('/r/a.ts'), edited('/r/notes.log'), edited('/r/docs/b.md'), status, committed()),
    ).toEqual({ '/r/a.ts': 9, '/r/notes.log': 'y', '/r/docs/b.md': 9 })
  })

  it('survives a rendering and JSON', () => {
    const ledger = ledgerOfMessages([...edited('/r/a.ts'), ...committed()])
    const { text } = renderLedger(ledger)
    expect(text).toContain('- /r/a.ts (modified; #1; committed #4): y')
    const isFile = ({ section }: Row): boolean => section === 'files'
    expect(parseLedger(text).rows.find(isFile)).toMatchObject({ committedAt: 3 })
    expect(ledgerJson(ledger).rows.find(isFile)).toMatchObject({ committedAt: 4 })
    expect(readLedger(ledgerJson(ledger))?.rows.find(isFile)).toMatchObject({ committedAt: 3 })
  })
})

describe('a commit on a branch that is left', () => {
  const switched = (branch: string): readonly Message[] =>
    ran(`git checkout ${branch}`, `Switched to branch '${branch}'`)
  const made = ran('git checkout -b fix/tax', "Switched to a new branch 'fix/tax'")

  it('is named with it', () => {
    const steps = [switched('main'), made, edited('/r/a.ts'), committed('Mend it', '1a2b3c4', 'fix/tax')]
    const ledger = ledgerOfMessages([...steps, switched('main')].flat())
    const isFile = ({ section }: Row): boolean => section === 'files'
    expect(fileRows(...steps)[0]?.branch).toBeUndefined()
    expect(ledger.rows.find(isFile)).toMatchObject({ committedAt: 7, branch: 'fix/tax' })
    const { text } = renderLedger(ledger)
    expect(text).toContain('- /r/a.ts (modified; #5; committed #8 on fix/tax): y')
    expect(parseLedger(text).rows.find(isFile)).toMatchObject({ committedAt: 7, branch: 'fix/tax' })
  })

  it('is not undone by a reset of another branch', () => {
    const steps = [switched('main'), made, edited('/r/a.ts'), committed('Mend it', '1a2b3c4', 'fix/tax')]
    const reset = ran('git reset --hard HEAD~1', 'HEAD is now at 0a1b2c3 Begin')
    expect(outcomes(...steps, switched('main'), reset)).toEqual({ '/r/a.ts': 7 })
  })

  it('is on a branch that was made from it', () => {
    const [row] = fileRows(switched('main'), edited('/r/a.ts'), committed(), made)
    expect(row).toMatchObject({ committedAt: 5 })
    expect(row?.branch).toBeUndefined()
  })
})

describe('a commit of named files', () => {
  it.each(["git commit -m 'Mend it' a.ts", 'git commit --author "A B" -qF message.txt -- a.ts'])(
    'leaves others uncommitted: %s',
    command => {
      const commit = ran(command, '[main 1a2b3c4] Mend it')
      expect(outcomes(edited('a.ts'), edited('b.ts'), commit)).toEqual({ 'a.ts': 5, 'b.ts': 'y' })
      expect(outcomes(edited('a.ts'), edited('b.ts'), commit, ran('git reset --keep HEAD~1'))).toEqual({
        'a.ts': 'taken back with git',
        'b.ts': 'y',
      })
    },
  )
})

describe('a commit that was undone', () => {
  const two = [edited('a.ts'), committed(), edited('b.ts'), committed('More', '9f8e7d6')]
  const git = (...steps: Steps): Readonly<Record<string, string>> =>
    Object.fromEntries(
      ledgerOfMessages(steps.flat())
        .rows.filter(({ section }) => section === 'git')
        .map(({ key, value }) => [key, value]),
    )

  it.each(['git reset --soft HEAD~1', 'git reset HEAD^', 'git reset HEAD~'])(
    'leaves its edits uncommitted after %s',
    command => {
      expect(outcomes(...two, ran(command))).toEqual({ 'a.ts': 3, 'b.ts': 'y' })
      expect(git(...two, ran(command))).toMatchObject({
        'last commit': '1a2b3c4 Mend it',
        uncommitted: 'b.ts',
      })
    },
  )

  it('takes its edits with it after git reset --hard', () => {
    const reset = ran('git reset --hard HEAD~2', 'HEAD is now at 0a1b2c3 Begin')
    expect(outcomes(...two, reset)).toEqual({ 'a.ts': 'taken back with git', 'b.ts': 'taken back with git' })
    expect(git(...two, reset)).toMatchObject({ 'last commit': '0a1b2c3 Begin', uncommitted: 'none' })
  })

  it.each([
    ["git commit --amend -m 'More'", '[main 5d6e7f8] More'],
    ['git commit --amend --no-edit -q', ''],
  ])('is one where it was amended before with %s', (command, output) => {
    const amended = [...two, edited('c.ts'), ran(command, output)]
    expect(outcomes(...amended, ran('git reset HEAD~1'))).toEqual({ 'a.ts': 3, 'b.ts': 'y', 'c.ts': 'y' })
    expect(outcomes(...amended, ran('git reset --hard HEAD~1'))).toEqual({
      'a.ts': 3,
      'b.ts': 'taken back with git',
      'c.ts': 'taken back with git',
    })
  })

  it('is the amended one where one call made both', () => {
    const both = ran(
      "git commit -m 'More' && git commit --amend -m 'Much more'",
      '[main 9f8e7d6] More\n[main 5d6e7f8] Much more',
    )
    const steps = [edited('a.ts'), committed(), edited('b.ts'), both]
    expect(git(...steps, ran('git reset --soft HEAD~1'))).toMatchObject({ 'last commit': '1a2b3c4 Mend it' })
  })

  it('is followed by others', () => {
    const again = committed('All of it', '5d6e7f8')
    expect(outcomes(...two, ran('git reset --soft HEAD~2'), again)).toEqual({ 'a.ts': 11, 'b.ts': 11 })
  })
})

describe('an edit that git took back', () => {
  const takenBack = 'taken back with git'

  it.each([
    ['git checkout -- a.ts', ''],
    ['git restore a.ts', ''],
    ['git restore .', ''],
    ['git reset --hard', 'HEAD is now at 1a2b3c4 Mend it'],
  ])('leaves nothing after %s', (command, output) => {
    const [row] = fileRows(edited('a.ts'), ran(command, output))
    expect(row).toMatchObject({ key: 'a.ts', value: takenBack })
    expect(row?.changes).toBeUndefined()
  })

  it('is one that a commit reverts', () => {
    const revert = ran('git revert --no-edit HEAD', '[main 5d6e7f8] Revert "Mend it"')
    expect(
      outcomes(edited('a.ts'), committed(), edited('b.ts'), committed('More', '9f8e7d6'), revert),
    ).toEqual({
      'a.ts': takenBack,
      'b.ts': 7,
    })
  })

  it('is none that was committed, or in a file that no commit has', () => {
    expect(outcomes(edited('a.ts'), committed(), ran('git restore .'))).toEqual({ 'a.ts': 3 })
    const made = answered('Write', { file_path: 'new.ts', content: 'function y() {}' }, 'File created')
    expect(outcomes(made, ran('git restore .'))).toEqual({ 'new.ts': 'y' })
  })

  it('is none that a subagent reports of a file that no commit has', () => {
    const report = 'I created `/r/src/new.ts` and updated `/r/src/tax.ts`.\n\nUpdated `/r/src/notes.ts`'
    const asked = answered('Task', { description: 'Tax', prompt: 'Do it.' }, report)
    const status = ran('git status --short', ' M src/tax.ts\n?? src/notes.ts')
    expect(outcomes(asked, status, ran('git checkout .'))).toEqual({
      '/r/src/new.ts': 'by a subagent',
      '/r/src/tax.ts': takenBack,
      '/r/src/notes.ts': 'by a subagent',
    })
  })

  it.each([
    ['git clean -fd', 'Removing src/new.ts'],
    ['git clean -fdq', ''],
    ['git checkout . && git clean -fd src', 'Updated 0 paths from the index\nRemoving src/'],
  ])('is one in a file that no commit has after %s', (command, output) => {
    const made = answered('Write', { file_path: '/r/src/new.ts', content: 'function y() {}' }, 'File created')
    expect(outcomes(made, ran(command, output))).toEqual({ '/r/src/new.ts': takenBack })
    expect(outcomes(made, ran('git clean -nd', 'Would remove src/new.ts'))).toEqual({ '/r/src/new.ts': 'y' })
  })

  it('is none where a file is written as it is in another commit', () => {
    const rows = (command: string): readonly Row[] =>
      ledgerOfMessages([...edited('a.ts'), ...ran(command)]).rows.filter(({ key }) => key === 'uncommitted')
    expect(rows('git checkout main -- a.ts')).toMatchObject([{ value: 'a.ts' }])
    expect(rows('git restore --source=main a.ts')).toMatchObject([{ value: 'a.ts' }])
    expect(rows('git checkout HEAD -- a.ts')).toMatchObject([])
  })
})

describe('an edit that the user took back', () => {
  const ask = [said('user', 'Port the selector.')]
  const undo = [said('user', 'you broke it. i undid your changes, try again')]

  it('is one since their message before', () => {
    const next = [said('user', 'And the list.')]
    expect(outcomes(ask, edited('a.ts'), next, edited('b.ts'), undo)).toEqual({
      'a.ts': 'y',
      'b.ts': 'taken back by the user',
    })
  })

  it('keeps what is done again', () => {
    expect(outcomes(ask, edited('a.ts'), undo, edited('a.ts'))).toEqual({ 'a.ts': 'y' })
    const rows = ledgerOfMessages([...ask, ...ran('git status -s', ''), ...edited('a.ts'), ...undo]).rows
    expect(rows.find(({ key }) => key === 'uncommitted')?.value).toBe('none')
  })

  it('survives a rendering', () => {
    const { text } = renderLedger(ledgerOfMessages([...ask, ...edited('a.ts'), ...undo]))
    expect(text).toContain('taken back by the user')
    expect(renderLedger(parseLedger(text)).text).toBe(text)
  })
})
