import { describe, expect, it } from 'vitest'
import { bindingLines } from '../../src/reduce/binding-lines.ts'
import { exactCounter } from '../../src/tokens/tokens.ts'

const filler = Array.from({ length: 40 }, (_, at) => `The module number ${at} reads one kind of file.`)

function shownOf(
  lines: readonly string[],
  tokens: number,
  work = '',
  prompt: { readonly isPrompt?: true } = {},
): readonly string[] {
  const input = {
    work,
    ...prompt,
    text: [...lines, ...filler].join('\n'),
    role: 'user',
    kind: 'markdown',
    tokens: 0,
    handle: 'db_1234567890ab',
    counter: exactCounter(),
    merged: 1,
  } as const
  return bindingLines.read(input)(tokens)?.text.split('\n').slice(1) ?? []
}

describe('bindingLines', () => {
  it('shows how work is done before what is preferred, however late it comes', () => {
    const lines = [
      'Prefer small modules with one purpose over large ones, and avoid names that say little about it.',
      'Avoid abbreviations in names, and keep to the style that the rest of the file already has.',
      'Never push to `main`; implement only after explicit approval.',
    ]
    expect(shownOf(lines, 48)).toEqual([lines[2]])
    expect(shownOf(lines, 400)).toEqual(lines)
  })

  it('shows what speaks of the work of now where no line is a rule', () => {
    const lines = [
      '## Storage',
      '- Runs are stored in the table `workflow_runs`.',
      '- Images are built nightly.',
    ]
    expect(shownOf(lines, 400, 'Why is the table workflow_runs empty?')).toEqual([lines[1]])
    expect(shownOf(lines, 400, 'Draw a house.')).toEqual([])
  })

  it('shows what a prompt asks for, and what it says need not be done', () => {
    const lines = [
      "The tests are written, so you don't have to change them.",
      'Your task is to make the smallest change that satisfies the issue.',
    ]
    expect(shownOf(lines, 400)).toEqual(lines)
  })

  it('shows steps below their heading, so that those of several lists do not read as one', () => {
    const lines = [
      '## Find the cause',
      '1. **Read the errors**: do not skip warnings.',
      '2. **Trace the data**: ask where it comes from.',
      '## Mend it',
      '1. **Write a test first**: it must fail.',
    ]
    expect(shownOf(lines, 400)).toEqual(lines)
  })

  it('shows the steps of a command, those that say what is done before mere titles', () => {
    const lines = [
      '1. **Read the plan**:',
      '4. **Stop and report**: the command ends after planning. Report the branch and the path of the plan.',
    ]
    expect(shownOf(lines, 55)).toEqual([lines[1]])
    expect(shownOf(lines, 400)).toEqual(lines)
  })

  it('shows steps that are no rules where rules leave room for them', () => {
    const lines = [
      '1. Explore the repository to learn how it is built.',
      '2. Create a script that shows the error.',
      'Never change the tests that are there already.',
    ]
    expect(shownOf(lines, 38)).toEqual([lines[2]])
    expect(shownOf(lines, 400)).toEqual(lines)
  })

  it('shows the last steps of a prompt that is being carried out, and what the last one asks for, before its rules', () => {
    const steps = [
      '1. Read the files that the release needs, with the notes of the last one beside them.',
      '2. Write the notes, with a line for each change that users see.',
      '3. **Report** to the user:',
      '   - number of changes',
      '   - open questions',
    ]
    const rules = [
      '1. ALWAYS begin a line with a verb.',
      '2. NEVER name a person.',
      '3. Lines MUST be short.',
    ]
    const shown = shownOf([...steps, '## Rules', ...rules], 70, '', { isPrompt: true })
    expect(shown.slice(0, 4)).toEqual(steps.slice(1))
    expect(shownOf([...steps, '## Rules', ...rules], 70)).toEqual(expect.not.arrayContaining([steps[4]]))
  })

  it('shows the rest of an item with its first line, and what a heading denies with the heading', () => {
    const item = ['- The cache is passed by value.', '  Never share it with workers.']
    const denied = ['## Out of scope', '- Workers that must be restarted.', '## Names']
    expect(shownOf(item, 400)).toEqual(item)
    expect(shownOf([...item, ...denied], 400)).toEqual([...item, ...denied.slice(0, 2)])
    const numbered = item.map((line, at) => `   ${12 + at}→${line}`)
    expect(shownOf(numbered, 400)).toEqual(item)
  })

  it('marks a rule that is not of the section whose heading is shown above it', () => {
    const lines = [
      '## Never commit generated files',
      '- You must write them with `make files`.',
      '## Options',
      '- Every option must have a default.',
    ]
    expect(shownOf(lines, 400)).toEqual([lines[0], lines[1], `…${lines[3]}`])
  })

  it('shows a sentence whole that was broken into lines', () => {
    const lines = [
      'The queue is read by one worker at a time, which you must never start before',
      'the migration has ended.',
    ]
    expect(shownOf(lines, 400)).toEqual(lines)
    expect(
      shownOf(['Rules that follow here hold for all of the modules you change,', 'always.'], 400),
    ).toHaveLength(2)
  })

  it('shows a sentence whole whose next line begins with code', () => {
    const lines = [
      '2. **No status.** You must never rely on it, since the worker does not wire up the',
      '   `set-status` hooks that others do.',
    ]
    expect(shownOf(lines, 400)).toEqual(lines)
  })

  it('shows what a rule leads to with it', () => {
    const lines = [
      '3. **BLOCKING: a manual test must be done before steps 4-5:**',
      '',
      '   Tests that pass are no proof.',
    ]
    expect(shownOf(lines, 400)).toEqual([lines[0], lines[2]])
  })

  it('shows the format that a rule asks for with it', () => {
    const lines = ['Each note MUST follow this format:', '```text', '- [area] What changed', '```']
    expect(shownOf(lines, 400)).toEqual(lines)
  })

  it('shows what an author stressed, though it is no demand', () => {
    const lines = ['- The aim is to preserve BOTH sides of a conflict.', '- The aim is to be quick.']
    expect(shownOf(lines, 400)).toEqual([lines[0]])
    expect(shownOf(['BOTH SIDES'], 400)).toEqual([])
  })

  it('shows what blocks all that follows before other rules', () => {
    const lines = [
      '- Always begin a title with a verb.',
      '- ⚠️ The work must be tested by hand before a release is made of it.',
    ]
    expect(shownOf(lines, 46)).toEqual([lines[1]])
  })

  it('shows rules of what is being worked on before others', () => {
    const lines = [
      '- Never name a table in the plural.',
      '## Releases',
      '- Never tag by hand.',
      '- Never bump a version in a branch.',
    ]
    expect(shownOf(lines, 38, 'The release failed: why is the version still the old one?')).toEqual([
      lines[3],
    ])
    expect(shownOf(lines, 38, 'Rename the table of users.')).toEqual([lines[0]])
  })

  it('shows what has to pass before work is done first, and commands that check something', () => {
    const lines = [
      '- Always write names in full.',
      '- Always run `npm test` before you hand in.',
      '```sh',
      'npm test',
      'npm run lint',
      'npm start',
      '```',
    ]
    expect(shownOf(lines, 37)).toEqual([lines[1]])
    expect(shownOf(lines, 400)).toEqual([lines[0], lines[1], lines[4]])
  })

  it('takes what is in a fence for a template that binds others, unless all is in one', () => {
    const template = ['```', 'You must never start another worker.', '```']
    expect(shownOf(['Hand this over to the worker:', ...template], 400)).toEqual([])
    expect(shownOf(['```', ...template.slice(1, 2), ...filler, ...filler, '```'], 400)).toEqual(
      template.slice(1, 2),
    )
  })

  it('shows commands of a fence inside another, each once', () => {
    const lines = ['````md', '```sh', 'npm run lint', '```', '````', 'Run: `npm run lint`']
    expect(shownOf(lines, 400)).toEqual([lines[2]])
  })

  it('shows nothing of a text without rules', () => {
    expect(shownOf([], 400)).toEqual([])
  })
})
