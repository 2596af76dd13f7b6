import { linkSync, renameSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findDocuments } from '../../../src/tools/workspace/find-documents.ts'
import { pathMatcher } from '../../../src/tools/workspace/path-matcher.ts'
import { folder } from './folders.ts'

const pathsIn = (root: string, options = {}): readonly string[] =>
  findDocuments(root, options).documents.map(({ path }) => path)

describe('the documents of a workspace', () => {
  it.skipIf(process.platform !== 'linux')('are not those whose names cannot be read as text', () => {
    const root = folder({ 'memory/a.md': 'a' })
    renameSync(join(root, 'memory/a.md'), Buffer.from(`${root}/memory/b\xff.md`, 'latin1'))
    expect(findDocuments(root)).toMatchObject({
      documents: [],
      skipped: [{ why: 'its name is not valid UTF-8: rename it' }],
    })
  })

  it('are the memory files of agents, and not their settings, sources or dependencies', () => {
    const root = folder({
      'CLAUDE.md': 'a',
      'packages/app/AGENTS.md': 'a',
      'GEMINI.md': 'a',
      '.cursorrules': 'a',
      '.cursor/rules/style.mdc': 'a',
      '.claude/commands/deploy.md': 'a',
      '.claude/settings.json': '{}',
      '.claude/hooks/check.sh': 'true',
      'memory/2026/march.md': 'a',
      'notes/plan.txt': 'a',
      'rules/naming.md': 'a',
      'README.md': 'a',
      'src/memory/cache.ts': 'a',
      'node_modules/tool/AGENTS.md': 'a',
      'vendor/tool/CLAUDE.md': 'a',
    })
    expect(pathsIn(root)).toEqual([
      '.claude/commands/deploy.md',
      '.cursor/rules/style.mdc',
      '.cursorrules',
      'CLAUDE.md',
      'GEMINI.md',
      'memory/2026/march.md',
      'notes/plan.txt',
      'packages/app/AGENTS.md',
      'rules/naming.md',
    ])
  })

  it('are those of the patterns where patterns are given', () => {
    const root = folder({ 'docs/a.md': 'a', 'docs/deep/b.md': 'b', 'docs/c.txt': 'c', 'CLAUDE.md': 'd' })
    expect(pathsIn(root, { files: ['docs/**/*.md'] })).toEqual(['docs/a.md', 'docs/deep/b.md'])
    expect(pathsIn(root, { files: ['**'], exclude: ['docs/deep/**', '*.md'] })).toEqual([
      'docs/a.md',
      'docs/c.txt',
    ])
  })

  it('are one where one is named', () => {
    const root = folder({ 'README.md': 'a', 'CLAUDE.md': 'b' })
    expect(pathsIn(join(root, 'README.md'))).toEqual(['README.md'])
  })

  it('are texts: others are left alone and named', () => {
    const root = folder({
      'memory/nul.md': Buffer.from('a\0b'),
      'memory/latin.md': Buffer.from([0x63, 0x61, 0x66, 0xe9]),
      'memory/utf16.md': Buffer.from('\uFEFFa', 'utf16le'),
      'memory/good.md': 'café',
    })
    const { documents, skipped } = findDocuments(root)
    expect(documents.map(({ path }) => path)).toEqual(['memory/good.md'])
    expect(skipped).toEqual([
      { path: 'memory/latin.md', why: 'not text: not valid UTF-8' },
      { path: 'memory/nul.md', why: 'not text: byte 1 is NUL' },
      { path: 'memory/utf16.md', why: expect.stringContaining('not text') },
    ])
  })

  it('are not reached through links, inside or out', () => {
    const outside = folder({ 'CLAUDE.md': 'secret', 'memory/a.md': 'secret' })
    const root = folder({ 'AGENTS.md': 'a', 'NOTES.md': 'b' })
    symlinkSync(join(outside, 'CLAUDE.md'), join(root, 'CLAUDE.md'))
    symlinkSync(join(outside, 'memory'), join(root, 'memory'))
    symlinkSync('AGENTS.md', join(root, 'GEMINI.md'))
    linkSync(join(root, 'NOTES.md'), join(root, 'TOOLS.md'))
    const { documents, skipped } = findDocuments(root)
    expect(documents.map(({ path }) => path)).toEqual(['AGENTS.md'])
    expect(skipped.map(({ path }) => path)).toEqual(['CLAUDE.md', 'GEMINI.md', 'NOTES.md', 'TOOLS.md'])
  })

  it('cannot be looked for in a folder that is not there', () => {
    expect(() => findDocuments('/no/such/folder')).toThrow(
      expect.objectContaining({
        code: 'file-unreadable',
        message: expect.stringContaining('/no/such/folder'),
      }),
    )
  })
})

describe('a pattern', () => {
  it.each([
    ['*.md', 'a.md', true],
    ['*.md', 'b/a.md', false],
    ['**/*.md', 'a.md', true],
    ['**/*.md', 'b/c/a.md', true],
    ['./docs/**', 'docs/a/b', true],
    ['docs/**', 'docs2/a', false],
    ['{a,b}.{md,txt}', 'b.txt', true],
    ['?.md', 'ab.md', false],
    ['a.b(c)[d].md', 'a.b(c)[d].md', true],
    ['a.b', 'aXb', false],
    ['CLAUDE.md', 'claude.md', true],
  ])('%s against %s: %s', (pattern, path, matches) => {
    expect(pathMatcher([pattern])(path)).toBe(matches)
  })

  it('that is not closed is refused', () => {
    expect(() => pathMatcher(['{a,b'])).toThrow(/without its \}/)
  })
})
