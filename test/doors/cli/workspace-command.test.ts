import { appendFileSync, chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { contentsOf, hostNotes } from '../../tools/workspace/folders.ts'
import { type Workplace, workplace } from './run-fovea.ts'

let work: Workplace
let root: string
beforeEach(() => {
  work = workplace()
  root = work.path('project')
  for (const folder of ['memory', '.cursor/rules']) mkdirSync(join(root, folder), { recursive: true })
  writeFileSync(join(root, 'CLAUDE.md'), hostNotes())
  writeFileSync(join(root, 'memory/hosts.md'), `\uFEFF${hostNotes(18).replaceAll('\n', '\r\n')}last`)
  writeFileSync(join(root, '.cursor/rules/style.mdc'), `---\nglobs: "*.ts"\n---\n${hostNotes(30)}`)
  writeFileSync(join(root, 'memory/blob.md'), Buffer.from([1, 0, 2]))
  chmodSync(join(root, 'CLAUDE.md'), 0o600)
})
afterEach(() => work.remove())

const json = async (args: readonly string[]) =>
  JSON.parse((await work.fovea(['workspace', ...args, '--json'])).stdout)

describe('fovea workspace', () => {
  it('shows tokens, savings by technique and money before anything happens', async () => {
    const before = contentsOf(root)
    const [audit, estimate, report, dry] = await Promise.all([
      work.fovea(['workspace', 'audit', 'project']),
      work.fovea(['workspace', 'estimate', 'project', '--price', '15']),
      json(['estimate', 'project']),
      work.fovea(['workspace', 'compress', 'project', '--tiers']),
    ])
    expect(audit.code).toBe(0)
    expect(audit.stdout).toMatch(
      /3 documents, [\d,]+ tokens of o200k_base, \$0\.\d+ a read at \$3 per million/,
    )
    expect(audit.stdout).toMatch(/memory\/blob\.md\s+not text: byte 1 is NUL/)
    expect(estimate.stdout).toMatch(
      /document\s+tokens\s+rules\s+dictionary\s+runs\s+notation\s+together\s+saved/,
    )
    expect(estimate.stdout).toContain('at $15 per million tokens')
    expect(report.cost.after).toBeLessThan(report.cost.before)
    for (const document of report.documents) expect(document.alone.dictionary).toBeGreaterThan(0)
    expect(dry.stdout).toContain('Nothing was written: add --write to compress 3 documents.')
    expect(contentsOf(root)).toEqual(before)
  })

  it('compresses, does not compress again, and restores to the byte', async () => {
    const before = contentsOf(root)
    const written = await json(['compress', 'project', '--write'])
    expect(written).toMatchObject({ isWritten: true, failed: [] })
    expect(written.written).toHaveLength(3)
    expect(statSync(join(root, 'CLAUDE.md')).mode & 0o777).toBe(0o600)
    expect(readFileSync(join(root, '.cursor/rules/style.mdc'), 'utf8')).toMatch(
      /^---\nglobs: "\*\.ts"\n---\nFovea text/,
    )
    const compressed = contentsOf(root)
    expect((await json(['compress', 'project', '--write'])).written).toEqual([])
    expect(contentsOf(root)).toEqual(compressed)
    const restored = await work.fovea(['workspace', 'restore', 'project'])
    expect(restored).toMatchObject({ code: 0, stdout: '3 documents restored\n' })
    expect(contentsOf(root)).toEqual(before)
    expect((await work.fovea(['workspace', 'restore', 'project'])).stdout).toBe(
      'Nothing here was compressed.\n',
    )
  })

  it('leaves a document that would save little, says why, and compresses it by force', async () => {
    const words = 'river stone maple copper violet harbor signal ladder winter orbit'.split(' ')
    const items = words.map((word, at) => `- ${word} near ${words[(at * 3 + 1) % 10]} has ${at * 7}\n`)
    writeFileSync(join(root, 'AGENTS.md'), `# T\n\n${items.join('')}${items[4]}`)
    const one = ['workspace', 'compress', 'project', '--files', 'AGENTS.md']
    const left = await work.fovea(one)
    expect(left.stdout).toMatch(/AGENTS\.md.*would save \d+\.\d %, less than 15 % \(--force\)/)
    expect(left.stdout).toContain('nothing would be written')
    expect((await work.fovea([...one, '--force'])).stdout).toContain('add --write to compress 1 document.')
  })

  it('names what was edited, and restores it only by force', async () => {
    const { stdout } = await work.fovea(['workspace', 'compress', 'project', '--write'])
    expect(stdout).toContain('"fovea workspace restore project"')
    appendFileSync(join(root, 'CLAUDE.md'), 'by hand\n')
    const refused = await work.fovea(['workspace', 'restore', 'project'])
    expect(refused.code).toBe(4)
    expect(refused.stdout).toMatch(/2 documents restored\n\s+CLAUDE\.md\s+edited since it was compressed/)
    expect((await json(['audit', 'project'])).documents).toContainEqual(
      expect.objectContaining({ path: 'CLAUDE.md', state: 'edited' }),
    )
    const forced = await json(['restore', 'project', '--force'])
    expect(readFileSync(join(root, 'CLAUDE.md'), 'utf8')).toBe(hostNotes())
    expect((await work.fovea(['expand', forced.documents[0].kept])).stdout).toMatch(/by hand\n$/)
  })

  it('changes nothing where the store cannot be written, and says where', async () => {
    const before = contentsOf(root)
    writeFileSync(
      work.path('no-store.db'),
      'this is no database, and longer than a header would be'.repeat(20),
    )
    const refused = await work.fovea([
      'workspace',
      'compress',
      'project',
      '--write',
      '--store',
      'no-store.db',
    ])
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('no-store.db') })
    expect(contentsOf(root)).toEqual(before)
  })

  it('leaves a read-only document, names it, and exits with an error', async () => {
    chmodSync(join(root, 'CLAUDE.md'), 0o400)
    const { code, stdout } = await work.fovea(['workspace', 'compress', 'project', '--write'])
    expect(code).toBe(1)
    expect(stdout).toMatch(/not written:\n\s+CLAUDE\.md\s[\s\S]*read-only/)
    expect(readFileSync(join(root, 'CLAUDE.md'), 'utf8')).toBe(hostNotes())
  })

  it('writes tiers, and never over a hand-written one', async () => {
    writeFileSync(join(root, 'CLAUDE.L0.md'), 'Mine.\n')
    const { code, stdout } = await work.fovea(['workspace', 'tiers', 'project', '--write'])
    expect(code).toBe(0)
    expect(stdout).toMatch(/CLAUDE\.L0\.md\s+[\d,]+ → \d+\s+left alone: somebody wrote it by hand/)
    expect(readFileSync(join(root, 'CLAUDE.L0.md'), 'utf8')).toBe('Mine.\n')
    expect(readFileSync(join(root, 'memory/hosts.L0.md'), 'utf8')).toMatch(
      /^<!-- L0 of hosts\.md, generated by fovea/,
    )
    const sized = await json(['tiers', 'project/CLAUDE.md', '--sizes', '100,150,300'])
    expect(sized.tiers.map((tier: { tokens: { tier: number } }) => tier.tokens.tier <= 300)).toEqual([
      true,
      true,
      true,
    ])
    writeFileSync(work.path('short.md'), 'Short.\n')
    const none = await work.fovea(['workspace', 'tiers', 'short.md'])
    expect(none.stdout).toBe('No document is long enough for a tier.\n')
  })

  it('says what is wrong with a command line', async () => {
    const wrong: readonly (readonly [readonly string[], RegExp])[] = [
      [['compress', 'project', '--unknown'], /unknown/],
      [['compress', 'project/CLAUDE.md', '--write'], /is a file/],
      [['estimate', 'project', '--price', 'much'], /--price much is no number/],
      [['tiers', 'project', '--sizes', '300,200,100'], /rising/],
    ]
    const all = await Promise.all(wrong.map(([args]) => work.fovea(['workspace', ...args])))
    for (const [at, { code, stderr }] of all.entries()) {
      expect(code).toBe(2)
      expect(stderr).toMatch(wrong[at]?.[1] ?? /^$/)
    }
  })

  it('says which folder is not there', async () => {
    expect(await work.fovea(['workspace', 'audit', 'elsewhere'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('elsewhere'),
    })
  })
})
