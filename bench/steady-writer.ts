/** Records small runs in the store of its argument until its input ends; prints when each was done and how long it waited. */
import { sqliteStore } from '../src/store/sqlite/sqlite-store.ts'
import { originalOf } from '../test/store/samples.ts'

const [, , file = ''] = process.argv
const store = sqliteStore(file)
const ends: number[] = []
const waits: number[] = []
const failures: string[] = []
let isOver = false
process.stdin.resume().on('end', () => {
  isOver = true
})

function write(count: number): void {
  const started = performance.now()
  try {
    const originals = [originalOf(`written by ${process.pid} as number ${count}`)]
    store.record({ originals, views: [], session: { id: `writer ${process.pid}` } })
    waits.push(performance.now() - started)
    ends.push(Date.now())
  } catch (error) {
    failures.push(String(error))
  }
}

function next(count: number): void {
  write(count)
  if (count === 0) process.stdout.write('started\n')
  if (!isOver) setTimeout(next, 5, count + 1)
  else {
    store.close()
    process.stdout.write(`${JSON.stringify({ ends, waits, failures })}\n`)
  }
}

next(0)
