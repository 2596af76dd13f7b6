/** The extension that pi loads from its extensions directory. */
import type { HookCommand } from '../hosts/host.ts'
import { askSource, pluginMark } from './plugin-parts.ts'

/** Outputs below this many characters are never asked about. */
const leastCharacters = 2000

export function piExtension(command: HookCommand): string {
  return `${pluginMark}
// @ts-nocheck
${askSource('pi', command)}
const sessionOf = ctx => ({
  session_id: ctx?.sessionManager?.getSessionId?.() ?? ctx?.sessionManager?.getSessionFile?.(),
  transcript_path: ctx?.sessionManager?.getSessionFile?.(),
})

function fovea(pi) {
  // A session may have been compacted when pi ended.
  let mayBeCompacted = true
  pi.on('tool_result', async (event, ctx) => {
    const length = event.content.reduce((sum, part) => sum + (part.text?.length ?? 0), 0)
    if (length < ${leastCharacters}) return undefined
    const { toolName, toolCallId, input, content, isError } = event
    const fullOutputPath = event.details?.fullOutputPath
    const answer = await ask('tool_result', { ...sessionOf(ctx), toolName, toolCallId, input, content, isError, fullOutputPath })
    return Array.isArray(answer.content) ? { content: answer.content } : undefined
  })
  pi.on('session_before_compact', async (_event, ctx) => {
    await ask('session_before_compact', sessionOf(ctx))
    mayBeCompacted = true
  })
  pi.on('before_agent_start', async (_event, ctx) => {
    if (!mayBeCompacted) return undefined
    mayBeCompacted = false
    const answer = await ask('before_agent_start', sessionOf(ctx))
    return answer.message === undefined ? undefined : { message: answer.message }
  })
}

export { fovea as default }
`
}
