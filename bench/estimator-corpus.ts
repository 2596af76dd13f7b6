/** Samples of real text by class, to fit and to judge the token estimator. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'

export const textClasses = [
  'english',
  'code',
  'json',
  'logs',
  'chinese',
  'chinese prose',
  'other languages',
] as const

export type TextClass = (typeof textClasses)[number]

export interface Sample {
  readonly class: TextClass
  readonly source: string
  readonly text: string
  /** Coefficients are fitted on one half of the sources and judged on the other. */
  readonly half: 'fit' | 'check'
}

/** What a class takes from one source at most, so that no single session decides. */
const charsPerSource = 200_000

const logFolders = [
  'go-test',
  'jest-vitest-bun-test',
  'mise-test',
  'go-build',
  'golangci-lint',
  'tsc-eslint-build',
  'git-log',
  'git-status',
  'ps-env-system',
  'curl-http',
]

const codeFile = /\.(ts|tsx|js|mjs|jsx|py|go|rs|java|rb|php|c|h|cpp|cs|sh|sql|css)$/

export function readSamples(corpus: string, classes: readonly TextClass[] = textClasses): Sample[] {
  return classes.flatMap(name =>
    sources[name](corpus)
      .filter(({ text }) => text.length > 100)
      .map(
        ({ source, text }, index): Sample => ({
          class: name,
          source,
          text: text.slice(0, charsPerSource),
          half: index % 2 === 0 ? 'fit' : 'check',
        }),
      ),
  )
}

interface Source {
  readonly source: string
  readonly text: string
}

const sources: Readonly<Record<TextClass, (corpus: string) => Source[]>> = {
  english: corpus => [
    ...filesUnder(join(corpus, 'memory-files')),
    ...filesUnder(join(corpus, 'conversations')).map(({ source, text }) => ({
      source,
      text: (JSON.parse(text) as Meeting).meeting_transcripts
        .map(turn => `${turn.speaker}: ${turn.content}`)
        .join('\n'),
    })),
    ...sessions(corpus, block => (block.type === 'text' ? [block.text] : [])),
  ],
  code: corpus => sessions(corpus, codeOf),
  json: corpus => [
    ...filesUnder(join(corpus, 'json')),
    ...['gh-api-json', 'jq-json']
      .flatMap(folder => filesUnder(join(corpus, 'command-outputs', folder)))
      .filter(({ text }) => /^[{[]/.test(text)),
  ],
  logs: corpus => logFolders.flatMap(folder => filesUnder(join(corpus, 'command-outputs', folder))),
  chinese: () => compilerMessages(/^zh-/),
  'chinese prose': () =>
    readText(join(import.meta.dirname, '../test/fixtures/measure/chinese.txt'))
      .split('\n\n')
      .map((text, index) => ({ source: `chinese.txt paragraph ${index + 1}`, text })),
  'other languages': () => compilerMessages(/^(?!zh-)/),
}

interface Meeting {
  readonly meeting_transcripts: readonly { readonly speaker: string; readonly content: string }[]
}

function filesUnder(folder: string): Source[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
    .sort()
    .map(source => ({ source, text: readText(source) }))
}

function readText(file: string): string {
  const bytes = readFileSync(file)
  return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString()
}

type SessionBlock =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'tool_use'; readonly id: string; readonly name: string; readonly input: SessionInput }
  | { readonly type: 'tool_result'; readonly tool_use_id: string; readonly content: unknown }

interface SessionInput {
  readonly file_path?: string
  readonly content?: string
  readonly new_string?: string
}

type Pick = (block: SessionBlock, calls: ReadonlyMap<string, SessionInput>) => string[]

/** What `pick` takes out of each Claude Code session. */
function sessions(corpus: string, pick: Pick): Source[] {
  return blocksBySession(corpus).map(({ source, blocks }) => {
    const calls = new Map<string, SessionInput>()
    const parts = blocks.flatMap(block => {
      if (block.type === 'tool_use') calls.set(block.id, block.input)
      return pick(block, calls)
    })
    return { source, text: parts.join('\n\n') }
  })
}

interface SessionBlocks {
  readonly source: string
  readonly blocks: readonly SessionBlock[]
}

/** Parsed once for all classes. */
const parsedSessions = new Map<string, readonly SessionBlocks[]>()

function blocksBySession(corpus: string): readonly SessionBlocks[] {
  const known = parsedSessions.get(corpus)
  if (known !== undefined) return known
  const parsed = filesUnder(join(corpus, 'transcripts', 'claude-code')).map(({ source, text }) => ({
    source,
    blocks: text.split('\n').flatMap(blocksOf),
  }))
  parsedSessions.set(corpus, parsed)
  return parsed
}

function blocksOf(line: string): SessionBlock[] {
  try {
    const content = JSON.parse(line).message?.content
    return Array.isArray(content) ? content : []
  } catch {
    return []
  }
}

/** Code files as the agent read them (with line numbers) and as it wrote them. */
const codeOf: Pick = (block, calls) => {
  if (block.type === 'tool_use' && codeFile.test(block.input.file_path ?? ''))
    return [block.input.content, block.input.new_string].filter(text => text !== undefined)
  if (block.type !== 'tool_result' || typeof block.content !== 'string') return []
  return codeFile.test(calls.get(block.tool_use_id)?.file_path ?? '') ? [block.content] : []
}

/**
 * The corpus holds hardly any Chinese, so that the messages of the TypeScript compiler, which a development
 * dependency brings in 13 languages, stand in for it: ten slices a language.
 */
function compilerMessages(languages: RegExp): Source[] {
  const folder = typescriptFolder()
  if (folder === undefined) return []
  return readdirSync(folder)
    .filter(name => languages.test(name) && existsSync(join(folder, name, messagesFile)))
    .flatMap(name => {
      const messages = Object.values<string>(
        JSON.parse(readFileSync(join(folder, name, messagesFile), 'utf8')),
      )
      const size = Math.ceil(messages.length / 10)
      return Array.from({ length: 10 }, (_, part) => ({
        source: `typescript/${name}/${part}`,
        text: messages.slice(part * size, (part + 1) * size).join('\n'),
      }))
    })
}

const messagesFile = 'diagnosticMessages.generated.json'

function typescriptFolder(): string | undefined {
  try {
    const here = createRequire(import.meta.url)
    const core = createRequire(here.resolve('@arethetypeswrong/core/package.json'))
    return dirname(core.resolve('typescript'))
  } catch {
    return undefined
  }
}
