import { describe, expect, it } from 'vitest'
import type { Message } from '../../../../src/types.ts'
import { say, text } from '../../../formats/neutral-messages.ts'
import { offersIn } from '../measured.ts'
import { renderDigest } from '../render-digest.ts'

const source = { first: 0, messages: 2, tokens: 120, hash: '0123456789abcdef'.repeat(4) }

/** What is shown of an answer where only these lines are chosen. */
function shownOf(answer: string, chosen: readonly string[], role: Message['role'] = 'assistant') {
  const offers = offersIn([say('user', text('What did you find?')), say(role, text(answer))])
  const pieces = [...offers.candidates.keys()].filter(at =>
    chosen.some(line => offers.candidates[at]?.text.trim() === line),
  )
  return renderDigest(source, offers, pieces).split('\n').slice(1).join('\n')
}

const report =
  'The order is mended.\n\nKey findings:\n\n- the reader sorts rows before it has read all of them\n- the writer sorts them again\n\nIt was slow.\n\n## Next\n\nMeasure it.\n\n## Later\n\nRemove the sort of the writer.'

describe('withoutLeadsAlone', () => {
  it('shows no opening of a report of which nothing is shown, however long', () => {
    const opening = "Good. Here's what I addressed from the review of the second part:"
    expect(shownOf(`${opening}\n\n- the sort\n\nAll is mended.`, [opening, 'All is mended.'])).toBe(
      '#2 assistant: …All is mended.',
    )
    expect(shownOf(`${opening}\n\n- the sort\n\nAll is mended.`, [opening, '- the sort'])).toContain(opening)
  })

  it('shows no bold lead-in above an item of another one', () => {
    const answer = 'Both work.\n\n**Pros:**\n\n- it is fast\n\n**Cons:**\n\n- it is costly'
    expect(shownOf(answer, ['**Pros:**', '- it is costly'])).toBe('#2 assistant: …- it is costly')
    expect(shownOf(answer, ['**Pros:**', '**Cons:**', '- it is costly'])).toBe(
      '#2 assistant: …**Cons:**\n- it is costly',
    )
  })

  it.each<[string, readonly string[], string]>([
    [
      'no lead-in of a list that is left out',
      ['Key findings:', 'It was slow.'],
      '#2 assistant: …It was slow. …',
    ],
    ['no lead-in at the end', ['It was slow.', '## Next'], '#2 assistant: …It was slow. …'],
    [
      'a lead-in of one of its items with the others',
      ['Key findings:', '- the writer sorts them again'],
      '#2 assistant: …Key findings:\n- the reader sorts rows before it has read all of them\n- the writer sorts them again …',
    ],
    [
      'no heading above another',
      ['## Next', '## Later', 'Remove the sort of the writer.'],
      '#2 assistant: …## Later\nRemove the sort of the writer.',
    ],
  ])('shows %s', (_, chosen, shown) => {
    expect(shownOf(report, chosen)).toBe(shown)
  })

  it.each<[string, readonly string[], string]>([
    [
      'no bold lead-in above another paragraph',
      ['**Options:**', 'Shall I go on?'],
      '#2 assistant: …Shall I go on?',
    ],
    [
      'a bold lead-in with its items',
      ['**Options:**', '- sort in the writer'],
      '#2 assistant: …**Options:**\n- sort in the reader\n- sort in the writer …',
    ],
    [
      'no head of a table without a row',
      ['| step | time |', 'Shall I go on?'],
      '#2 assistant: …Shall I go on?',
    ],
    [
      'the head of a table with any row',
      ['| step | time |', '| write | 20 ms |'],
      '#2 assistant: …| step | time | …\n| write | 20 ms | …',
    ],
    ['a row with its head', ['| write | 20 ms |'], '#2 assistant: …| step | time | …\n| write | 20 ms | …'],
  ])('shows %s', (_, chosen, shown) => {
    const answer =
      'Done.\n\n**Options:**\n\n- sort in the reader\n- sort in the writer\n\nThe times:\n\n| step | time |\n| --- | --- |\n| read | 10 ms |\n| write | 20 ms |\n\nShall I go on?'
    expect(shownOf(answer, chosen)).toBe(shown)
  })

  it('shows no heading of a document alone', () => {
    const plan = '# Plan\n\n## Goals\n\nRows are sorted once.\n\n## Risks\n\nThe writer sorts them, too.'
    const offers = offersIn([
      say('user', text('Write a plan.')),
      say('assistant', {
        type: 'toolCall',
        callId: 'a',
        name: 'Write',
        text: JSON.stringify({ file_path: 'plan.md', content: plan }),
        media: 'json',
      }),
    ])
    const pieces = [...offers.candidates.keys()].filter(at =>
      ['## Goals', '## Risks', 'The writer sorts them, too.'].includes(
        offers.candidates[at]?.text.trim() ?? '',
      ),
    )
    expect(renderDigest(source, offers, pieces)).toContain('## Risks\nThe writer')
    expect(renderDigest(source, offers, pieces)).not.toContain('Goals')
  })

  it('shows no number of matches above none of them, unless there is room', () => {
    const hits = ['src/a.ts:3:total(x)', 'src/a.ts:9:total(y)', 'src/b.ts:4:total(z)', 'src/b.ts:8:total()']
    const offers = offersIn([
      say('assistant', {
        type: 'toolCall',
        callId: 'a',
        name: 'Grep',
        text: JSON.stringify({ pattern: 'total' }),
        media: 'json',
      }),
      say('tool', { type: 'toolResult', callId: 'a', text: hits.join('\n'), media: 'text' }),
    ])
    const pieces = [...offers.candidates.keys()].filter(at =>
      ['src/a.ts: 2 matches', 'src/b.ts: 2 matches', '4: total(z)'].includes(
        offers.candidates[at]?.text ?? '',
      ),
    )
    const small = renderDigest(source, { ...offers, withCountsAlone: false }, pieces)
    expect(small).toContain('src/b.ts: 2 matches\n4: total(z)')
    expect(small).not.toContain('src/a.ts')
    expect(small).toContain('[1/4 original lines]')
    expect(renderDigest(source, offers, pieces)).toContain('src/a.ts: 2 matches')
  })

  it('shows a line of a log that looks like the heading of a table', () => {
    const loaded = Array.from({ length: 30 }, (_, at) => `loaded part ${at}: ${at * 7} rows: ${at} new`)
    const offers = offersIn([
      say('assistant', { type: 'toolCall', callId: 'a', name: 'load', text: '{}', media: 'json' }),
      say('tool', {
        type: 'toolResult',
        callId: 'a',
        text: loaded.join('\n'),
        media: 'text',
      }),
    ])
    const pieces = [...offers.candidates.keys()].filter(at => offers.candidates[at]?.text === loaded[24])
    expect(renderDigest(source, offers, pieces)).toContain(loaded[24])
  })

  it('shows the heading of a short table only with one of its rows', () => {
    const fares = [
      { from: 'OSL', to: 'BGO' },
      { from: 'BGO', to: 'OSL' },
    ]
    const offers = offersIn([
      say('assistant', { type: 'toolCall', callId: 'a', name: 'find_fares', text: '{}', media: 'json' }),
      say('tool', {
        type: 'toolResult',
        callId: 'a',
        text: JSON.stringify({ fares, note: 'x'.repeat(300), by: 'mira' }),
        media: 'text',
      }),
    ])
    const shownWith = (row: string): string => {
      const lines = ['fares: 2 rows: from|to', row]
      const pieces = [...offers.candidates.keys()].filter(at =>
        lines.includes(offers.candidates[at]?.text ?? ''),
      )
      return renderDigest(source, offers, pieces)
    }
    expect(shownWith('BGO|OSL')).toContain('fares: 2 rows: from|to\nBGO|OSL')
    expect(shownWith('by: mira')).not.toContain('2 rows')
  })

  it('shows what rows have in common only above one of them, since others may differ', () => {
    const runs = Array.from({ length: 12 }, (_, at) => ({
      id: `run-${at}`,
      state: at === 7 ? 'failure' : 'success',
    }))
    const offers = offersIn([
      say('assistant', { type: 'toolCall', callId: 'a', name: 'list_runs', text: '{}', media: 'json' }),
      say('tool', {
        type: 'toolResult',
        callId: 'a',
        text: JSON.stringify({ runs, note: 'x'.repeat(300), by: 'mira' }),
        media: 'text',
      }),
    ])
    const shownWith = (row: string): string => {
      const pieces = [...offers.candidates.keys()].filter(at => {
        const { text = '' } = offers.candidates[at] ?? {}
        return text === row || text.startsWith('runs: 12 rows (state=success unless stated)')
      })
      return renderDigest(source, offers, pieces)
    }
    expect(shownWith('{}run-7|state=failure'.slice(2))).toContain('12 rows')
    expect(shownWith('by: mira')).not.toContain('12 rows')
  })

  it('shows the heading of a table that a person pasted only with one of its rows', () => {
    const fares = [
      { from: 'OSL', to: 'BGO' },
      { from: 'BGO', to: 'OSL' },
    ]
    const pasted = `The list prints this:\n\n${JSON.stringify(fares, undefined, 2)}\n\nSort it by place.`
    const heading = '2 rows: from|to'
    expect(shownOf(pasted, [heading, 'Sort it by place.'], 'user')).not.toContain(heading)
    expect(shownOf(pasted, [heading, 'BGO|OSL'], 'user')).toContain(`${heading} …\nBGO|OSL`)
  })

  it('says what the rows of a table share only above one of them', () => {
    const runs = Array.from({ length: 24 }, (_, at) => ({
      id: at,
      oven: 'the large one beside the door, which is heated with wood',
      baker: 'somebody of the night shift who is not named',
    }))
    const offers = offersIn([
      say('assistant', { type: 'toolCall', callId: 'a', name: 'list_runs', text: '{}', media: 'json' }),
      say('tool', { type: 'toolResult', callId: 'a', text: JSON.stringify(runs), media: 'text' }),
    ])
    const shownWith = (row: string): string => {
      const pieces = [...offers.candidates.keys()].filter(at => {
        const { text = '' } = offers.candidates[at] ?? {}
        return text === row || text === '24 rows: id' || text.startsWith('in each row')
      })
      return renderDigest(source, offers, pieces)
    }
    expect(shownWith('7')).toContain('24 rows: id\nin each row, unless stated: oven=the large one')
    expect(shownWith('none')).toContain('24 rows: id')
    expect(shownWith('none')).not.toContain('in each row')
  })

  it('keeps what a person wrote, what leads to a call, and what says more than that it leads', () => {
    expect(shownOf(report, ['Key findings:'], 'user')).toContain('Key findings:')
    expect(shownOf('It is slow.\n\nNow the writer:', ['Now the writer:'])).toContain('Now the writer:')
    const long = 'The reader sorts rows before it has read all of them, which fails:'
    expect(shownOf(`${long}\n\n- once\n- twice`, [long])).toContain(long)
  })
})
