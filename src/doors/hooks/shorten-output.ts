/** Shortens a tool's output if it is long enough. */
import { isExpandTool } from '../../reduce/shorten-output/is-expand-tool.ts'
import type { ToolOutput } from '../../reduce/shorten-output/reduce-output.ts'
import { isMarked } from '../../scan/marker.ts'
import { wordSet } from '../../scan/vocabulary/word-set.ts'
import { isOwnCall } from './fovea-command.ts'
import type { HookSettings } from './hook-settings.ts'

/** Tools that read files or look up originals: their output stays whole. */
const wholeTools: ReadonlySet<string> =
  wordSet(`read read_file read_many_files notebookread edit multiedit write write_file replace notebookedit
  apply_patch`)

/** Saving a smaller share is not worth hiding text. */
const minSaving = 0.2

/** `undefined` if it stays as it is. Throws if it cannot be stored, in which case it must not be replaced. */
export async function shortenOutput(
  output: ToolOutput,
  settings: Pick<HookSettings, 'maxTokens' | 'storePath' | 'namedStore'>,
  session?: string,
): Promise<string | undefined> {
  const { text, tool, command } = output
  const from = settings.maxTokens / (1 - minSaving)
  // A token seldom has less than one character: most outputs end here, before anything heavy is loaded.
  if (text.length <= from || isMarked(text)) return undefined
  if (tool !== undefined && (wholeTools.has(tool.toLowerCase()) || isExpandTool(tool))) return undefined
  if (command !== undefined && isOwnCall(command)) return undefined
  const { shortenLongOutput } = await import('./long-work.ts')
  return shortenLongOutput(output, settings, { from, session })
}
