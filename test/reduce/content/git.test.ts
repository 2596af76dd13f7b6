import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Piece } from '../../../src/reduce/content/content.ts'
import { git } from '../../../src/reduce/content/git.ts'
import { SourcedText } from '../../../src/reduce/sourced-text/sourced-text.ts'
import { hostile, obeysLaws, outputOf, shell } from './output-laws.ts'
import { shown } from './text-laws.ts'

const run = (command: string) => ({ ...shell, command })
const oneline = [
  '3f2a9c1b (HEAD -> main, origin/main) fix: the queue (#12)',
  '0d4e5f60 feat: errors are kept',
  '718293a4 docs: say so',
]
const full = [
  'commit 3f2a9c1b0d4e5f60718293a4b5c6d7e8f9012345 (HEAD -> main)',
  'Merge: 0d4e5f6 718293a',
  'Author: Mira Okafor <mira@example.org>',
  'Date:   Wed Jul 1 15:44:05 2026 +1000',
  '',
  '    fix: the queue',
  '    ',
  '    It could not be emptied.',
  '',
  ' src/queue.ts       | 12 ++++++++----',
  ' src/new.ts         |  3 +++',
  ' 2 files changed, 11 insertions(+), 4 deletions(-)',
]
const status = [
  'On branch main',
  "Your branch is up to date with 'origin/main'.",
  '',
  'Changes to be committed:',
  '  (use "git restore --staged <file>..." to unstage)',
  '\tmodified:   src/a.ts',
  '\tmodified:   src/b.ts',
  '\tnew file:   readme.md',
  '',
  'Unmerged paths:',
  '\tboth modified:   src/c.ts',
  '',
  'Untracked files:',
  '  (use "git add <file>..." to include in what will be committed)',
  '\tnotes/',
]
const short = [
  '## main...origin/main [ahead 1]',
  ' M src/a.ts',
  ' M src/b.ts',
  'A  src/c.ts',
  'UU src/d.ts',
  '?? notes/',
]
const blame = [
  '3f2a9c1b (Mira Okafor 2026-07-01 15:44:05 +1000  1) const a = 1',
  '3f2a9c1b (Mira Okafor 2026-07-01 15:44:05 +1000  2) ',
  '^0d4e5f6 (Chen        2025-01-01 10:00:00 +0000  3) const b = 2',
]
const worktrees = [
  'worktree /srv/app',
  'HEAD 3f2a9c1b0d4e5f60718293a4b5c6d7e8f9012345',
  'branch refs/heads/main',
  '',
]

describe('git', () => {
  it.each([
    [oneline, run('git log --oneline'), true],
    [oneline, shell, false],
    [full, shell, true],
    [status, shell, true],
    [short, shell, true],
    [short.slice(1), run('git status --porcelain'), true],
    [blame, shell, true],
    [worktrees, run('git worktree list --porcelain'), true],
    [['* main', '  topic'], run('git branch'), true],
    [status.map(line => line.replace('\t', '        ')), run('git status'), true],
    [['All is well.'], shell, false],
    [['package main', '', 'func main() {', '}'], run('git show HEAD:main.go'), false],
    [[''], run('git status'), false],
  ])('knows %j', (lines, source, expected) => {
    expect(git.fits(new SourcedText(lines.join('\n'), source))).toBe(expected)
  })

  it('shows each commit in one line', () => {
    expect(shown(obeysLaws(git, oneline.join('\n')))).toEqual([
      'key 3 commits',
      ...oneline.map(line => `useful ${line}`),
    ])
    expect(shown(obeysLaws(git, [...oneline, '[9 lines truncated]'].join('\n')))[0]).toBe(
      'key at least 3 commits',
    )
    expect(shown(obeysLaws(git, full.join('\n')))).toEqual([
      'useful 3f2a9c1b0d4e fix: the queue (Mira Okafor, Wed Jul 1 15:44:05 2026 +1000, merge of 0d4e5f6 718293a, HEAD -> main)',
      'plain     It could not be emptied.',
      'plain src/queue.ts ±12',
      'plain src/new.ts +3',
      'key  2 files changed, 11 insertions(+), 4 deletions(-)',
    ])
  })

  it('counts files by their state', () => {
    expect(shown(obeysLaws(git, status.join('\n')))).toEqual([
      'key On branch main (1 unmerged, 3 changed, 1 untracked)',
      "key Your branch is up to date with 'origin/main'.",
      'useful Changes to be committed: 3 (2 modified, 1 new file)\nmodified:   src/: a.ts  b.ts',
      'plain \tnew file:   readme.md',
      'key Unmerged paths: 1 (1 both modified)\n\tboth modified:   src/c.ts',
      'useful Untracked files: 1 (1 untracked)\n\tnotes/',
    ])
    expect(shown(obeysLaws(git, short.join('\n')))).toEqual([
      'key ## main...origin/main [ahead 1] (1 unmerged, 3 changed, 1 untracked)',
      'key 5 entries: 2 modified, 1 added and staged, 1 unmerged (UU), 1 untracked',
      'plain M src/: a.ts  b.ts',
      'plain A  src/c.ts',
      'key UU src/d.ts',
      'plain ?? notes/',
    ])
  })

  it.each(['\t', '        '])(
    'shows the headings of a status only with an entry, where entries begin with %j',
    blank => {
      const pieces = obeysLaws(
        git,
        [
          ...['On branch main', '', 'Changes not staged for commit:'],
          '  (use "git add <file>..." to update what will be committed)',
          ...['sugar', 'flour', 'salt', 'eggs'].map(name => `${blank}modified:   ${name}.md`),
          ...['', 'Untracked files:', '  (use "git add <file>..." to include in what will be committed)'],
          ...['milk', 'oil', 'yeast', 'water'].map(name => `${blank}pantry/${name}.md`),
        ].join('\n'),
        run('git status'),
      )
      const heads = pieces.filter(piece => /^(?:Changes|Untracked)/.test(piece.text))
      expect(heads.map(({ value, text }) => `${value} ${text}`)).toEqual([
        `useful Changes not staged for commit: 4 (4 modified)\n${blank}modified:   sugar.md`,
        'useful Untracked files: 4 (4 untracked)\npantry/: milk.md  oil.md  yeast.md  water.md',
      ])
      expect(pieces.find(piece => piece.text.includes('flour'))?.under).toBe(
        pieces.indexOf(heads[0] as Piece),
      )
    },
  )

  it('leaves out what git says could be run', () => {
    const text = [
      'On branch main',
      "Your branch is ahead of 'origin/main' by 2 commits.",
      '  (use "git push" to publish your local commits)',
      '',
      'Changes not staged for commit:',
      '  (use "git add <file>..." to update what will be committed)',
      '  (use "git restore <file>..." to discard changes in working directory)',
      '\tmodified:   bread.md',
      '',
      'no changes added to commit (use "git add" and/or "git commit -a")',
    ].join('\n')
    const pieces = obeysLaws(git, text, run('git status'))
    expect(pieces.filter(piece => piece.text.includes('(use'))).toEqual([])
    expect(shown(pieces)).toContain("key Your branch is ahead of 'origin/main' by 2 commits.")
    expect(shown(pieces)).toContain('key no changes added to commit')
  })

  it('says of a branch with changes never only that it is up to date', () => {
    const pieces = obeysLaws(git, status.join('\n'))
    const upToDate = pieces.find(({ text }) => text.startsWith('Your branch '))
    expect(pieces[upToDate?.under ?? -1]?.text).toMatch(/3 changed, 1 untracked/)
    const clean = [...status.slice(0, 2), 'nothing to commit, working tree clean']
    expect(shown(obeysLaws(git, clean.join('\n')))[0]).toBe('key On branch main')
  })

  it('puts lines under who wrote them', () => {
    expect(shown(obeysLaws(git, blame.join('\n')))).toEqual([
      'useful 3f2a9c1b (Mira Okafor, 2026-07-01): 2 lines from 1',
      'plain 1 const a = 1',
      'useful ^0d4e5f6 (Chen, 2025-01-01): 1 line from 3',
      'plain 3 const b = 2',
    ])
  })

  it('names the current branch, worktrees and conflicts', () => {
    expect(shown(obeysLaws(git, '* main\n  topic'))).toEqual(['key * main', 'plain   topic'])
    expect(shown(obeysLaws(git, worktrees.join('\n')))).toEqual([
      'useful worktree /srv/app',
      'plain branch refs/heads/main',
    ])
    expect(shown(obeysLaws(git, 'Auto-merging a.ts\nCONFLICT (content): Merge conflict in a.ts'))[1]).toMatch(
      /^key CONFLICT/,
    )
  })

  it('obeys the laws on any lines', () => {
    const lines = [...oneline, ...full, ...status, ...short, ...blame, ...worktrees]
    fc.assert(fc.property(outputOf(lines), text => void obeysLaws(git, text)))
  })

  it('ends on hostile input', () => {
    for (const text of [
      ...hostile,
      ' a | '.repeat(80_000),
      `${blame[0]}\n`.repeat(8000),
      '| '.repeat(200_000),
    ])
      expect(git.pieces(text, run('git log')).length).toBeGreaterThan(0)
  })
})
