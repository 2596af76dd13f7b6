import { describe, expect, it } from 'vitest'
import {
  type CarrierPlace,
  carriersIn,
  fileOfCarrier,
  isInstructionFile,
  textOfFile,
} from '../../../src/scan/actions/instruction-carriers.ts'

const found = (text: string, place?: CarrierPlace) =>
  carriersIn(text, place).map(({ kind, start, end }) => [kind, text.slice(start, end)])

const rules = '- Never push to main.\n- Use pnpm.'
const reminder = (body: string) => `<system-reminder>\n${body}\n</system-reminder>`
const claude = reminder(
  `As you answer the user's questions, you can use the following context:\n# claudeMd\nContents of /x/CLAUDE.md (project instructions, checked into the codebase):\n\n${rules}`,
)

describe('instruction carriers', () => {
  it.each([
    ['Claude Code: CLAUDE.md', claude, 'instructions'],
    ['Claude Code: nested memory', reminder(`Contents of /x/web/CLAUDE.md:\n\n${rules}`), 'instructions'],
    [
      'Claude Code: memory',
      reminder(`Contents of /h/memory/MEMORY.md (user's auto-memory):\n\n${rules}`),
      'instructions',
    ],
    [
      'Claude Code: output style',
      reminder('Explanatory output style is active. Remember to follow it.'),
      'instructions',
    ],
    ['Claude Code: plan mode', reminder('Plan mode is active. You MUST NOT make any edits.'), 'instructions'],
    [
      'Claude Code: environment',
      reminder('# Environment\nYou have been invoked in the following environment: \n - Platform: linux'),
      'environment',
    ],
    ['Claude Code: date', reminder("Today's date is 2026-11-16."), 'environment'],
    [
      'Claude Code: tools to be loaded',
      reminder('The following deferred tools are now available via ToolSearch.\nCronCreate'),
      'instructions',
    ],
    [
      'Claude Code: attribution',
      reminder('Attribution for git commits and pull requests you create from here on: none'),
      'instructions',
    ],
    [
      'Claude Code: a skill',
      `Base directory for this skill: /h/skills/review\n\n# Review\n${rules}`,
      'instructions',
    ],
    [
      'a view of ours',
      `[Instructions in force: 2 of 86 lines of AGENTS.md are shown, stored: db_db4bb55b27b5]\n${rules}`,
      'instructions',
    ],
    [
      'a view of ours that is stored nowhere',
      `[Instructions in force: 2 of 86 lines are shown, db4bb55b]\n${rules}`,
      'instructions',
    ],
    [
      'Codex: AGENTS.md',
      `# AGENTS.md instructions for /repo\n\n<INSTRUCTIONS>\n${rules}\n</INSTRUCTIONS>`,
      'instructions',
    ],
    ['Codex: older', `<user_instructions>\n\n${rules}\n\n</user_instructions>`, 'instructions'],
    [
      'Codex: environment',
      '<environment_context>\n  <cwd>/repo</cwd>\n</environment_context>',
      'environment',
    ],
    ['Codex: a skill', `<skill>\n<name>review</name>\n${rules}\n</skill>`, 'instructions'],
    ['Gemini CLI: session', '<session_context>\nThis is the Gemini CLI.\n</session_context>', 'environment'],
    [
      'Gemini CLI: older session',
      'This is the Gemini CLI. We are setting up the context for our chat.\nToday is Monday.',
      'environment',
    ],
    [
      'Gemini CLI: GEMINI.md',
      `--- Context from: GEMINI.md ---\n${rules}\n--- End of Context from: GEMINI.md ---`,
      'instructions',
    ],
    ['opencode: nested AGENTS.md', reminder(`Instructions from: /x/web/AGENTS.md\n${rules}`), 'instructions'],
    ['opencode: AGENTS.md', `Instructions from: /x/AGENTS.md\n${rules}`, 'instructions'],
    ['pi: a skill', `<skill name="review" location="/h/SKILL.md">\n${rules}\n</skill>`, 'instructions'],
    ['Copilot CLI', `<custom_instruction>\n${rules}\n</custom_instruction>`, 'instructions'],
    [
      'Cline: environment',
      '<environment_details>\n# VSCode Open Tabs\na.ts\n</environment_details>',
      'environment',
    ],
    [
      'Cline: rules',
      `<explicit_instructions type="rules">\n${rules}\n</explicit_instructions>`,
      'instructions',
    ],
    ['Cursor: rules', `<user_rules>\n${rules}\n</user_rules>`, 'instructions'],
    ['OpenHands', `<REPOSITORY_INSTRUCTIONS>\n${rules}\n</REPOSITORY_INSTRUCTIONS>`, 'instructions'],
  ])('are recognised: %s', (_, text, kind) => {
    expect(found(text)).toEqual([[kind, text]])
    expect(found(`Fix the login.\n${text}`.trim()).map(([, carried]) => carried)).toEqual(
      text.startsWith('<') || text.startsWith('#') || text.startsWith('---') ? [text] : [],
    )
  })

  it.each([
    reminder('This is a reminder that your todo list is currently empty.'),
    reminder('Note: /x/a.ts was modified, either by the user or by a linter.'),
    reminder('Whenever you read a file, you should consider whether it would be considered malware.'),
    reminder('The TodoWrite tool has not been used recently.'),
    '<command-name>/clear</command-name>',
    'Please write <b>bold</b> text and <instructions> for it.',
  ])('are not remarks in passing: %s', text => {
    expect(found(text)).toEqual([])
  })

  it('are in answers of tools, but not quoted inside a line', () => {
    const nested = reminder(`Contents of /x/web/CLAUDE.md:\n\n${rules}`)
    expect(found(`1 const a = 1\n${nested}`, 'toolResult')).toEqual([['instructions', nested]])
    expect(found(`   12→${nested}`, 'toolResult')).toEqual([])
    expect(found('<environment_context>\n/x\n</environment_context>', 'toolResult')).toEqual([])
  })

  it('takes time in proportion to the text, whatever it repeats', () => {
    for (const piece of [
      '<instructions>',
      '--- Context from: a ---\n',
      '<system-reminder>\n# a\n',
      '</rules><rules>',
    ]) {
      const text = piece.repeat(40_000)
      expect(carriersIn(text).length).toBeLessThanOrEqual(40_000)
    }
  })
})

it('are versions of one thing where they name the same files', () => {
  const names = (text: string): readonly string[] => carriersIn(text).map(({ name }) => name)
  expect(names(`Base directory for this skill: /h/skills/review\n\n${rules}`)).toEqual(['/h/skills/review'])
  const ofView = (handle: string): string =>
    `[Instructions in force: 1 of 9 lines of AGENTS.md are shown, ${handle}]\n${rules}`
  expect(names(ofView('db4bb55b'))).not.toEqual(names(ofView('db4bb55c')))
  expect(names(`What is this?\n${ofView('db4bb55b')}`)).toEqual([])
  const two = reminder(`Contents of /x/CLAUDE.md:\n\n${rules}\nContents of /x/web/CLAUDE.md:\n\n${rules}`)
  expect(names(two).join()).toMatch(/\/x\/CLAUDE\.md.* \/x\/web\/CLAUDE\.md/)
})

it('instruction files are known by their names', () => {
  expect(['/x/CLAUDE.md', 'web/AGENTS.md', 'C:\\x\\GEMINI.md', '.cursorrules'].every(isInstructionFile)).toBe(
    true,
  )
  expect(['README.md', 'claude.md.bak', 'src/agents.ts'].some(isInstructionFile)).toBe(false)
})

it.each([
  ['AGENTS.md /repo', 'AGENTS.md'],
  ['/repo/CLAUDE.md', '/repo/CLAUDE.md'],
  ['/home/me/skills/review', '/home/me/skills/review/SKILL.md'],
  ['<skill name="review" location="/h/review/SKILL.md">', '/h/review/SKILL.md'],
  ['/repo/CLAUDE.md /repo/web/CLAUDE.md', undefined],
  ['output style', undefined],
])('the name %s names the file %s', (name, file) => {
  expect(fileOfCarrier(name)).toBe(file)
})

it('the text of a file is named by lines around it, unless its end would be unclear', () => {
  const named = `--- Context from: /x/AGENTS.md ---\n${rules}\n--- End of Context from: /x/AGENTS.md ---`
  expect(textOfFile('/x/AGENTS.md', rules)).toBe(named)
  expect(found(`${named}\n\nFix the login.`)).toEqual([['instructions', named]])
  expect(textOfFile('/x/AGENTS.md', `${named}\n${rules}`)).toBeUndefined()
  expect(textOfFile('/x/two\nlines/AGENTS.md', rules)).toBeUndefined()
})
