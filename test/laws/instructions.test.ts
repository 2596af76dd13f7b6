import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compressSync } from '../../src/compress.ts'
import type { Format } from '../../src/formats/format.ts'
import { formatNamed, formats } from '../../src/formats/index.ts'
import { memoryStore } from '../../src/store/memory-store.ts'
import { readersOf, strategyNames } from '../../src/strategies/index.ts'
import type { SyncCompressOptions } from '../../src/strategies/options/compress-options.ts'
import type { Block, Message } from '../../src/types.ts'
import { uncompressSync } from '../../src/uncompress.ts'
import { neutralConversation, rawMessages } from './conversations.ts'

const rules = (name: string): string =>
  Array.from(
    { length: 12 },
    (_, at) => `- ${name} rule ${at}: never touch module_${at}, use helper_${at} instead.`,
  ).join('\n')

const claude = `<system-reminder>\n# claudeMd\nContents of /x/CLAUDE.md (project instructions):\n\n${rules('root')}\n</system-reminder>`
const nested = `<system-reminder>\nContents of /x/web/CLAUDE.md:\n\n${rules('web')}\n</system-reminder>`
const codex = `# AGENTS.md instructions for /x\n\n<INSTRUCTIONS>\n${rules('agents')}\n</INSTRUCTIONS>`
const environment = '<environment_context>\n  <cwd>/x</cwd>\n  <shell>zsh</shell>\n</environment_context>'
const nudge = '<system-reminder>\nYour todo list is empty. Consider using the tool.\n</system-reminder>'

const text = (said: string): Block => ({ type: 'text', text: said, media: 'text' })

/** How programs put them there: in blocks of their own, beside typed words in one text, as messages of their own. */
const placed: Readonly<Record<string, (messages: readonly Message[]) => readonly Message[]>> = {
  'blocks of their own': ([first, ...rest]) => [
    { role: 'user', blocks: [text(claude), text(nudge), ...(first as Message).blocks] },
    ...rest,
  ],
  'one text': ([first, ...rest]) => [
    {
      role: 'user',
      blocks: [
        text(`${claude}\n\nPlease fix it. ${((first as Message).blocks[0] as { text: string }).text}`),
      ],
    },
    ...rest,
  ],
  'messages of their own': messages => [
    { role: 'user', blocks: [text(codex)] },
    { role: 'user', blocks: [text(environment)] },
    ...messages,
  ],
  'in the middle': messages =>
    messages.map((message, at) =>
      at === messages.findIndex(({ role }) => role === 'tool')
        ? {
            ...message,
            blocks: message.blocks.map(
              block => ({ ...block, text: `${(block as { text: string }).text}\n${nested}` }) as Block,
            ),
          }
        : message,
    ),
}

const carriers = [claude, nested, codex, environment]

const strategies = strategyNames().filter(name => name !== 'coverage')

/** All that the messages say, one text after the other. */
function saidIn(format: Format, messages: readonly unknown[]): string {
  return format
    .read(messages)
    .flatMap(({ blocks }) => blocks.flatMap(block => (block.type === 'opaque' ? [] : [block.text])))
    .join('\n\0')
}

const runs = { numRuns: Number(process.env['FOVEA_RUNS'] ?? 22), interruptAfterTimeLimit: 60_000 }

describe('instructions in force', { timeout: 120_000 }, () => {
  it('stay to the letter with every strategy, in every format and round, and come back', () => {
    fc.assert(
      fc.property(
        neutralConversation,
        fc.constantFrom(...formats),
        fc.constantFrom(...Object.keys(placed)),
        fc.constantFrom('coverage' as const, ...strategies),
        fc.constantFrom('named' as const, 'none' as const),
        (conversation, format, place, strategy, handles) => {
          const messages = rawMessages(format, placed[place]?.(conversation) ?? [])
          const held = carriers.filter(carrier => saidIn(format, messages).includes(carrier))
          const store = memoryStore()
          const given = {
            format: format.name,
            strategy,
            ...(readersOf('handles').includes(strategy) ? { handles } : {}),
            store,
            strict: true,
            recencyWindow: 1,
            instructions: 'verbatim',
          } as const
          let view: readonly unknown[] = messages
          for (const budget of strategy === 'coverage' ? [900, 500, 200] : [undefined, 500, 200]) {
            view = compressSync(view, { ...given, budget } as SyncCompressOptions).messages
            for (const carrier of held) expect(saidIn(format, view)).toContain(carrier)
          }
          expect(JSON.stringify(uncompressSync(view, store, { format: format.name }).messages)).toBe(
            JSON.stringify(messages),
          )
        },
      ),
      runs,
    )
  })

  it('give way to what binds and a handle where a budget has no room for them, and the receipt says so', () => {
    const long = Array.from(
      { length: 300 },
      (_, at) => `Module ${at} was written in spring and reads well.`,
    ).join('\n')
    const file = `# AGENTS.md instructions for /x\n\n<INSTRUCTIONS>\n- Never push to main.\n${long}\n</INSTRUCTIONS>`
    const talk = Array.from(
      { length: 12 },
      (_, at): Message => ({
        role: at % 2 === 0 ? 'assistant' : 'user',
        blocks: [text(`${at} said ${'word '.repeat(60)}`)],
      }),
    )
    for (const format of formats)
      for (const strategy of strategyNames()) {
        const messages = format.create([
          { role: 'user', blocks: [text(file)] },
          ...talk,
          { role: 'user', blocks: [text('Go on.')] },
        ])
        const store = memoryStore()
        const given = {
          format: format.name,
          strategy,
          store,
          strict: true,
          budget: 900,
          recencyWindow: 0,
        } as const
        const { messages: view, receipt } = compressSync(messages, given)
        const said = saidIn(format, view)
        expect(said).toContain('- Never push to main.')
        expect(said).not.toContain('Module 7 was written')
        expect(receipt.notes.map(({ code }) => code)).toContain('instructions-shortened')
        const [, handle = ''] = /\[Instructions in force: [^\]]*stored: (db_[0-9a-f]+)\]/.exec(said) ?? []
        expect(new TextDecoder().decode(store.get(handle))).toBe(file)
        expect(JSON.stringify(uncompressSync(view, store, { format: format.name }).messages)).toBe(
          JSON.stringify(messages),
        )
      }
  })

  it('do not give way beside those of a system message, which stays whole', () => {
    const many = Array.from({ length: 300 }, (_, at) => `Module ${at} was written in spring and reads well.`)
    const wrapped = (lines: readonly string[]): string =>
      `# AGENTS.md instructions for /x\n\n<INSTRUCTIONS>\n${lines.join('\n')}\n</INSTRUCTIONS>`
    const own = wrapped(['- Never push to main.', ...many.slice(0, 12)])
    const format = formatNamed('openai-chat')
    const messages = format.create([
      { role: 'system', blocks: [text(wrapped(many).replace('/x', '/y'))] },
      { role: 'user', blocks: [text(own)] },
      ...Array.from(
        { length: 40 },
        (_, at): Message => ({
          role: at % 2 === 0 ? 'assistant' : 'user',
          blocks: [text(`${at} said ${'word '.repeat(60)}`)],
        }),
      ),
      { role: 'user', blocks: [text('Go on.')] },
    ])
    const given = { format: 'openai-chat', strategy: 'coverage', strict: true, budget: '50%' } as const
    const { messages: view, receipt } = compressSync(messages, given)
    expect(saidIn(format, view)).toContain(own)
    expect(receipt.notes.map(({ code }) => code)).not.toContain('instructions-shortened')
  })

  it('are kept once: of equal ones the first, of versions the latest, and no nudge', () => {
    const [format] = formats.filter(({ name }) => name === 'anthropic') as [Format]
    const version = (at: number): string =>
      `<system-reminder>\nContents of /x/CLAUDE.md:\n\n- Rule ${at}: never skip tests ${'again '.repeat(20)}\n</system-reminder>`
    const turn = (at: number): readonly Message[] => [
      {
        role: 'user',
        blocks: [
          text(codex),
          text(version(at)),
          text(nudge),
          text(`Do step ${at}. ${'Details. '.repeat(40)}`),
        ],
      },
      { role: 'assistant', blocks: [text(`Done with ${at}. ${'More. '.repeat(40)}`)] },
    ]
    const messages = format.create(Array.from({ length: 8 }, (_, at) => turn(at)).flat())
    const { messages: view } = compressSync(messages, {
      format: 'anthropic',
      strategy: 'window',
      recencyWindow: 1,
    })
    const said = saidIn(format, view)
    // The last message and what came with it stays anyway.
    expect(said.split(codex).length - 1).toBeLessThanOrEqual(2)
    expect(said).toContain(version(7))
    expect(said).not.toContain(version(3))
    expect(said.split(nudge).length - 1).toBeLessThanOrEqual(1)
  })
})
