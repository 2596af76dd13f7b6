/** The instruction file of a project and the environment, as agents put them into their requests. */
import type { ConversationFormat } from './conversation-format.ts'

/** Each is one line that no other text holds. */
export function projectRules(count: number): readonly string[] {
  return Array.from(
    { length: count },
    (_, index) =>
      `${index + 1}. Rule ${index + 1} of this project: module m${index + 1} is changed only together with its page docs/m${index + 1}.md.`,
  )
}

const codexEnvironment = [
  '<environment_context>',
  '  <cwd>/home/dev/replayed-project</cwd>',
  '  <shell>bash</shell>',
  '  <current_date>2026-11-16</current_date>',
  '</environment_context>',
].join('\n')

const claudeEnvironment = [
  '# Environment',
  'You have been invoked in the following environment: ',
  ' - Primary working directory: /home/dev/replayed-project',
  ' - Is a git repository: true',
  ' - Platform: linux',
].join('\n')

const rules = `# House rules\n\n${projectRules(60).join('\n')}\n`

export interface Instructions {
  /** The texts that an agent puts into its request, in order. */
  readonly texts: readonly string[]
  /** What has to be in every request, letter for letter. */
  readonly carried: readonly string[]
}

/** In the words of Claude Code, Codex and opencode. */
const wrapped: Readonly<Record<ConversationFormat, readonly string[]>> = {
  anthropic: [
    `<system-reminder>\n${claudeEnvironment}\n</system-reminder>`,
    [
      '<system-reminder>',
      'Codebase and user instructions are shown below. Be sure to adhere to these instructions. IMPORTANT: These instructions OVERRIDE any default behavior and you MUST follow them exactly as written.',
      '',
      'Contents of /home/dev/replayed-project/CLAUDE.md (project instructions, checked into the codebase):',
      '',
      `${rules}</system-reminder>`,
    ].join('\n'),
  ],
  'openai-responses': [
    `# AGENTS.md instructions for /home/dev/replayed-project\n\n<INSTRUCTIONS>\n${rules}\n</INSTRUCTIONS>`,
    codexEnvironment,
  ],
  'openai-chat': [`Instructions from: /home/dev/replayed-project/AGENTS.md\n${rules}`, codexEnvironment],
}

export function instructionsIn(format: ConversationFormat): Instructions {
  const environment = format === 'anthropic' ? claudeEnvironment : codexEnvironment
  return { texts: wrapped[format], carried: [...projectRules(60), environment] }
}
