/** Paths that agents write in two forms: from a root, or from a directory. */

/** Whether two paths may name one file, one of them by its end. */
export function isSamePath(one: string, other: string): boolean {
  return one === other || one.endsWith(`/${other}`) || other.endsWith(`/${one}`)
}
