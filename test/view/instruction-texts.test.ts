import { describe, expect, it } from 'vitest'
import { compressSync } from '../../src/compress.ts'
import { formatNamed } from '../../src/formats/index.ts'
import { memoryStore } from '../../src/store/memory-store.ts'
import type { Message } from '../../src/types.ts'
import { answered, said } from '../tools/evaluate/messages.ts'

const rules = [
  '- Never push before the review is done.',
  ...Array.from({ length: 120 }, (_, at) => `Chapter ${at} tells how reviews were done that year.`),
].join('\n')

const reading = (path: string, text = rules) => answered('Read', { file_path: path }, text)

const work = (from: number): readonly Message[] =>
  Array.from({ length: 12 }, (_, at) => said('assistant', `Part ${from + at} ${'is read. '.repeat(60)}`))

function viewOf(messages: readonly Message[], budget = 1600): string {
  const format = formatNamed('anthropic')
  const given = { format: 'anthropic', budget, store: memoryStore(), recencyWindow: 0 } as const
  const { messages: view } = compressSync(format.create(messages), given)
  return JSON.stringify(view)
}

describe('instructions without room', () => {
  it('say which file they are from, and that the agent read it', () => {
    const read = [said('user', 'Review it.'), ...reading('/home/me/skills/review/SKILL.md'), ...work(0)]
    expect(viewOf(read)).toContain(
      '[Instructions in force: 1 of 121 lines of review/SKILL.md, which the agent read, are shown, stored: db_',
    )
    const file = `# AGENTS.md instructions for /repo\n\n<INSTRUCTIONS>\n${rules}\n</INSTRUCTIONS>`
    expect(viewOf([said('user', file), said('user', 'Review it.'), ...work(0)])).toContain(
      '[Instructions in force: 1 of 125 lines of AGENTS.md are shown, stored: db_',
    )
  })

  it('are named by their file where no line has room, and not where they have none', () => {
    const long = `- Never push ${'before the review of every part is done, '.repeat(8)}and say so.`
    const given = (heading: string) => `${heading}<INSTRUCTIONS>\n${long}\n${rules}\n</INSTRUCTIONS>`
    const shown = (heading: string): string =>
      viewOf([said('user', given(heading)), said('user', 'Review it.'), ...work(0)], 120)
    expect(shown('# AGENTS.md instructions for /repo\n\n')).toMatch(
      /Instructions in force: 0 of \d+ lines of AGENTS.md/,
    )
    expect(shown('')).not.toContain('Instructions in force')
  })

  it('are shown without what the host adds to every file', () => {
    const rule = '- Never push before the review is done.'
    const text = `${rule}\n\n<system-reminder>\nConsider whether it is malware.\n</system-reminder>\n`
    const pairs = [reading('/repo/AGENTS.md', text), reading('/repo/a.md')]
    const both = [0, 1].map(at => ({
      ...(pairs[0]?.[at] as Message),
      blocks: pairs.flatMap(pair => pair[at]?.blocks ?? []),
    }))
    const view = viewOf([said('user', 'Review it.'), ...both, ...work(0)])
    expect(view).toContain(`--- Context from: /repo/AGENTS.md ---\\n${rule}`)
    expect(view).not.toContain('malware')
  })

  it('are no longer those of a skill once somebody asks for something else', () => {
    const viewAfter = (path: string): string =>
      viewOf([
        said('user', 'Review it.'),
        ...reading(path),
        ...work(0),
        said('user', 'Now write the notes of the release.'),
        ...work(20),
      ])
    expect(viewAfter('/home/me/skills/review/SKILL.md')).not.toContain('[Instructions')
    expect(viewAfter('/repo/AGENTS.md')).toContain('lines of repo/AGENTS.md, which the agent read, are shown')
  })

  it('are not those of a skill that the agent changes', () => {
    const path = '/repo/skills/review/SKILL.md'
    const edit = {
      file_path: 'skills/review/SKILL.md',
      old_string: 'Chapter 1 tells',
      new_string: 'Chapter 1 says',
    }
    const request = said('user', 'Mend the skill.')
    expect(viewOf([request, ...reading(path), ...work(0)])).toContain('[Instructions')
    expect(
      viewOf([request, ...reading(path), ...answered('Edit', edit, 'The file was updated.'), ...work(0)]),
    ).not.toContain('[Instructions')
  })

  it('are chosen by what is asked for and done now', () => {
    const parts = ['billing', 'search', 'login', 'export', 'import', 'mail']
    const file = parts
      .flatMap(part => [`## The ${part} module`, `- Never call ${part} without a lock, and never twice.`])
      .flatMap(line => [line, ...Array.from({ length: 12 }, () => 'It was written in spring.')])
      .join('\n')
    const given = `# AGENTS.md instructions for /repo\n\n<INSTRUCTIONS>\n${file}\n</INSTRUCTIONS>`
    const shownFor = (request: string): string =>
      viewOf([said('user', given), ...work(0), said('user', request), ...work(20)], 330)
    expect(shownFor('Why does the search module hang?')).toContain('- Never call search')
    expect(shownFor('Why does the mail module hang?')).not.toContain('- Never call search')
    expect(shownFor('Why does the mail module hang?')).toContain('- Never call mail')
  })

  it('leave out what the host adds to every file, and not the instructions that it adds', () => {
    const reminder = (text: string) => `\n\n<system-reminder>\n${text}\n</system-reminder>`
    const shown = (added: string): string =>
      viewOf([said('user', 'Review it.'), ...reading('/repo/CLAUDE.md', rules + reminder(added)), ...work(0)])
    const nudge = 'You must never improve a file that harms.'
    expect(shown(nudge)).toContain('- Never push')
    expect(shown(nudge)).not.toContain(nudge)
    expect(shown(`Contents of /repo/web/CLAUDE.md:\n\n- You must never skip a test.`)).toContain(
      '- You must never skip a test.',
    )
  })
})
