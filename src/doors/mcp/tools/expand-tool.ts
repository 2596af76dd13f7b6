/** The tool `expand`: an original, a range of its lines, or the lines that hold a text. */
import { expandLookup, expandOriginal } from '../../../tools/lookup/lookup-tools.ts'
import { type McpTool, reading } from '../mcp-tool.ts'

export const expandTool: McpTool = {
  name: 'expand',
  title: 'Expand a handle',
  description: expandLookup.description,
  input: expandLookup.input,
  annotations: reading,
  run: async (input, { store }) => ({ texts: [await expandOriginal(input, store)] }),
}
