import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Candidate, Section } from '../../../../src/strategies/coverage/read/candidate.ts'
import type { Candidates } from '../../../../src/strategies/coverage/read/candidate-columns.ts'
import {
  digestParts,
  type RenderedSections,
} from '../../../../src/strategies/coverage/render/digest-parts.ts'
import { renderDigest } from '../render-digest.ts'

function section(
  message: number,
  author: Section['author'],
  firstCandidate: number,
  more: Partial<Section> = {},
): Section {
  return {
    message,
    block: 0,
    author,
    age: 0,
    turnsAgo: 0,
    title: '',
    lines: 0,
    firstCandidate,
    isTest: false,
    ...more,
  }
}

/** Of the sections below, by their order. */
const authors: readonly Candidate['author'][] = ['user', 'words', 'calls', 'tools']

function candidate(text: string, index: number): Candidate {
  return {
    text,
    label: '',
    value: 'plain',
    section: index,
    author: authors[index] ?? 'tools',
    under: -1,
    lines: 1,
    isRule: false,
    isUninformative: false,
    isCode: false,
    isOutline: false,
    isSignature: false,
    part: 'evidence',
  }
}

const candidates: Candidates = {
  sections: [
    section(4, 'user', 0, { lines: 3 }),
    section(5, 'words', 3, { lines: 1 }),
    section(5, 'calls', 4, { title: 'Bash ls', callId: 'a', lines: 1 }),
    section(6, 'tools', 6, { title: 'Bash ls', callId: 'a', lines: 4 }),
  ],
  candidates: [
    candidate('First wish.', 0),
    candidate('Second wish.', 0),
    candidate('Third wish.', 0),
    candidate('I list them.', 1),
    candidate('Bash ls', 2),
    candidate('timeout: 9', 2),
    candidate('a.ts', 3),
    candidate('b.ts', 3),
    candidate('c.ts', 3),
    candidate('d.ts', 3),
  ],
  numbers: [1, 2, 3, 4, 5, 6, 7],
}
const source = { first: 4, messages: 3, tokens: 120, hash: '0123456789abcdef'.repeat(4) }
const shown = (...chosen: number[]): string =>
  renderDigest(source, candidates, chosen).split('\n').slice(1).join('\n')

describe('renderDigest', () => {
  it('says first what it replaces', () => {
    expect(renderDigest(source, candidates, [])).toBe(
      '[Condensed: 3 earlier messages, 120 tokens; "…" marks what is left out; 01234567]',
    )
    const named = { ...source, handle: 'db_0123456789ab', index: 'db_ba9876543210' }
    expect(renderDigest(named, candidates, [])).toBe(
      '[Condensed: 3 earlier messages, 120 tokens; "…" marks what is left out; db_ba9876543210#n is message n, stored: db_0123456789ab]',
    )
    expect(renderDigest({ ...named, messages: 1, isFurther: true }, candidates, [])).toBe(
      '[Condensed: 1 earlier message, 120 tokens; stored: db_0123456789ab]',
    )
    expect(renderDigest({ ...named, isFurther: true }, candidates, [])).toBe(
      '[Condensed: 3 earlier messages, 120 tokens; stored: db_0123456789ab]',
    )
  })

  it('shows all with who said it and where', () => {
    expect(shown(0, 1, 2, 3, 4, 5, 6, 7, 8, 9)).toBe(
      [
        '#5 user: First wish.\nSecond wish.\nThird wish.',
        '#6 assistant: I list them.',
        '#6 Bash ls\ntimeout: 9',
        '#7 →\na.ts\nb.ts\nc.ts\nd.ts',
      ].join('\n'),
    )
  })

  it.each<[string, readonly number[], string]>([
    ['at the beginning', [1, 2], '#5 user: …Second wish.\nThird wish.'],
    ['between', [0, 2], '#5 user: First wish. …\nThird wish.'],
    ['at the end', [0, 1], '#5 user: First wish.\nSecond wish. …'],
    ['around', [1], '#5 user: …Second wish. …'],
    ['of a call', [4], '#6 Bash ls …'],
    ['of an answer', [4, 5, 7], '#6 Bash ls\ntimeout: 9\n#7 → [1/4 lines]\nb.ts'],
  ])('marks what is left out %s', (_, chosen, text) => {
    expect(shown(...chosen)).toBe(text)
  })

  it('marks gaps between lines of a file that have no numbers', () => {
    const read = {
      ...candidates,
      sections: candidates.sections.with(3, section(6, 'tools', 6, { origin: 'file a.toml', lines: 4 })),
    }
    const rendered = (...chosen: number[]): string =>
      renderDigest(source, read, chosen).split('\n').slice(2).join('\n')
    expect(rendered(6, 7, 9)).toBe('a.ts\nb.ts …\nd.ts')
    expect(rendered(7, 8)).toBe('b.ts\nc.ts')
  })

  it('shows brackets where nothing else is left out between two lines of a program', () => {
    const lines = ['if (isEmpty) {', '  return', '}', 'sort(rows)', 'print(rows)', '}']
    const edit: Candidates = {
      numbers: [1, 2],
      sections: [section(0, 'calls', 0, { lines: 7 })],
      candidates: [
        candidate('Edit src/a.ts', 0),
        ...lines.map(text => ({ ...candidate(text, 0), label: '+' })),
      ].map(line => ({ ...line, author: 'calls' })),
    }
    const rendered = (...chosen: number[]): string =>
      renderDigest(source, edit, chosen).split('\n').slice(1).join('\n')
    expect(rendered(0, 1, 2, 4)).toBe('#1 Edit src/a.ts\n+if (isEmpty) {\n+  return\n+}\n+sort(rows) …')
    expect(rendered(0, 1, 4, 5)).toBe('#1 Edit src/a.ts\n+if (isEmpty) { …\n+sort(rows)\n+print(rows)\n+}')
  })

  it('marks where an edit leaves several lines unchanged', () => {
    const line = (text: string, label: string): Candidate => ({
      ...candidate(text, 0),
      author: 'calls',
      label,
    })
    const shownWith = (unchanged: number): string => {
      const kept = Array.from({ length: unchanged }, (_, at) => line(`keep(${at})`, ' '))
      const lines = [line('Edit src/a.ts', ''), line('open(rows)', '+'), ...kept, line('close(rows)', '+')]
      const given: Candidates = {
        sections: [section(0, 'calls', 0, { title: 'Edit src/a.ts', lines: 1 })],
        candidates: lines,
        numbers: [1],
        root: undefined,
      }
      return renderDigest(source, given, [0, 1, lines.length - 1])
    }
    expect(shownWith(1)).toContain('+open(rows)\n+close(rows)')
    expect(shownWith(2)).toContain('+open(rows) …\n+close(rows)')
  })

  it('marks nothing where only what a host added to typed words is left out', () => {
    const typed: Candidates = {
      numbers: [1, 2],
      sections: [section(0, 'user', 0, { lines: 4 })],
      candidates: [
        { ...candidate('2026-06-24T10:00:00Z', 0), author: 'tools' },
        candidate('First wish.', 0),
        candidate('Second wish.', 0),
        { ...candidate('Keep the list of tasks.', 0), author: 'tools' },
      ],
    }
    const rendered = (...chosen: number[]): string =>
      renderDigest(source, typed, chosen).split('\n').slice(1).join('\n')
    expect(rendered(1, 2)).toBe('#1 user: First wish.\nSecond wish.')
    expect(rendered(2)).toBe('#1 user: …Second wish.')
  })

  it('joins the parts of a long line of a call', () => {
    const parts = ['Bash npm test -- --run …', '… src/plan.test.ts ', 'src/view.test.ts', 'npm run lint']
    const long: Candidates = {
      sections: [section(1, 'calls', 0, { callId: 'a', lines: 1 })],
      candidates: parts.map((text, at) => ({
        ...candidate(text, 0),
        author: 'calls',
        lines: at % 3 ? 0 : 1,
      })),
      numbers: [1, 2],
    }
    const rendered = (...chosen: number[]): string =>
      renderDigest(source, long, chosen).split('\n').slice(1).join('\n')
    expect(rendered(0, 1, 2, 3)).toBe(
      '#2 Bash npm test -- --run src/plan.test.ts src/view.test.ts\nnpm run lint',
    )
    expect(rendered(0, 1)).toBe('#2 Bash npm test -- --run src/plan.test.ts …')
    expect(rendered(0, 2)).toBe('#2 Bash npm test -- --run …\nsrc/view.test.ts …')
  })

  it('names the call of an answer where the call is not shown right before it', () => {
    expect(shown(6, 9)).toBe('#7 → Bash ls [2/4 lines]\na.ts\nd.ts')
    expect(shown(3, 6, 7, 8, 9)).toBe('#6 assistant: I list them.\n#7 → Bash ls\na.ts\nb.ts\nc.ts\nd.ts')
  })

  it('gives the line of a file with its number', () => {
    const numbered = (text: string, number: number): Candidate => ({ ...candidate(text, 0), number })
    const file: Candidates = {
      numbers: [1, 2, 3, 4, 5, 6, 7],
      sections: [section(4, 'tools', 0, { title: 'a.ts', lines: 4 })],
      candidates: [numbered('import x', 1), numbered('\tuse(x)', 3), numbered('\tstop', 4), numbered('}', 5)],
    }
    const shownOf = (...chosen: number[]): string | undefined =>
      renderDigest(source, file, chosen).split('\n').slice(2).join('\n')
    expect(shownOf(0, 1, 2, 3)).toBe('1 import x\n\tuse(x)\n\tstop\n}')
    expect(shownOf(1, 2)).toBe('3 \tuse(x)\n\tstop')
    expect(shownOf(0, 2)).toBe('1 import x\n4 \tstop')
  })

  it('marks nothing where only a rule between paragraphs is left out', () => {
    const ruled: Candidates = {
      ...candidates,
      sections: [section(4, 'words', 0, { lines: 4 })],
      candidates: ['It works.', '---', 'Next I measure it.', 'Then I stop.'].map(text => ({
        ...candidate(text, 0),
        author: 'words',
      })),
    }
    expect(renderDigest(source, ruled, [0, 2])).toMatch(/#5 assistant: It works\.\nNext I measure it\. …$/)
  })

  it('marks that a line does not belong to the line above that seems to hold it', () => {
    const numbered = (text: string, number: number): Candidate => ({ ...candidate(text, 0), number })
    const lines = ['\tcase one:', '\t\treturn 1', '\tcase two:', '\t\treturn 2', '\tdefault:']
    const file: Candidates = {
      numbers: [1, 2, 3, 4, 5, 6, 7],
      sections: [section(4, 'tools', 0, { title: 'a.go', lines: 9 })],
      candidates: lines.map((line, at) => numbered(line, at + 1)),
    }
    const shownOf = (...chosen: number[]): string | undefined =>
      renderDigest(source, file, chosen).split('\n').slice(2).join('\n')
    expect(shownOf(0, 3)).toBe('1 \tcase one: …\n4 \t\treturn 2')
    expect(shownOf(0, 1, 3)).toBe('1 \tcase one:\n\t\treturn 1\n4 \t\treturn 2')
    expect(shownOf(0, 2, 3)).toBe('1 \tcase one:\n3 \tcase two:\n\t\treturn 2')
  })

  it('marks in an output where a line was begun or goes on', () => {
    const cut: Candidates = {
      numbers: [1, 2, 3, 4, 5, 6, 7],
      sections: [section(4, 'tools', 0, { title: 'a.md', lines: 2 })],
      candidates: [
        candidate('It starts. ', 0),
        { ...candidate('It runs. ', 0), lines: 0 },
        { ...candidate('It stops.', 0), lines: 0 },
        candidate('Another line.', 0),
      ].map(each => ({ ...each, author: 'tools' })),
    }
    const shownOf = (...chosen: number[]): string =>
      renderDigest(source, cut, chosen).split('\n').slice(2).join('\n')
    expect(shownOf(0, 1, 2, 3)).toBe('It starts.\nIt runs.\nIt stops.\nAnother line.')
    expect(shownOf(0, 3)).toBe('It starts. …\nAnother line.')
    expect(shownOf(1)).toBe('…It runs. …')
    expect(shownOf(0, 2)).toBe('It starts. …\n…It stops.')
    expect(shownOf(3)).toBe('Another line.')
  })

  it.each<[string, readonly number[], string]>([
    ['both lines of a fence', [0, 1, 2, 3, 4], 'Run:\n```sh\nnpm test\n```\nand wait.'],
    ['none of one without the other', [0, 1, 2, 4], 'Run:\nnpm test\nand wait.'],
    ['no mark for a fence', [0, 2, 4], 'Run:\nnpm test\nand wait.'],
    ['a mark for what is in it', [0, 4], 'Run: …\nand wait.'],
    ['no closing line alone', [2, 3, 4], '…npm test\nand wait.'],
  ])('shows %s', (_, chosen, text) => {
    const fenced: Candidates = {
      numbers: [1, 2, 3, 4, 5, 6, 7],
      sections: [section(4, 'words', 0, { lines: 5 })],
      candidates: ['Run:', '```sh', 'npm test', '```', 'and wait.'].map(line => candidate(line, 0)),
    }
    expect(renderDigest(source, fenced, chosen)).toMatch(new RegExp(`#5 assistant: ${text}$`))
  })

  it.each<[string, Section['author'], readonly number[], string]>([
    ['both tags of a pair', 'user', [0, 1, 2, 3, 4], 'Do:\n<task>\nmend it\n</task>\nnow.'],
    ['none without the other', 'user', [0, 1, 2, 4], 'Do:\nmend it\nnow.'],
    ['no mark for a tag', 'words', [0, 2, 4], 'Do:\nmend it\nnow.'],
    ['no closing tag alone', 'words', [2, 3, 4], '…mend it\nnow.'],
    ['a mark for what is between them', 'user', [0, 4], 'Do: …\nnow.'],
    ['the tags of an output', 'tools', [1], '<task>'],
  ])('shows %s', (_, author, chosen, text) => {
    const tagged: Candidates = {
      numbers: [1, 2, 3, 4, 5, 6, 7],
      sections: [section(4, author, 0, { lines: 5 })],
      candidates: ['Do:', '<task>', 'mend it', '</task>', 'now.'].map(line => candidate(line, 0)),
    }
    expect(renderDigest(source, tagged, chosen).endsWith(text)).toBe(true)
  })

  it.each<[string, Candidate['part'], readonly number[], string]>([
    ['a mark behind an item where others follow', 'report', [0, 1], 'Open:\n- the reader …'],
    ['a mark behind the line above a list', 'report', [0, 3], 'Open: …\n- the tests'],
    ['a mark before the first item', 'pasted', [2, 3], '…- the writer\n- the tests'],
    ['a mark between two items', 'report', [1, 3, 4], '- the reader …\n- the tests\nThat is all.'],
    ['no mark for a whole list', 'report', [0, 1, 2, 3], 'Open:\n- the reader\n- the writer\n- the tests'],
    ['no mark in an output', 'evidence', [1, 3], '- the reader\n- the tests'],
  ])('shows %s of a report', (_, part, chosen, text) => {
    const lines = ['Open:', '- the reader', '- the writer', '- the tests', 'That is all.']
    const listed: Candidates = {
      numbers: [1, 2, 3, 4, 5, 6, 7],
      sections: [section(4, 'tools', 0, { lines: 5 }), section(5, 'words', 5, { lines: 1 })],
      candidates: [...lines.map(line => ({ ...candidate(line, 0), part })), candidate('- later', 1)],
    }
    expect(renderDigest(source, listed, chosen).split(' lines]\n')[1]).toBe(text)
  })

  it('shows no mark in a list whose lines are numbered', () => {
    const listed: Candidates = {
      numbers: [1, 2, 3, 4, 5],
      sections: [section(4, 'tools', 0, { lines: 4 })],
      candidates: ['- one', '- two', '- three', '- four'].map((line, at) => ({
        ...candidate(line, 0),
        part: 'pasted',
        number: 8 + at,
      })),
    }
    expect(renderDigest(source, listed, [0, 2])).toMatch(/\n8 - one\n10 - three$/)
  })

  it('shows no look of whose answer nothing is shown, unless looks are wanted', () => {
    const looks: Candidates = {
      ...candidates,
      sections: candidates.sections.map(each =>
        each.author === 'calls' ? { ...each, isReadOnly: true } : each,
      ),
    }
    const shownOf = (given: Candidates, ...chosen: number[]): string =>
      renderDigest(source, given, chosen).split('\n').slice(1).join('\n')
    expect(shownOf(looks, 3, 4, 5)).toBe('#6 assistant: I list them.')
    expect(shownOf({ ...looks, withReadOnlyCalls: true }, 4)).toBe('#6 Bash ls …')
    expect(shownOf(looks, 4, 5, 7)).toBe('#6 Bash ls\ntimeout: 9\n#7 → [1/4 lines]\nb.ts')
  })

  it('names a file in full once', () => {
    const call = (message: number, at: number): Section =>
      section(message, 'calls', at, { title: 'Read /w/src/a.ts', path: '/w/src/a.ts', lines: 1 })
    const twice: Candidates = {
      numbers: [1, 2, 3, 4, 5, 6, 7],
      sections: [call(4, 0), call(6, 1)],
      candidates: [candidate('Read /w/src/a.ts', 0), candidate('Read /w/src/a.ts', 1)],
    }
    expect(renderDigest(source, twice, [0, 1]).split('\n').slice(1)).toEqual([
      '#5 Read /w/src/a.ts',
      '#7 Read …/a.ts',
    ])
    expect(renderDigest(source, twice, [1]).split('\n').slice(1)).toEqual(['#7 Read /w/src/a.ts'])
  })

  it('names a file below one directory, or above the root, so that it is taken for no other', () => {
    const shown = (path: string, said: string): string | undefined => {
      const call = (message: number, at: number): Section =>
        section(message, 'calls', at, { title: `Edit ${path}`, path, lines: 1 })
      const twice: Candidates = {
        numbers: [1, 2, 3, 4, 5, 6, 7],
        sections: [call(4, 0), call(6, 1)],
        candidates: [candidate(said, 0), candidate(said, 1)],
      }
      return renderDigest(source, twice, [0, 1]).split('\n').at(-1)
    }
    expect(shown('/w/app/src/test/a.ts', 'Edit test/a.ts')).toBe('#7 Edit test/a.ts')
    expect(shown('/w/app/src/a.ts', 'Edit a.ts')).toBe('#7 Edit a.ts')
    expect(shown('/w/app/docs/a.md', 'Edit ../docs/a.md → failed')).toBe('#7 Edit …/a.md → failed')
  })

  it('says which directory is left out where a title leaves it out', () => {
    const shown = (rest: Partial<Section>): string =>
      renderDigest(
        source,
        {
          numbers: [1, 2, 3, 4, 5],
          root: '/w/app',
          sections: [section(4, 'calls', 0, { title: 'Bash make', lines: 1, ...rest })],
          candidates: [candidate('Bash make', 0)],
        },
        [0],
      )
    expect(shown({ isRooted: true })).toContain('relative to: /w/app/')
    expect(shown({})).not.toContain('/w/app')
  })

  it('marks once what is left out of a title and below it', () => {
    const long: Candidates = {
      numbers: [1, 2, 3, 4, 5, 6, 7],
      sections: [section(4, 'calls', 0, { title: 'Bash npm …', lines: 2 })],
      candidates: [candidate('Bash npm …', 0), candidate('… test', 0)],
    }
    expect(renderDigest(source, long, [0])).toMatch(/#5 Bash npm …$/)
  })

  it('marks that a call which is announced is left out', () => {
    const announced: Candidates = {
      numbers: [1, 2],
      sections: [
        section(1, 'words', 0, { lines: 1 }),
        section(1, 'calls', 1, { title: 'Edit a.ts', lines: 1 }),
      ],
      candidates: [candidate('Now the writer:', 0), candidate('Edit a.ts', 1)],
    }
    const linesOf = (chosen: readonly number[]) =>
      renderDigest(source, announced, chosen).split('\n').slice(1)
    expect(linesOf([0])).toEqual(['#2 assistant: Now the writer: …'])
    expect(linesOf([0, 1])).toEqual(['#2 assistant: Now the writer:', '#2 Edit a.ts'])
  })

  it('does not give the user what a program put into the message', () => {
    const inserted: Candidates = {
      numbers: [1, 2],
      sections: [section(1, 'user', 0, { lines: 1, isInserted: true })],
      candidates: [candidate('<path>/skills/a/SKILL.md</path>', 0)],
    }
    expect(renderDigest(source, inserted, [0]).split('\n').slice(1)).toEqual([
      '#2 program: <path>/skills/a/SKILL.md</path>',
    ])
  })

  it('lets a speaker who names himself do without another name', () => {
    const talk: Candidates = {
      numbers: [1, 2, 3, 4, 5, 6, 7],
      sections: [section(4, 'user', 0, { lines: 2 }), section(5, 'user', 2, { lines: 1 })],
      candidates: [
        candidate('Project Manager: We start.', 0),
        candidate('Then we vote.', 0),
        candidate('error: no', 1),
      ],
    }
    expect(renderDigest(source, talk, [0, 1, 2]).split('\n').slice(1)).toEqual([
      '#5 Project Manager: We start.',
      'Then we vote.',
      '#6 user: error: no',
    ])
    expect(renderDigest(source, talk, [1]).split('\n').slice(1)).toEqual(['#5 user: …Then we vote.'])
  })

  it('takes a sentence with a colon for no name of a speaker', () => {
    const talk: Candidates = {
      numbers: [1, 2, 3, 4, 5],
      sections: [section(4, 'user', 0, { lines: 1 })],
      candidates: [candidate("I'm pretty sure we had this before: Added a limit", 0)],
    }
    expect(renderDigest(source, talk, [0])).toContain("#5 user: I'm pretty sure")
  })

  it('names a file by its path again where another has the same name', () => {
    const call = (message: number, at: number, path: string): Section =>
      section(message, 'calls', at, { title: `Edit ${path}`, path, lines: 1 })
    const alike: Candidates = {
      numbers: [1, 2, 3, 4, 5, 6, 7],
      sections: [call(4, 0, '/w/src/a.ts'), call(6, 1, '/w/src/a.ts')],
      candidates: [candidate('Edit /w/src/a.ts', 0), candidate('Edit /w/src/a.ts', 1)],
      sharedNames: new Set(['a.ts']),
    }
    expect(renderDigest(source, alike, [0, 1])).toMatch(/#7 Edit \/w\/src\/a\.ts$/)
  })

  it('marks nothing behind how a call came out', () => {
    const rejected: Candidates = {
      numbers: [1, 2, 3, 4, 5],
      sections: [section(4, 'calls', 0, { title: 'Edit a.ts', lines: 2 })],
      candidates: [candidate('Edit a.ts → rejected by the user: wait', 0), candidate('new text', 0)],
    }
    expect(renderDigest(source, rejected, [0])).toMatch(/: wait$/)
  })

  it('shows how a command came out below what it was given', () => {
    const handed: Candidates = {
      numbers: [1, 2, 3, 4, 5],
      sections: [section(4, 'calls', 0, { title: 'Bash cat > a.py << E …', lines: 3, outcome: 'a → b' })],
      candidates: [
        candidate('Bash cat > a.py << E … → a → b', 0),
        candidate('import re', 0),
        candidate('E', 0),
      ],
    }
    const shown = (chosen: readonly number[]): string =>
      renderDigest(source, handed, chosen).split('\n').slice(1).join('\n')
    expect(shown([0, 1])).toBe('#5 Bash cat > a.py << E …\nimport re …\n→ a → b')
    expect(shown([0])).toBe('#5 Bash cat > a.py << E … → a → b')
    expect(shown([1, 2])).toBe('#5 …import re\nE')
  })

  it('counts no lines of a list that counts for itself', () => {
    const folded: Candidates = {
      numbers: [1, 2, 3, 4, 5],
      sections: [section(4, 'tools', 0, { title: 'Grep a', lines: 82 })],
      candidates: [{ ...candidate('src/a.ts: 2 matches', 0), lines: 0 }],
    }
    expect(renderDigest(source, folded, [0])).toContain('#5 → Grep a\nsrc/a.ts: 2 matches')
  })

  it('says all of an answer where that takes fewer tokens than nearly all of it', () => {
    const whole = (section: number, text: string): string =>
      `${section}: ${text.split('\n').length} lines, shorter`
    const parts = (...chosen: number[]): readonly string[] =>
      digestParts(source, candidates, chosen, whole)
        .slice(1)
        .map(({ text }) => text)
    expect(parts(4, 6, 7, 8, 9)).toEqual(['#6 Bash ls …', '#7 →\n3: 4 lines, shorter'])
    expect(parts(4, 6, 7)).toEqual(['#6 Bash ls …', '#7 → [2/4 lines]\na.ts\nb.ts'])
    expect(parts(0, 1, 2)).toEqual(['#5 user: First wish.\nSecond wish.\nThird wish.'])
  })

  it('is the same with sections that were written for other choices before', () => {
    const files: Candidates = {
      ...candidates,
      sections: candidates.sections.map((each, at) => (at === 2 ? { ...each, path: 'ls' } : each)),
    }
    const choice = fc.subarray(Array.from({ length: files.candidates.length }, (_, at) => at))
    fc.assert(
      fc.property(fc.array(choice, { minLength: 2, maxLength: 8 }), choices => {
        const known: RenderedSections = new Map()
        for (const chosen of choices)
          expect(digestParts(source, files, chosen, undefined, known)).toEqual(
            digestParts(source, files, chosen),
          )
      }),
    )
  })

  it('writes a section once while the same of it is chosen', () => {
    let looks = 0
    const whole = (): undefined => {
      looks += 1
      return undefined
    }
    const known: RenderedSections = new Map()
    for (const first of [0, 1, 2]) digestParts(source, candidates, [first, 6, 7, 8, 9], whole, known)
    expect(looks).toBe(1)
  })
})
