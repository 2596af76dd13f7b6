/** The user's home directory, even if `HOME` is empty, which would otherwise mean the working directory. */

/** Loads `node:os` on demand, since few calls need it. */
export function homeDirectory(): string {
  const { homedir, userInfo } = process.getBuiltinModule('node:os')
  return homedir() || userInfo().homedir
}
