/** Whether a command ran in another worktree of the repository that a session works in. */

/** What Claude Code prints below the output of a command that left the directory of the session. */
const resetLine = /(?:^|\n)Shell cwd was reset to (\/[^\n]{1,400})\s{0,4}$/
/** Where worktrees are kept in a repository, or beside it: `.worktrees/fix`, `.claude/worktrees/fix`, `app__worktrees/fix`. */
const kept = /^(.{0,400}?)\/?(?:(?<=\/)(?:\.claude\/)?\.?worktrees|__worktrees)\/([^/]{1,200})(?:\/|$)/

/** `directory`: where the command ran; `answer`: with what its host says. */
export function isOtherWorktree(directory: string | undefined, answer: string): boolean {
  const home = resetLine.exec(answer.slice(-500))?.[1]
  return home !== undefined && directory !== undefined && relationOf(home, directory) === 'other tree'
}

export function isSameWorktree(home: string, directory: string): boolean {
  return relationOf(home, directory) === 'same tree'
}

function relationOf(home: string, directory: string): 'same tree' | 'other tree' | 'other repository' {
  const [tree, repository] = treeAt(home)
  const [other, base] = treeAt(directory)
  if (base !== repository && !`${base}/`.startsWith(`${repository}/`)) return 'other repository'
  return tree === other ? 'same tree' : 'other tree'
}

/** The worktree that a path is in, empty in the main one, and its repository. */
function treeAt(path: string): readonly [tree: string, repository: string] {
  const [, repository = '', name] = kept.exec(path) ?? []
  return name === undefined ? ['', path] : [name, repository]
}
