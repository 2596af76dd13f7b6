/** The tool `search`: words in everything that was ever shortened. */
import { isRecord } from '../../../formats/raw-value.ts'
import { searchLookup, searchOriginals } from '../../../tools/lookup/lookup-tools.ts'
import { type McpTool, reading } from '../mcp-tool.ts'

export const searchTool: McpTool = {
  name: 'search',
  title: 'Search the originals',
  description: `${searchLookup.description} Then read around a line with expand.`,
  input: {
    ...searchLookup.input,
    properties: {
      ...(isRecord(searchLookup.input.properties) ? searchLookup.input.properties : {}),
      session: { type: 'string', description: 'Only originals of this session; all unless told.' },
    },
  },
  annotations: reading,
  run: async (input, { store }) => ({ texts: [await searchOriginals(input, store)] }),
}
