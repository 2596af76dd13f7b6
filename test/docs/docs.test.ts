import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { embedResults, pages } from '../../bench/embed-results.ts'

const root = join(import.meta.dirname, '../..')
const documents = [
  ...pages,
  ...['CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md', 'examples/README.md'].map(file => join(root, file)),
]

describe.each(documents.map(path => relative(root, path)))('%s', page => {
  const path = join(root, page)
  const text = readFileSync(path, 'utf8')

  it('shows the current results', () => {
    expect(embedResults(text)).toBe(text)
  })

  it('links to files that are there', () => {
    const links = Array.from(text.matchAll(/\]\(([^)\s]+)\)/g), match => match[1] as string)
    for (const link of links.filter(target => !/^(?:https?:|#)/.test(target)))
      expect(existsSync(join(dirname(path), link.replace(/#.*$/, ''))), link).toBe(true)
  })
})
