/** Which files of a workspace are memory: what agents read at the start of their work, and what people keep for them. */
import { wordSet } from '../../scan/vocabulary/word-set.ts'

/** Documents alone: settings and scripts beside them are read by programs, which would not understand a shorter form. */
export const memoryFiles: readonly string[] = [
  '**/{CLAUDE,CLAUDE.local,AGENTS,AGENTS.override,AGENT,GEMINI,MEMORY,TOOLS,NOTES,RULES}.md',
  '**/.{cursorrules,windsurfrules,clinerules}',
  '**/.{cursor,windsurf}/rules/**/*.{md,mdc}',
  '**/.clinerules/**/*.md',
  '**/.claude/**/*.md',
  '**/.github/copilot-instructions.md',
  '**/.github/instructions/**/*.md',
  '**/{memory,memories,notes,rules}/**/*.{md,mdc,txt}',
]

/** Never entered: what others wrote, what is generated, and what is kept here. */
export const foreignFolders: ReadonlySet<string> = wordSet(
  '.git .hg .svn .fovea .venv venv __pycache__ bower_components node_modules site-packages vendor',
)

/** Here every file is a command, a rule or an agent to some program: a file beside them would become one. */
export const isLoadedByFolder = (path: string): boolean =>
  /(?:^|\/)(?:\.claude\/(?:agents|commands|rules|skills|output-styles)|\.(?:cursor|windsurf)\/rules|\.clinerules|\.github\/instructions)\//i.test(
    path,
  )
