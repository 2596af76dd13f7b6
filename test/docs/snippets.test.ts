import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pages, reference } from '../../bench/embed-results.ts'

const root = join(import.meta.dirname, '../..')

interface Snippet {
  readonly file: string
  readonly code: string
}

const snippets: readonly Snippet[] = pages
  .filter(page => page !== reference)
  .flatMap(page =>
    Array.from(readFileSync(page, 'utf8').matchAll(/```(?:ts|js)\n([\s\S]*?)```/g), (match, at) => ({
      file: `${basename(page, '.md').toLowerCase()}-${at + 1}.ts`,
      code: match[1] as string,
    })),
  )

/** What a page has said before a snippet, or leaves to its reader. */
const given: Readonly<Record<string, string>> = {
  compress: "import { compress } from 'fovea'",
  createSessions: "import { createSessions } from 'fovea/session'",
  compressDocument: "import { compressDocument } from 'fovea/text'",
  restoreDocument: "import { restoreDocument } from 'fovea/text'",
  messages: "const messages = [{ role: 'user' as const, content: 'What went wrong in src/a.ts?' }]",
  conversation: "const conversation = [{ role: 'user' as const, content: 'What went wrong in src/a.ts?' }]",
  newMessages: "const newMessages = [{ role: 'user' as const, content: 'Go on.' }]",
  counter: "const counter = { name: 'words', exact: false, count: (text: string) => text.split(' ').length }",
  body: "const body = { model: 'm', max_tokens: 9, messages: [{ role: 'user' as const, content: 'Hello' }] }",
  client:
    'const client = { messages: { create: async (_: object) => ({ usage: { input_tokens: 9, cache_read_input_tokens: 0 } }) } }',
  inputTokens: 'const inputTokens = 9',
  notes: "const notes = 'The parser reads src/parser/tokens.ts and src/parser/tree.ts.\\n'.repeat(9)",
  document: "const document = 'The parser reads src/parser/tokens.ts and src/parser/tree.ts.\\n'.repeat(9)",
  tools: 'const tools: any = {}',
  transport:
    'const transport = { start: async () => {}, send: async (_: object) => {}, close: async () => {}, onmessage: undefined }',
  store: "import { memoryStore } from 'fovea'\nconst store = memoryStore()",
}

/** They call a model of a provider, or a server. */
const notRun: ReadonlySet<string> = new Set([
  'middleware-1.ts',
  'middleware-2.ts',
  'scale-1.ts',
  'evaluation-1.ts',
])

const place = mkdtempSync(join(tmpdir(), 'fovea-snippets-'))

function link(name: string): void {
  mkdirSync(dirname(join(place, 'node_modules', name)), { recursive: true })
  symlinkSync(
    name === 'fovea' ? root : join(root, 'node_modules', name),
    join(place, 'node_modules', name),
    'dir',
  )
}

/** With a line for each name that it uses and does not define. */
function completed(code: string): string {
  const isDefined = (name: string): boolean =>
    new RegExp(
      `\\b(?:const|let|function) ${name}\\b|(?:import|const) \\{[^}]*\\b${name}(?= *[,}])[^}]*\\}`,
    ).test(code)
  const isUsed = (name: string): boolean => new RegExp(`(?<![\\w'-]|[^.]\\.)${name}\\b(?![:'])`).test(code)
  const missing = Object.keys(given).filter(name => isUsed(name) && !isDefined(name))
  return [...missing.map(name => given[name]), code, 'export {}'].join('\n')
}

beforeAll(() => {
  for (const name of ['fovea', 'ai', 'langchain', '@types/node', '@ai-sdk/provider', '@langchain/core'])
    link(name)
  const provider = join(place, 'node_modules/@ai-sdk/anthropic')
  mkdirSync(provider, { recursive: true })
  writeFileSync(
    join(provider, 'package.json'),
    '{ "name": "@ai-sdk/anthropic", "type": "module", "types": "index.d.ts" }',
  )
  writeFileSync(
    join(provider, 'index.d.ts'),
    "export declare function anthropic(id: string): import('@ai-sdk/provider').LanguageModelV4",
  )
  writeFileSync(join(place, 'package.json'), '{ "type": "module" }')
  copyFileSync(join(root, 'examples/session.jsonl'), join(place, 'session.jsonl'))
  for (const { file, code } of snippets) writeFileSync(join(place, file), completed(code))
})
afterAll(() => rmSync(place, { recursive: true, force: true }))

describe('the code on the pages', () => {
  it('is found', () => {
    expect(snippets.length).toBeGreaterThan(15)
  })

  it('has no type errors', () => {
    const options =
      '--noEmit --strict --skipLibCheck --allowImportingTsExtensions --module nodenext --target es2024 --types node'
    const { stdout } = spawnSync(
      process.execPath,
      [
        join(root, 'node_modules/typescript/bin/tsc'),
        ...options.split(' '),
        // Each further checker checks again much of what the others do.
        '--checkers',
        '1',
        ...snippets.map(({ file }) => file),
      ],
      { cwd: place, encoding: 'utf8' },
    )
    expect(stdout).toBe('')
  })

  it('runs', () => {
    const files = snippets.map(({ file }) => file).filter(file => !notRun.has(file))
    const script = `
      for (const file of ${JSON.stringify(files)})
        await import('./' + file).then(() => {}, error => console.error(file, error))
      process.exit()`
    writeFileSync(join(place, 'run.mjs'), script)
    const { stderr, status } = spawnSync(process.execPath, ['run.mjs'], { cwd: place, encoding: 'utf8' })
    expect([stderr, status]).toEqual(['', 0])
  })
})
