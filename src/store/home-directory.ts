/** The user's home, also where `HOME` is set to nothing: all below it would be in the working directory. */

/** Few calls need it: the library does not load what the system knows. */
export function homeDirectory(): string {
  const { homedir, userInfo } = process.getBuiltinModule('node:os')
  return homedir() || userInfo().homedir
}
