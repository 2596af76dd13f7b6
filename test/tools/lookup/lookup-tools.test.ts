import { describe, expect, it } from 'vitest'
import { maskSecrets } from '../../../src/scan/secrets/secrets.ts'
import { memoryStore } from '../../../src/store/memory-store.ts'
import { handleOf } from '../../../src/tokens/handle.ts'
import { hashBytes } from '../../../src/tokens/hash.ts'
import { answerLookup } from '../../../src/tools/lookup/lookup-tools.ts'

const store = memoryStore()
function keep(text: string): string {
  const bytes = Buffer.from(text)
  store.put([{ hash: hashBytes(bytes), bytes }])
  return handleOf(hashBytes(bytes))
}
const poem = keep('one\ntwo\nTHREE needle\nfour\n')
const long = keep(Array.from({ length: 9000 }, (_, line) => `line ${line + 1}`).join('\n'))
const endless = keep('😀'.repeat(50_000))
const heading = keep(`short\n${'x'.repeat(90_000)}`)
const talk = keep(
  JSON.stringify([
    { role: 'user', content: 'Which disk is full?' },
    {
      role: 'assistant',
      content: [{ type: 'tool_use', id: 'call_1', name: 'bash', input: { command: 'df' } }],
    },
    {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: 'call_1', content: 'a 7 %\nb 100 % FULL\nc 9 %' }],
    },
  ]),
)

describe('expand', () => {
  it.each([
    [{ handle: poem }, 'one\ntwo\nTHREE needle\nfour\n'],
    [{ handle: ` ${poem} ` }, 'one\ntwo\nTHREE needle\nfour\n'],
    [{ handle: poem, first_line: 2, last_line: 3 }, 'two\nTHREE needle\n'],
    [{ handle: poem, first_line: 4 }, 'four\n'],
    [{ handle: poem, matching: 'three' }, '3: THREE needle'],
    [{ handle: poem, first_line: 2, matching: 'o' }, '2: two\n4: four'],
    [{ handle: poem, matching: 'five' }, 'No line holds "five".'],
    [{ handle: poem, matching: 'x'.repeat(9000) }, `No line holds "${'x'.repeat(40)}…".`],
    [{ handle: talk, matching: 'full' }, '2 (#1): Which disk is full?\n7 (#3): b 100 % FULL'],
    [{ handle: talk, matching: 'df' }, '4 (#2): command: df'],
    [
      { handle: talk, first_line: 3, last_line: 7 },
      '#2 assistant calls bash\ncommand: df\n#3 answer of bash\na 7 %\nb 100 % FULL\n',
    ],
    [{ handle: talk, first_line: 3, matching: 'full' }, '7 (#3): b 100 % FULL'],
    [{ handle: talk, first_line: 8 }, 'c 9 %'],
    [{ handle: `${talk}#3`, matching: '%' }, '2 (#3): a 7 %\n3 (#3): b 100 % FULL\n4 (#3): c 9 %'],
    [{ handle: `${talk}#3`, first_line: 3, last_line: 3 }, 'b 100 % FULL\n'],
    [{ handle: talk, matching: 'tool_result' }, 'No line holds "tool_result".'],
    [{ handle: poem, first_line: '2', last_line: ' 3 ', matching: null }, 'two\nTHREE needle\n'],
  ])('%j', async (input, text) => {
    expect(await answerLookup('fovea_expand', input, store)).toEqual({ text, isError: false })
  })

  it('of messages gives the whole of them to the byte', async () => {
    const { text } = await answerLookup('fovea_expand', { handle: talk }, store)
    expect(JSON.parse(text)).toHaveLength(3)
    expect(handleOf(hashBytes(Buffer.from(text)))).toBe(talk)
  })

  it('names the pictures of messages instead of writing out their bytes', async () => {
    const data = 'iVBORw0KGgo='.repeat(5000)
    const source = { type: 'base64', media_type: 'image/png', data }
    const seen = keep(
      JSON.stringify([
        {
          role: 'user',
          content: [
            { type: 'text', text: 'What is this?' },
            { type: 'image', source },
          ],
        },
        { role: 'assistant', content: 'A cat.' },
      ]),
    )
    const whole = '#1 user\nWhat is this?\n#1 user, image, not shown\n#2 assistant\nA cat.'
    expect(await answerLookup('fovea_expand', { handle: seen }, store)).toMatchObject({ text: whole })
    const { text } = await answerLookup('fovea_expand', { handle: `${seen}#1` }, store)
    expect(text).toBe('#1 user\nWhat is this?\n#1 user, image, not shown')
  })

  it('leaves the lines of a list that somebody wrote as they are', async () => {
    const written = keep(JSON.stringify([{ role: 'user', content: 'one' }], undefined, 2))
    const { text } = await answerLookup(
      'fovea_expand',
      { handle: written, first_line: 3, last_line: 3 },
      store,
    )
    expect(text).toBe('    "role": "user",\n')
  })

  it.each([
    ['many lines', long, {}, Array.from({ length: 9000 }, (_, line) => `line ${line + 1}`).join('\n')],
    ['one endless line', endless, {}, '😀'.repeat(50_000)],
    ['an endless line behind a short one', heading, {}, `short\n${'x'.repeat(90_000)}`],
    [
      'many matches',
      long,
      { matching: 'line' },
      Array.from({ length: 9000 }, (_, line) => `${line + 1}: line ${line + 1}`).join('\n'),
    ],
  ])('shows as much of %s as fits, and where to go on brings the rest', async (_, handle, more, whole) => {
    let text = ''
    for (let from = 0, pages = 0; pages < 20; pages += 1) {
      const answer = await answerLookup('fovea_expand', { handle, ...more, from_character: from }, store)
      expect(answer.text.length).toBeLessThan(41_000)
      if (whole.length - from > 40_000) expect(answer.text.length).toBeGreaterThan(20_000)
      const [notice = '', next] =
        /\n?\[\d+ more characters are not shown\. For them, repeat the call with from_character (\d+)\.\]$/.exec(
          answer.text,
        ) ?? []
      const shown = answer.text.slice(0, answer.text.length - notice.length)
      text += whole.startsWith(`${shown}\n`, from) ? `${shown}\n` : shown
      if (next === undefined) break
      from = Number(next)
      expect(from).toBe(text.length)
    }
    expect(text).toBe(whole)
  })

  it('says where the text ends to who goes on beyond it', async () => {
    const { text } = await answerLookup('fovea_expand', { handle: poem, from_character: 99 }, store)
    expect(text).toBe('[Nothing is there: the text has 26 characters.]')
  })

  it.each([
    [{ handle: 'db_000000000000' }, /^No original is stored under db_000000000000\..* Go on without it\.$/],
    [{ handle: '../etc/passwd' }, /^Not a handle/],
    [{}, /^Not a handle/],
    [null, /^Not a handle/],
    [{ handle: poem, first_line: 99 }, /^There is no line 99/],
    [{ handle: talk, first_line: 9 }, /^There is no line 9: the original has 8 lines/],
    [{ handle: poem, firstLine: 3 }, /^There is no option firstLine; did you mean first_line\?$/],
    [{ handle: poem, lines: '2-3' }, /^There is no option lines\b.*first_line/],
    [{ handle: poem, first_line: 'two' }, /^first_line is two; it must be a whole number from 1 on\.$/],
    [{ handle: poem, last_line: 2.5 }, /^last_line is 2\.5; it must be/],
  ])('%j is answered with what is wrong', async (input, message) => {
    const { text, isError } = await answerLookup('fovea_expand', input, store)
    expect(isError).toBe(true)
    expect(text).toMatch(message)
  })
})

describe('search', () => {
  it('names handles and lines', async () => {
    expect(await answerLookup('fovea_search', { query: 'needle' }, store)).toEqual({
      text: `${poem} line 3: THREE needle`,
      isError: false,
    })
  })

  it('names the line of who said it, where messages are stored', async () => {
    const { text } = await answerLookup('fovea_search', { query: 'disk FULL' }, store)
    expect(text).toBe(`${talk} line 2 (#1): Which disk is full?`)
    const { text: answer } = await answerLookup('fovea_search', { query: '100 full' }, store)
    expect(answer).toBe(`${talk} line 7 (#3): b 100 % FULL`)
  })

  it('names the line that holds the words as they were typed', async () => {
    const file = keep(
      JSON.stringify([
        { role: 'user', content: 'Is chapter 9 in its md file?' },
        { role: 'assistant', content: 'İt is in chapter-9.md, and says print("hello").' },
      ]),
    )
    const { text } = await answerLookup('fovea_search', { query: 'chapter-9.md' }, store)
    expect(text).toBe(`${file} line 4 (#2): İt is in chapter-9.md, and says print("hello").`)
    const { text: quoted } = await answerLookup('fovea_search', { query: 'PRINT("hello' }, store)
    expect(quoted).toBe(text)
  })

  it('shows no secret beside the words', async () => {
    const token = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`
    const text = JSON.stringify([{ role: 'user', content: `Take\nthe spoon and ${token}.` }])
    const bytes = Buffer.from(text)
    store.put([{ hash: hashBytes(bytes), bytes, searchable: maskSecrets(text) }])
    const { text: found } = await answerLookup('fovea_search', { query: 'spoon' }, store)
    expect(found).toMatch(/ line 3 \(#1\): the spoon and \[secret:/)
    expect(found).not.toContain('ghp_')
  })

  it('shows no line of a secret of several lines', async () => {
    const key = `-----BEGIN RSA PRIVATE KEY-----\n${'MIIEpAIBAAKCAQEA7fork'.repeat(3)}\n${'b7Qz'.repeat(12)}\n-----END RSA PRIVATE KEY-----`
    const text = JSON.stringify([
      { role: 'user', content: `Take it.\n${key}` },
      { role: 'assistant', content: 'Which miie is that?' },
    ])
    const bytes = Buffer.from(text)
    store.put([{ hash: hashBytes(bytes), bytes, searchable: maskSecrets(text) }])
    const { text: found } = await answerLookup('fovea_search', { query: 'miie' }, store)
    expect(found).toMatch(/ line 8 \(#2\): Which miie is that\?/)
    expect(found).not.toContain('MIIEpAIB')
  })

  it('names the line of those words that someone said', async () => {
    const { text } = await answerLookup('fovea_search', { query: 'tool_result 100' }, store)
    expect(text).toBe(`${talk} line 7 (#3): b 100 % FULL`)
  })

  it('shows of a long line where the words are', async () => {
    const said = `${'first '.repeat(200)}pin ${'last '.repeat(200)}`
    keep(JSON.stringify([{ role: 'user', content: said }]))
    const { text } = await answerLookup('fovea_search', { query: 'pin' }, store)
    expect(text).toMatch(/ line \d+ \(#1\): ….*first pin last.*…$/)
  })

  it('that finds nothing says so', async () => {
    const { text } = await answerLookup('fovea_search', { query: 'haystack' }, store)
    expect(text).toBe('Nothing found. Try fewer or other words.')
  })
})
