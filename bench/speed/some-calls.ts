/** Milliseconds of the first calls of a process, each with texts that it has not met: `node some-calls.ts FILE WORKERS`. */
import { readFileSync } from 'node:fs'

const [, , file = '', workers = '0'] = process.argv
const calls = 5
const built = new URL('../../dist/index.js', import.meta.url).href
const { compress } = (await import(built)) as typeof import('../../src/index.ts')
const json = readFileSync(file, 'utf8')
const times: number[] = []
for (let call = 0; call < calls; call += 1) {
  // One letter of each line differs, so that nothing is known from the call before.
  const { messages, format } = JSON.parse(json.replaceAll('the ', `th${'eabcd'[call]} `)) as {
    messages: unknown[]
    format: string
  }
  const begun = performance.now()
  const { receipt } = await compress(messages, {
    format,
    budget: '15%',
    strict: true,
    workers: Number(workers),
  })
  times.push(performance.now() - begun)
  if (receipt.notes.some(({ code }) => code === 'worker-failed')) throw new Error('A worker has failed.')
}
process.stdout.write(JSON.stringify(times))
