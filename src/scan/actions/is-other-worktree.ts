/** Whether a command ran in another worktree of the repository that a session works in. */

/** What Claude Code prints below the output of a command that left the directory of the session. */
const resetLine = /(?:^|\n)Shell cwd was reset to (\/[^\n]{1,400})\s{0,4}$/
/** Where worktrees are kept in a repository, or beside it: `.worktrees/fix`, `.claude/worktrees/fix`, `app__worktrees/fix`. */
const kept = /^(.{0,400}?)\/?(?:(?<=\/)(?:\.claude\/)?\.?worktrees|__worktrees)\/([^/]{1,200})(?:\/|$)/

/** `directory`: where the command ran; `answer`: with what its host says. */
export function isOtherWorktree(directory: string | undefined, answer: string): boolean {
  const home = resetLine.exec(answer.slice(-500))?.[1]
  return home !== undefined && directory !== undefined && areOtherTrees(home, directory)
}

/** Whether a directory is in the repository of another one, and in another worktree of it. */
export function areOtherTrees(home: string, directory: string): boolean {
  const [tree, repository] = treeAt(home)
  const [other, base] = treeAt(directory)
  const isSameBase = base === repository || `${base}/`.startsWith(`${repository}/`)
  return isSameBase && tree !== other
}

/** The worktree that a path is in, empty in the main one, and its repository. */
function treeAt(path: string): readonly [tree: string, repository: string] {
  const [, repository = '', name] = kept.exec(path) ?? []
  return name === undefined ? ['', path] : [name, repository]
}
