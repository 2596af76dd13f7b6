import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { embedResults, pages } from '../../bench/embed-results.ts'
import { inspect } from '../../src/inspect.ts'
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
