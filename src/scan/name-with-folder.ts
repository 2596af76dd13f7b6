/** The file with its folder: what `/repo/src/a.ts`, `./src/a.ts` and `src/a.ts` share. */
export function nameWithFolder(path: string): string {
  return path.split('/').slice(-2).join('/')
}
