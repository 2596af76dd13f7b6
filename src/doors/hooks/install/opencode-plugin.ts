/** The plugin that opencode loads from its plugin directory. */
import type { HookCommand } from '../hosts/host.ts'
import { askSource, pluginMark } from './plugin-parts.ts'

/** Outputs below this many characters are never asked about. */
const leastCharacters = 2000

export function opencodePlugin(command: HookCommand): string {
  return `${pluginMark}
${askSource('opencode', command)}
export const FoveaPlugin = async ({ client }) => ({
  'tool.execute.after': async (input, output) => {
    if (typeof output?.output !== 'string' || output.output.length < ${leastCharacters}) return
    const answer = await ask('tool.execute.after', {
      tool: input.tool,
      sessionID: input.sessionID,
      callID: input.callID,
      args: input.args ?? {},
      output: output.output,
      metadata: { exit: output.metadata?.exit, outputPath: output.metadata?.outputPath },
    })
    if (typeof answer.output === 'string') output.output = answer.output
  },
  'experimental.session.compacting': async (input, output) => {
    try {
      const { data } = await client.session.messages({ path: { id: input.sessionID } })
      const answer = await ask('experimental.session.compacting', { sessionID: input.sessionID, messages: data })
      if (Array.isArray(answer.context)) output.context.push(...answer.context)
    } catch {
      // A compaction goes on without a ledger.
    }
  },
})
`
}
