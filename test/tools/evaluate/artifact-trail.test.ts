import { describe, expect, it } from 'vitest'
import { pathResolver } from '../../../src/scan/actions/path-resolver.ts'
import { type Claim, ClaimReader } from '../../../src/tools/evaluate/artifact-claims.ts'
import { artifactTrail } from '../../../src/tools/evaluate/artifact-trail.ts'
import { commandKey } from '../../../src/tools/evaluate/artifacts.ts'
import { answered, said } from './messages.ts'

const history = [
  said('user', 'Please rename the helper.\nmodified: other/file.ts'),
  ...answered('Read', { file_path: '/repo/src/a.ts' }, 'text'),
  ...answered('Edit', { file_path: '/repo/src/a.ts', old_string: 'x', new_string: 'y' }, 'done'),
  ...answered('Edit', { file_path: '/repo/src/b.ts', old_string: 'x' }, 'not found', true),
  ...answered('Write', { file_path: '/repo/src/new.ts', content: '' }, 'File created successfully'),
  ...answered('Bash', { command: 'rm old.ts' }, ''),
  ...answered('Bash', { command: 'touch maybe.ts && npm test' }, 'Exit code 1', true),
  ...answered('Bash', { command: 'npm test' }, 'Exit code 1', true),
  ...answered('Bash', { command: 'npm test' }, 'fine'),
]
// File operations: read a, modified a, created new, deleted old. Commands, last outcome: rm ok, touch failed, npm test ok.
const expected = 7

const trailOf = (text: string) => artifactTrail(history, [said('assistant', text)])
const all = (text: string) => {
  const { found, wrong } = trailOf(text).all
  return { found, wrong }
}

describe('the artifact trail', () => {
  it('of the history itself is whole', () => {
    expect(artifactTrail(history, history).all).toEqual({
      expected,
      found: 7,
      wrong: 0,
      precision: 1,
      recall: 1,
      f1: 1,
    })
  })

  it('of nothing is empty and makes no false claim', () => {
    expect(trailOf('').all).toEqual({ expected, found: 0, wrong: 0, precision: 1, recall: 0, f1: 0 })
    expect(artifactTrail([], []).all).toEqual({
      expected: 0,
      found: 0,
      wrong: 0,
      precision: 1,
      recall: 1,
      f1: 1,
    })
  })

  it('counts what is said, by kind', () => {
    const { all: whole, sections } = trailOf('Modified: src/a.ts\nDeleted: src/a.ts\nRan: npm test → ok')
    expect(whole).toEqual({
      expected,
      found: 2,
      wrong: 1,
      precision: 2 / 3,
      recall: 2 / 7,
      f1: (2 * (2 / 3) * (2 / 7)) / (2 / 3 + 2 / 7),
    })
    expect(sections.modified).toMatchObject({ expected: 1, found: 1, wrong: 0 })
    expect(sections.deleted).toMatchObject({
      expected: 1,
      found: 0,
      wrong: 1,
      precision: 0,
      recall: 0,
      f1: 0,
    })
    expect(sections.commands).toMatchObject({ expected: 3, found: 1, wrong: 0 })
  })

  it('takes a path alone for nothing', () => {
    expect(all('See /repo/src/a.ts and src/new.ts.')).toEqual({ found: 0, wrong: 0 })
  })

  it('holds a failed edit against a view that claims it', () => {
    expect(all('Modified: src/b.ts')).toEqual({ found: 0, wrong: 1 })
    const hidden = [...answered('Edit', { file_path: '/repo/src/b.ts', old_string: 'x' }, '[left out]')]
    expect(artifactTrail(history, hidden).all).toMatchObject({ found: 0, wrong: 1 })
  })

  it('leaves out what is in doubt', () => {
    expect(all('Created: maybe.ts')).toEqual({ found: 0, wrong: 0 })
  })

  it('holds no line of the history against a view that quotes it', () => {
    expect(all('modified: other/file.ts')).toEqual({ found: 0, wrong: 0 })
    expect(all('modified: another/file.ts')).toEqual({ found: 0, wrong: 1 })
  })

  it('asks for the latest outcome of a command and forgives an earlier one', () => {
    expect(all('Ran: npm test → exit 1')).toEqual({ found: 0, wrong: 0 })
    expect(all('- `npm test` passed')).toEqual({ found: 1, wrong: 0 })
    expect(all('Ran: npm audit → failed')).toEqual({ found: 0, wrong: 1 })
    expect(all('The flag `--fast` failed.')).toEqual({ found: 0, wrong: 0 })
    expect(all('Ran: touch maybe.ts && npm … → failed')).toEqual({ found: 1, wrong: 0 })
  })

  it('takes a visible write for a change where the file was there', () => {
    const view = answered('Write', { file_path: '/repo/src/a.ts', content: '' }, 'done')
    expect(artifactTrail(history, view).sections.modified).toMatchObject({ found: 1, wrong: 0 })
    expect(artifactTrail(history, view).sections.created).toMatchObject({ found: 0, wrong: 0 })
  })
})

const lines: readonly (readonly [line: string, claims: readonly string[]])[] = [
  ['Modified: src/a.ts, `src/b.ts` and c.ts', ['modified src/a.ts', 'modified src/b.ts', 'modified c.ts']],
  ['- **src/a.ts** (created, modified; turn 12)', ['created src/a.ts', 'modified src/a.ts']],
  ['src/a.ts: read', ['read src/a.ts']],
  ['src/a.ts was deleted.', ['deleted src/a.ts']],
  ['[File: src/a.ts (20 lines total)]', ['read src/a.ts']],
  ['Removed the import from src/a.ts', []],
  ['src/a.ts: added a test, removed another', []],
  ['Modified src/a.ts, created src/b.ts', ['modified src/a.ts', 'created src/b.ts']],
  ['Created notes (see src/a.ts)', []],
  ['ran `npm test`: failed', ['failed npm test']],
  ['Ran: npm test (exit 0)', ['ok npm test']],
  ['Command: npm test — passed', ['ok npm test']],
  ['`npm test` is the command', []],
]

function shown(claim: Claim): string {
  return claim.type === 'file' ? `${claim.operation} ${claim.path}` : `${claim.outcome} ${claim.command}`
}

describe('what a line says', () => {
  it.each(lines)('%j', (line, claims) => {
    expect(new ClaimReader(() => false).claimsOf(line).map(shown)).toEqual(claims)
  })

  it('is said by the heading over a list', () => {
    const reader = new ClaimReader(() => false)
    const list = [
      '## Files Modified',
      '',
      '- src/a.ts: one more test',
      '  - a detail',
      '- src/b.ts',
      'Then:',
      '- src/c.ts',
    ]
    expect(list.flatMap(line => reader.claimsOf(line)).map(shown)).toEqual([
      'modified src/a.ts',
      'modified src/b.ts',
    ])
    const mixed = new ClaimReader(() => false)
    expect(['## Created or modified', '- src/a.ts'].flatMap(line => mixed.claimsOf(line))).toEqual([])
    const numbered = new ClaimReader(() => false)
    expect(['4. Files read:', '- src/a.ts'].flatMap(line => numbered.claimsOf(line)).map(shown)).toEqual([
      'read src/a.ts',
    ])
  })

  it('knows a file by the history where its name does not show it', () => {
    expect(new ClaimReader(path => path === 'Makefile').claimsOf('Modified: Makefile').map(shown)).toEqual([
      'modified Makefile',
    ])
    expect(new ClaimReader(() => false).claimsOf('Modified: Makefile')).toEqual([])
  })
})

describe('paths', () => {
  const resolver = pathResolver(['src/a.ts', '/repo/src/a.ts', '/repo/x/b.ts', '/repo/y/b.ts', 'b.ts'])

  it('name one file where they end in one another', () => {
    expect(resolver.resolve('src/a.ts')).toEqual({ path: '/repo/src/a.ts' })
    expect(resolver.resolve('a.ts')).toEqual({ path: '/repo/src/a.ts' })
    expect(pathResolver(['src/a.ts']).resolve('/repo/src/a.ts')).toEqual({ path: 'src/a.ts' })
    expect(resolver.resolve('x/b.ts')).toEqual({ path: '/repo/x/b.ts' })
  })

  it('name none where it is open which', () => {
    expect(resolver.resolve('b.ts')).toEqual({ path: 'b.ts' })
    expect(pathResolver(['/p/x/c.ts', '/p/y/c.ts']).resolve('c.ts')).toBe('ambiguous')
    expect(resolver.resolve('other.ts')).toBeUndefined()
    expect(resolver.resolve('ca.ts')).toBeUndefined()
    expect(pathResolver(['a.ts', '/p/x/a.ts', '/p/y/a.ts']).resolve('y/a.ts')).toEqual({ path: '/p/y/a.ts' })
  })
})

describe('commands', () => {
  it('are known by how they begin', () => {
    expect(commandKey('  npm   test\nnpm run build')).toBe('npm test')
    expect(commandKey('x'.repeat(200))).toHaveLength(80)
  })
})
