/** Workspaces on the disk for tests, and documents that are worth compressing. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach } from 'vitest'

const made: string[] = []

afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true })
})

/** A folder with these files, removed after the test. */
export function folder(files: Readonly<Record<string, string | Uint8Array>>): string {
  const root = mkdtempSync(join(tmpdir(), 'fovea-workspace-'))
  made.push(root)
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
  return root
}

/** Every file with its bytes and permissions. */
export function contentsOf(root: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .map(path => join(root, path))
      .filter(path => statSync(path).isFile())
      .sort()
      .map(path => [
        path.slice(root.length + 1),
        `${(statSync(path).mode & 0o7777).toString(8)} ${readFileSync(path).toString('base64')}`,
      ]),
  )
}

/** Says the same long names so often that codes for them pay. */
export function hostNotes(hosts = 24): string {
  const lines = Array.from(
    { length: hosts },
    (_, at) =>
      `- warehouse-${at}.internal.example.org: connection pool of the inventory service, user inventory_reader, key ~/.ssh/inventory_reader_ed25519`,
  )
  return `# Hosts\n\n${lines.join('\n')}\n\n## Rules\n\n- Never restart the inventory service on a Friday.\n`
}
