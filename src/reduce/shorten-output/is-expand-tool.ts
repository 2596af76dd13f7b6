/** `expand`, `mcp__fovea__expand`: the agent asked for all of an output, so that it is not shortened. */
export function isExpandTool(tool: string | undefined): boolean {
  return tool !== undefined && /(?:^|[^a-z])expand$/i.test(tool)
}
