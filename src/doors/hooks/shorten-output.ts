/** Shortens a tool's output where it is long enough. */
import type { ToolOutput } from '../../reduce/shorten-output/reduce-output.ts'
import { isMarked } from '../../scan/marker.ts'
import { wordSet } from '../../scan/vocabulary/word-set.ts'
import { isOwnCall } from './fovea-command.ts'
import type { HookSettings } from './hook-settings.ts'

/** Files that are read and originals that are looked up stay whole. */
const wholeTools: ReadonlySet<string> =
  wordSet(`read read_file read_many_files notebookread edit multiedit write write_file replace notebookedit
  apply_patch`)
const askedBack = /(?:^|[^a-z])expand$/i

/** To cut less than this share is not worth what it hides. */
const minSaving = 0.2

/** `undefined`: it stays as it is. Throws where it cannot be kept, and then it must not be replaced. */
export async function shortenOutput(
  output: ToolOutput,
  settings: Pick<HookSettings, 'maxTokens' | 'storePath' | 'namedStore'>,
  session?: string,
): Promise<string | undefined> {
  const { text, tool, command } = output
  const from = settings.maxTokens / (1 - minSaving)
  // A token has seldom less than a character: most outputs end here, and nothing heavy was loaded for them.
  if (text.length <= from || isMarked(text)) return undefined
  if (tool !== undefined && (wholeTools.has(tool.toLowerCase()) || askedBack.test(tool))) return undefined
  if (command !== undefined && isOwnCall(command)) return undefined
  const { shortenLongOutput } = await import('./long-work.ts')
  return shortenLongOutput(output, settings, { from, session })
}
