/** The user's home, also where `HOME` is set to nothing: all below it would be in the working directory. */
import { homedir, userInfo } from 'node:os'

export function homeDirectory(): string {
  return homedir() || userInfo().homedir
}
