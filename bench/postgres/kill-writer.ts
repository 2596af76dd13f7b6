/** Writes runs until it is killed, and prints each handle once it was given out. `node kill-writer.ts URL SPILL NAME DEADLINE` */
import { postgresStore } from '../../src/store/postgres/postgres-store.ts'
import { originalOf, viewOf } from '../../test/store/samples.ts'

const [url = '', spill = '', name = '', deadline = ''] = process.argv.slice(2)
const store = postgresStore(url, { spill, poolSize: 1, deadlineMs: Number(deadline) })
for (let index = 0; ; index += 1) {
  const originals = [`${name} ${index} ${'text '.repeat(200)}`, `shared ${index % 50}`].map(text =>
    originalOf(text),
  )
  await store.record({
    originals,
    views: originals.map(original => viewOf(`view of ${original.hash}`, original)),
    session: { id: name },
  })
  process.stdout.write(`${originals.map(({ hash }) => hash).join(' ')}\n`)
}
