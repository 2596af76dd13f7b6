import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { exactCounter } from '../../../../src/tokens/tokens.ts'
import { encodeText } from '../../../../src/tools/documents/encode-text.ts'
import {
  compressNotation,
  compressNotationSync,
  languageOf,
} from '../../../../src/tools/documents/notation/compress-notation.ts'
import { factsOf } from '../../../../src/tools/documents/notation/facts.ts'
import { instructionFor } from '../../../../src/tools/documents/notation/instructions.ts'
import type { NotationLevel } from '../../../../src/tools/documents/notation/notation.ts'
import { proseText } from './prose-texts.ts'

const levels: readonly NotationLevel[] = ['light', 'medium', 'ultra']
const counter = exactCounter()
const written = (text: string, level: NotationLevel): string =>
  compressNotationSync(text, { level, instruction: 'apart', language: 'en' }).text

const person = `John has approximately 15 years of experience in software development,
with a focus on infrastructure and cloud architecture. He is the
Chief Executive Officer of TechCorp, based in San Francisco.`

describe('the tables', () => {
  it('leave out what a reader fills in, more at each level', () => {
    const text = 'In order to deploy, you must make sure that the list of the servers is complete.'
    expect(written(text, 'light')).toBe('To deploy, you must ensure list of servers is complete.')
    expect(written(text, 'medium')).toBe('To deploy, must ensure list of servers complete.')
    expect(written(text, 'ultra')).toBe('To deploy, must ensure list servers complete.')
  })

  it('abbreviate where that saves a token, join broken lines and keep names', () => {
    expect(written(person, 'ultra')).toBe(
      'John has ~15 y exp in software development, with focus on infrastructure and cloud architecture. He is CEO of TechCorp, based in San Francisco.',
    )
  })

  it('apply no abbreviation that a counter finds dearer', () => {
    const words = { name: 'words', exact: true, count: (text: string) => text.split(/\s+/).length }
    const { text } = compressNotationSync(
      'we waited approximately 15 minutes for the pull request of the day',
      {
        level: 'ultra',
        language: 'en',
        instruction: 'apart',
        counter: { ...words, count: text => (text.includes('PR') ? 99 : words.count(text)) },
      },
    )
    expect(text).toContain('pull request')
    expect(text).toContain('~15')
  })

  it.each([
    ['words inside words', 'please fix that issue, it was founded hastily'],
    ['contractions', "it hasn't run and doesn't stop"],
    [
      'what is denied',
      'you do not have to wait, it is not really done, they will have to ask and would not be able to',
    ],
    ['code', 'x = a and b'],
    [
      'negations',
      'You must not delete the files. You must not push the code today. You must never share the keys.',
    ],
  ])('keep %s', (_, text) => {
    for (const level of levels)
      for (const word of [
        'issue',
        'founded',
        'do not have to',
        'not really',
        'will have to',
        'not be able to',
        "hasn't",
        "doesn't",
        'x = a and b',
        'must not delete',
        'must not push',
        'must never share',
      ])
        if (text.includes(word)) expect(written(text, level)).toContain(word)
  })

  it.each([
    '# The heading is the first of the lines\n',
    '```\nthe code is in the fence\n```\n',
    '    the code is indented\n',
    '| the | table |\n|---|---|\n| is | the |\n',
    '> the words of somebody are the quote\n',
    'she said "the answer is in the file" and `the code is here`\n',
    '---\ntitle: the name of the file\n---\n',
    '[the link of the day](http://the.is/a)\n',
    'The Hague, a few, plan a, once a day\n',
    'der Server is an der Wand\n',
  ])('leave %j as it is', text => {
    const level = 'ultra'
    expect(compressNotationSync(text, { level, instruction: 'apart' })).toMatchObject({
      text,
      compressed: false,
    })
  })

  it('keep the indentation of lists and the line breaks of the text', () => {
    expect(written('- the first item\r\n  - the second is here\r\n', 'ultra')).toBe(
      '- first item\r\n  - second here\r\n',
    )
  })

  it('write Chinese and Japanese shorter, negations and numbers kept', () => {
    const chinese = '请注意，部署之前请确保所有的测试已经通过，并且不要删除端口8080的配置。'
    const short = compressNotationSync(chinese, { level: 'ultra', instruction: 'apart' })
    expect(short).toMatchObject({ language: 'zh', compressed: true })
    expect(short.text).toContain('不要删除端口8080的配置')
    const japanese = 'なお、この設定ファイルを変更することができます。本番環境では実行しないでください。'
    const shorter = compressNotationSync(japanese, { level: 'medium', instruction: 'apart' })
    expect(shorter).toMatchObject({ language: 'ja', compressed: true })
    expect(shorter.text).toContain('しないで')
  })
})

describe('East Asian words that only look like fillers', () => {
  it.each(['等待十分钟，使用非常规端口，并且不可重启。', '英語をそのまま使用し、このまま実行しないこと。'])(
    'stay in %s',
    text => {
      const { text: short } = compressNotationSync(text, { level: 'ultra', instruction: 'apart' })
      for (const word of ['十分钟', '非常规', '不可', 'そのまま', 'このまま', 'しない'])
        expect(short.includes(word)).toBe(text.includes(word))
    },
  )
})

describe('the instruction', () => {
  const long =
    'The server of the office is in the list of the servers, and the list is in the file of the office.\n\n'.repeat(
      8,
    )

  it('is above the text and is paid for', () => {
    const result = compressNotationSync(long, { level: 'ultra' })
    expect(result.text.startsWith(`[${instructionFor('ultra', 'tables')}]\n`)).toBe(true)
    expect(result.tokens.after).toBe(counter.count(result.text))
    expect(result.tokens.after).toBeLessThan(result.tokens.before)
    expect(result.loss).toBe('lossy')
  })

  it('is too dear for a short text', () => {
    expect(compressNotationSync('The server is in the list.', { level: 'ultra' })).toMatchObject({
      compressed: false,
      why: 'no-gain',
      text: 'The server is in the list.',
    })
  })

  it('recognises a text that was compressed already; an encoded one is left alone', () => {
    const { text } = compressNotationSync(long, { level: 'medium' })
    expect(compressNotationSync(text, { level: 'ultra' })).toMatchObject({ why: 'already-compressed', text })
    const encoded = encodeText(long).text
    expect(compressNotationSync(encoded, { level: 'ultra' })).toMatchObject({ why: 'encoded', text: encoded })
  })
})

describe('a writer', () => {
  const text =
    'The gateway at 10.0.1.2 must not be restarted by `systemctl restart`, as the "night shift" of the office said.'
  const good = 'gateway 10.0.1.2: must not restart by `systemctl restart` ("night shift")'
  const ask = (writer: () => unknown, more: object = {}) =>
    compressNotation(text, { level: 'ultra', instruction: 'apart', writer: writer as () => string, ...more })

  it('is believed where the answer keeps every fact and is smaller', async () => {
    expect(await ask(() => good)).toMatchObject({ compressed: true, by: 'writer', text: good, notes: [] })
  })

  it('may say a word with hyphens otherwise, and code without its marks', async () => {
    const steps =
      'Go through the list step-by-step, and then, when all of it is done, run `npm test` and wait for it.'
    const answer = 'list in order → done: run npm test, wait'
    const options = { level: 'ultra', instruction: 'apart', writer: () => answer } as const
    expect(await compressNotation(steps, options)).toMatchObject({ by: 'writer', text: answer })
  })

  it.each([
    ['lacks a number', () => good.replace('10.0.1.2', 'x'), 'number'],
    ['lacks code', () => good.replace('`systemctl restart`', 'systemctl'), 'code'],
    ['lacks a quote', () => good.replace('("night shift")', ''), 'quote'],
    ['denies less', () => good.replace('not ', ''), 'negations'],
    ['makes up a number', () => `${good} 42`, 'made up'],
    ['is larger', () => `${text} ${text}`, 'costs'],
    ['makes up a path', () => `${good} src/made/up.ts`, 'made up'],
    ['quotes what nobody said', () => `${good} "all of it is fine"`, 'does not say'],
    ['is empty', () => ' ', 'the answer is empty'],
    ['is no text', () => 42, 'of type number'],
    ['fails', () => Promise.reject(new Error('overloaded')), 'overloaded'],
    [
      'throws',
      () => {
        throw new Error('no key')
      },
      'no key',
    ],
  ])('is not where it %s: the tables write, and a note says why', async (_, writer, why) => {
    const result = await ask(writer)
    expect(result).toMatchObject({ compressed: true, by: 'tables' })
    expect(result.notes.join()).toContain(why)
  })

  it('is not waited for beyond its time, nor after an abort', async () => {
    let shown: AbortSignal | undefined
    const never = (_: unknown, context?: { signal: AbortSignal }): Promise<string> => {
      shown = context?.signal
      return new Promise(() => {})
    }
    expect((await ask(never as () => unknown, { timeoutMs: 5 })).notes.join()).toContain('within 5 ms')
    expect(shown?.aborted).toBe(true)
    expect((await ask(never as () => unknown, { signal: AbortSignal.abort() })).notes.join()).toContain(
      'aborted',
    )
  })
})

describe('the language', () => {
  it.each([
    ['The list of the servers is in the file.', 'en'],
    ['Die Liste der Server ist in der Datei und nicht hier.', 'other'],
    ['La liste des serveurs est dans le fichier.', 'other'],
    ['服务器列表在文件中。', 'zh'],
    ['サーバーの一覧はファイルにあります。', 'ja'],
    ['', 'other'],
  ] as const)('of %j is %s', (text, language) => {
    expect(languageOf(text)).toBe(language)
  })
})

describe('the laws', () => {
  it.each(levels)('hold for any prose: %s', level => {
    fc.assert(
      fc.property(proseText, fc.constantFrom('en', 'zh', 'ja', 'other'), (text, language) => {
        const result = compressNotationSync(text, { level, language, instruction: 'apart' })
        expect(factsOf(result.text)).toEqual(factsOf(text))
        expect(result.tokens).toMatchObject({
          before: counter.count(text),
          after: counter.count(result.text),
        })
        if (result.compressed) expect(result.tokens.after).toBeLessThan(result.tokens.before)
        else expect(result.text).toBe(text)
      }),
      { numRuns: 250 },
    )
  })
})

describe('hostile texts', () => {
  it.each([
    ['words', 'the '.repeat(20_000)],
    ['one word', 'a'.repeat(80_000)],
    ['quotes', '"a '.repeat(20_000)],
    ['lines', 'the server is\n'.repeat(5000)],
    ['slashes', '/a'.repeat(20_000)],
    ['Chinese', '的'.repeat(20_000)],
  ])('do not take for ever: %s', (_, text) => {
    const result = compressNotationSync(text, { level: 'ultra' })
    expect(result.tokens.after).toBeLessThanOrEqual(result.tokens.before)
  })
})

const corpus = join(import.meta.dirname, '../../../../../shared/corpus/memory-files')

describe.skipIf(!existsSync(corpus))('real documents (skipped where the corpus is absent)', () => {
  it('keep their facts, and save something', () => {
    const paths = readdirSync(corpus, { recursive: true, encoding: 'utf8' })
      .map(path => join(corpus, path))
      .filter(path => statSync(path).isFile())
      .sort()
    let before = 0
    let after = 0
    for (const path of paths.filter((_, at) => at % 6 === 0)) {
      const text = readFileSync(path, 'utf8')
      const result = compressNotationSync(text, { level: 'ultra', instruction: 'apart' })
      expect(factsOf(result.text), path).toEqual(factsOf(text))
      before += result.tokens.before
      after += result.tokens.after
    }
    expect(1 - after / before).toBeGreaterThan(0.03)
  })
})
