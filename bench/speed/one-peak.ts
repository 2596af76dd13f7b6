/** Prints by how many bytes the peak of resident memory passes what the process held before: `node --expose-gc one-peak.ts FILE`. */
import { readFileSync } from 'node:fs'

const [, , file = ''] = process.argv
const built = new URL('../../dist/index.js', import.meta.url).href
const { compressSync } = (await import(built)) as typeof import('../../src/index.ts')
const { messages, format } = readMessages()
globalThis.gc?.()
const before = process.memoryUsage.rss()
const { receipt } = compressSync(messages, { format, budget: '15%', strict: true })
if (receipt.changes.length === 0) throw new Error('Nothing was compressed.')
process.stdout.write(String(process.resourceUsage().maxRSS * 1024 - before))

/** By itself, so that the text of the file is gone before anything is measured. */
function readMessages(): { messages: unknown[]; format: string } {
  return JSON.parse(readFileSync(file, 'utf8'))
}
