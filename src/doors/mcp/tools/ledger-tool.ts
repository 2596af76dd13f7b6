/** The tool `ledger`: the state of a session, for the agent that continues it. */
import { optionError } from '../../../errors.ts'
import { formatOf } from '../../../formats/detect-format.ts'
import { formatTitles } from '../../../formats/index.ts'
import { createLedger } from '../../../ledger/create-ledger.ts'
import { renderLedger } from '../../../ledger/markdown/render-ledger.ts'
import { ledgerOriginal, sourceOriginals } from '../../../ledger/stored-ledger.ts'
import { exactCounter } from '../../../tokens/tokens.ts'
import { textPage } from '../../../tools/lookup/text-page.ts'
import { readTranscript } from '../../../transcripts/read-transcript.ts'
import type { FormatName } from '../../../types.ts'
import type { McpSettings } from '../mcp-options.ts'
import { eitherOf, keeping, type McpTool } from '../mcp-tool.ts'

const usualTokens = 2000
const maxTokens = 8000

export const ledgerTool: McpTool = {
  name: 'ledger',
  title: 'Where a session stands',
  description:
    'Says where a session of an agent stands: what the user asked and forbade, files, commands, errors, decisions, what comes next, each with the number of its message. Use it to take over work from an earlier session, after a compaction, or before you summarise. It is read from the session without a model; "expand" with db_…#constraints.2 leads to the very words of an entry.',
  input: {
    type: 'object',
    properties: {
      file: {
        type: 'string',
        description:
          'Absolute path of a session file on this machine: of Claude Code, Codex, Gemini CLI and others, or messages as JSON.',
      },
      messages: {
        type: 'array',
        items: { type: 'object' },
        description: `The messages themselves, in one of these formats: ${formatTitles()}.`,
      },
      tokens: {
        type: 'integer',
        minimum: 100,
        maximum: maxTokens,
        description: `The most that the answer may cost; ${usualTokens} by default.`,
      },
      before: {
        type: 'integer',
        minimum: 0,
        description: 'The ledger before this message, counted from 0; at the end by default.',
      },
    },
  },
  annotations: keeping,
  async run(input, settings) {
    const { store } = settings
    const session = await sessionOf(input, settings)
    const messages = session.messages.slice(0, input.before as number | undefined)
    const format = formatOf(messages, session.format)
    const ledger = createLedger(messages, { format: format.name })
    const [stored] = await store.put([
      ledgerOriginal(ledger),
      ...sourceOriginals(ledger, format.read(messages)),
    ])
    const tokens = (input.tokens as number | undefined) ?? usualTokens
    const { text } = renderLedger(ledger, {
      isPresentFirst: true,
      counter: exactCounter(),
      tokens,
      root: session.root,
      stored: stored?.handle,
    })
    return {
      texts: [
        textPage(text),
        `Kept as ${stored?.handle}: expand ${stored?.handle}#constraints.1 for the words of an entry, ${stored?.handle}#constraints for all of a section.`,
      ],
    }
  },
}

interface NamedSession {
  readonly messages: readonly unknown[]
  readonly format: FormatName | undefined
  readonly root: string | undefined
}

async function sessionOf(
  input: Readonly<Record<string, unknown>>,
  { sessionFiles }: McpSettings,
): Promise<NamedSession> {
  if (eitherOf(input, 'file', 'messages') === 'messages')
    return { messages: input.messages as readonly unknown[], format: undefined, root: undefined }
  if (!sessionFiles) throw optionError('This server reads no files; give the messages themselves.')
  const { messages, format, cwd } = await readTranscript(input.file as string, { regularFile: true })
  return { messages, format, root: cwd }
}
