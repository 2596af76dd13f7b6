/** Bundles the thread of a proxy in which epochs after the first of a session are late, or crash. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'

const root = join(import.meta.dirname, '../../..')
const late = join(import.meta.dirname, 'late-make-epoch.ts')

/** Its address. From source, every thread would read hundreds of modules. */
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
  const file = join(root, 'node_modules/.cache/late-thread/thread.js')
  // A shorter file with one byte a character is compiled faster, and every thread that ends is followed by another.
  await bundle.write({ file, codeSplitting: false, charset: 'ascii', minify: true })
  await bundle.close()
  return pathToFileURL(file).href
}
