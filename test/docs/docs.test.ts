import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { embedResults, pages, pictures } from '../../bench/embed-results.ts'
import { hosts } from '../../src/doors/hooks/hosts/index.ts'
import { inspect } from '../../src/inspect.ts'
import { contentReaders } from '../../src/reduce/content/index.ts'
import { storeKinds } from '../../src/store/index.ts'
import { strategies } from '../../src/strategies/index.ts'
import { readTranscript } from '../../src/transcripts/read-transcript.ts'

const root = join(import.meta.dirname, '../..')
const documents = [
  ...pages,
  ...['CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md', 'examples/README.md'].map(file => join(root, file)),
]

describe('the example session', () => {
  it('has one size on every page, and that is measured', async () => {
    const { messages, tokens } = inspect(await readTranscript(join(root, 'examples/session.jsonl')))
    const size = tokens.tokens.toLocaleString('en-US')
    const said = documents.flatMap(path =>
      Array.from(
        readFileSync(path, 'utf8').matchAll(
          /(?:72 messages, (?:about )?|the example session \(1\) \| )([\d,]+)(?= tokens| \|)/g,
        ),
        match => `${relative(root, path)}: ${match[1]}`,
      ),
    )
    expect(messages).toBe(72)
    expect(said.length).toBeGreaterThan(6)
    expect(said.filter(each => !each.endsWith(`: ${size}`))).toEqual([])
  })
})

describe('the page', () => {
  it.each([
    ['content', contentReaders.map(({ name }) => `\`${name}\``)],
    ['strategies', strategies.map(({ name }) => `\`${name}\``)],
    ['hooks', hosts.map(({ title }) => title)],
    ['scale', storeKinds.map(({ name }) => name)],
  ])('docs/%s.md names each that there is', (page, names) => {
    const text = readFileSync(join(root, `docs/${page}.md`), 'utf8')
    expect(names.filter(name => !text.includes(name))).toEqual([])
  })
})

describe('the API reference', () => {
  it('lists no function that no other page explains', () => {
    const reference = readFileSync(join(root, 'docs/api.md'), 'utf8')
    const names = Array.from(
      reference.matchAll(/^### (\w+)\n[^#]*?```ts\n(?:function|const|class) /gm),
      match => match[1] as string,
    )
    const explained = documents
      .filter(path => !/(?:api|CHANGELOG)\.md$/.test(path))
      .map(path => readFileSync(path, 'utf8'))
      .join('\n')
    expect(names.length).toBeGreaterThan(90)
    expect(names.filter(name => !new RegExp(`\\b${name}\\b`).test(explained))).toEqual([])
  })
})

describe('CONTRIBUTING.md', () => {
  it('names files that are there', () => {
    const text = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')
    const named = Array.from(text.matchAll(/`([\w./-]+)`/g), match => match[1] as string)
    const paths = named.filter(name => /^(?:src|test|bench|build|docs)\//.test(name))
    expect(paths.length).toBeGreaterThan(40)
    expect(paths.filter(path => !existsSync(join(root, path)))).toEqual([])
    const files = new Set(
      ['src', 'test', 'bench'].flatMap(folder =>
        readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(path => basename(path)),
      ),
    )
    const names = named.filter(name => name.endsWith('.ts'))
    expect(names.filter(name => !files.has(basename(name)))).toEqual([])
  })
})

describe('the README', () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8')

  it('can be read in a minute: one table of at most six rows, and no page that it does not lead to', () => {
    const tables = readme.split('\n').filter(line => line.startsWith('| ') && !line.startsWith('| ---'))
    expect(tables.length).toBeGreaterThan(1)
    expect(tables.length - 1).toBeLessThanOrEqual(6)
    expect(readme.split('\n').length).toBeLessThan(150)
    const missing = pages
      .map(page => relative(root, page))
      .filter(page => page !== 'README.md' && !readme.includes(`(${page})`))
    expect(missing).toEqual([])
  })

  it('shows pictures of the current results', async () => {
    const stale = [...(await pictures())].filter(([file, fresh]) => readFileSync(file, 'utf8') !== fresh)
    expect(stale.map(([file]) => relative(root, file))).toEqual([])
  })
})

describe('the site', () => {
  it('has every page in its sidebar', () => {
    const config = readFileSync(join(root, 'site/.vitepress/config.ts'), 'utf8')
    const names = pages.map(page => relative(root, page)).filter(page => page.startsWith('docs/'))
    expect(names.filter(page => !config.includes(`'/${page.slice('docs/'.length, -'.md'.length)}'`))).toEqual(
      [],
    )
  })
})

describe.each(documents.map(path => relative(root, path)))('%s', page => {
  const path = join(root, page)
  const text = readFileSync(path, 'utf8')

  it('shows the current results', () => {
    expect(embedResults(text)).toBe(text)
  })

  it('links to files that are there', () => {
    const links = Array.from(text.matchAll(/\]\(([^)\s]+)\)/g), match => match[1] as string)
    for (const link of links.filter(target => !/^https?:/.test(target))) {
      const [file = '', anchor] = link.split('#')
      const target = file === '' ? path : join(dirname(path), file)
      expect(existsSync(target), link).toBe(true)
      if (anchor !== undefined && target.endsWith('.md')) expect(anchorsOf(target), link).toContain(anchor)
    }
  })
})

/** Of its headings, as pages in a browser name them. */
function anchorsOf(page: string): readonly string[] {
  return Array.from(readFileSync(page, 'utf8').matchAll(/^#{1,6} (.+)$/gm), ([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}
