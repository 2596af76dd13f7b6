/** The words of a text as a set: a long list is read more easily as a text. */
export function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/))
}

/** Each word with the group that it is in: `{ done: 'completed finished' }` has `completed` and `finished` as `done`. */
export function wordGroups<Group extends string>(
  groups: Readonly<Record<Group, string>>,
): ReadonlyMap<string, Group> {
  const entries = Object.entries(groups) as [Group, string][]
  return new Map(entries.flatMap(([group, words]) => words.split(/\s+/).map(word => [word, group] as const)))
}
