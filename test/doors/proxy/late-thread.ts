/** Bundles the thread of a proxy in which epochs after the first of a session are late, or crash. */
import { copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'

const root = join(import.meta.dirname, '../../..')
const late = join(import.meta.dirname, 'late-make-epoch.ts')

/**
 * The path of a module that makes the threads of a proxy run the bundle, once the proxy imports it. Every thread imports
 * it too, and plain JavaScript spares each of them from loading what strips types.
 */
export async function lateThread(): Promise<string> {
  const bundle = await rolldown({
    input: join(root, 'src/doors/thread-main.ts'),
    platform: 'node',
    external: id => !/^[./]/.test(id),
    plugins: [
      {
        name: 'late-epochs',
        resolveId: (id, importer) => (id.endsWith('/make-epoch.ts') && importer !== late ? late : undefined),
      },
    ],
  })
  // Inside the project, so that packages are found.
  const folder = join(root, 'node_modules/.cache/late-thread')
  const file = join(folder, 'thread.js')
  // A shorter file with one byte a character is compiled faster, and every thread that ends is followed by another.
  await bundle.write({ file, codeSplitting: false, charset: 'ascii', minify: true })
  await bundle.close()
  // As in the package: without it, each thread would make the table of the token counter anew.
  copyFileSync(join(root, 'dist/o200k_base.tokens'), join(folder, 'o200k_base.tokens'))
  const entry = join(folder, 'entry.mjs')
  writeFileSync(entry, entryOf(pathToFileURL(file).href))
  return entry
}

function entryOf(thread: string): string {
  return `import { registerHooks } from 'node:module'
registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier.endsWith('/thread-main.js') ? ${JSON.stringify(thread)} : specifier, context),
})
`
}
