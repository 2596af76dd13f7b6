/** What git says could be run next, which is never worth its room. */

/** The index after lines about what could be run next, which are left out: `  (use "git push" to publish your local commits)`. */
export function hintsEnd(lines: readonly string[], first: number): number {
  let end = first
  while (lines[end]?.startsWith('  (') === true) end += 1
  return end
}

/** `no changes added to commit (use "git add" and/or "git commit -a")` → `no changes added to commit` */
export function withoutHint(line: string): string {
  const hint = line.indexOf(' (use "git ')
  return hint > 0 && line.charAt(0) !== ' ' && line.endsWith(')') ? line.slice(0, hint) : line
}
