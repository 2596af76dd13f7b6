import { describe, expect, it } from 'vitest'
import { closedSections, taskWords } from '../../../../src/strategies/coverage/weigh/closed-sections.ts'

const plan = [
  '# Plan: read settings from a file',
  '## Context',
  'Settings are flags so far.',
  '## Step 1: Create the settings parser',
  '**New file:** `src/settings/parse.ts`',
  '### Errors',
  '- A missing file is no error.',
  '## Step 2: Call the parser at start',
  '**Modify:** `src/main.ts`',
  '## Verification',
  '1. `npm test`',
]
const never = (): number => 0

/** The numbers of the closed lines. */
function closedIn(
  lines: readonly string[],
  tasks: { readonly open: readonly string[]; readonly settled: readonly string[] },
  changes: Readonly<Record<string, number>> = {},
): readonly number[] {
  const closed = closedSections(lines, taskWords(tasks), path => changes[path] ?? 0)
  return [...closed].flatMap((isClosed, at) => (isClosed === 1 ? [at] : []))
}

describe('closedSections', () => {
  it('has none of a plan that nobody began with', () => {
    expect(closedSections(plan, { open: [], settled: [] }, never)).toEqual(new Uint8Array(plan.length))
  })

  it('has the section of a settled task with all below its heading', () => {
    const tasks = { open: ['Call parser at start of main'], settled: ['Create settings parsers'] }
    expect(closedIn(plan, tasks)).toEqual([3, 4, 5, 6])
  })

  it('has no section that an open task is more alike', () => {
    const tasks = { open: ['Create the settings parser'], settled: ['Create settings'] }
    expect(closedIn(plan, tasks)).toEqual([])
  })

  it('has a section whose files were all changed since', () => {
    const tasks = { open: [], settled: [] }
    expect(closedIn(plan, tasks, { 'src/settings/parse.ts': 1 })).toEqual([3, 4, 5, 6])
  })

  it('leaves a section of an open task open, whatever was changed', () => {
    const tasks = { open: ['Create the settings parser'], settled: [] }
    expect(closedIn(plan, tasks, { 'src/settings/parse.ts': 1 })).toEqual([])
  })

  it('wants as many changes of a file as sections are about it', () => {
    const steps = ['## One in `src/a.ts`', 'first', '## Two in `src/a.ts`', 'second']
    const tasks = { open: [], settled: [] }
    expect(closedIn(steps, tasks, { 'src/a.ts': 1 })).toEqual([])
    expect(closedIn(steps, tasks, { 'src/a.ts': 2 })).toEqual([0, 1, 2, 3])
  })

  it('does not take the title of the whole for a section', () => {
    expect(closedIn(plan, { open: [], settled: ['Read settings from a file'] })).toEqual([])
  })

  it('takes no comment of a program for a heading', () => {
    const fenced = ['# Read settings', '## Create the parser', '```sh', '# create it', '```', 'Then call it.']
    expect(closedIn(fenced, { open: [], settled: ['Create parser'] })).toEqual([1, 2, 3, 4, 5])
    expect(closedIn(fenced, { open: [], settled: ['Read settings'] })).toEqual([])
  })

  it('takes no number for a word in common', () => {
    const numbered = ['## 3. Update tests', 'Add one.']
    expect(closedIn(numbered, { open: [], settled: ['3. Update docs'] })).toEqual([])
  })
})
