/** The text techniques on real documents: tokens saved, round trips, order, codebooks, speed, and the seed's aims beside them. */
import { corpusDirectory, writeResults, writeTable } from './results.ts'
import { aimTable } from './text/aims.ts'
import { readDocuments } from './text/documents.ts'
import { measureOrders, measureSharedBooks, orderTable, sharedBookTable } from './text/orders.ts'
import { measureSavings, savingsTable } from './text/savings.ts'
import { measureBullets, measureSpeed, speedTable } from './text/speed.ts'

export async function benchText(): Promise<void> {
  const corpus = corpusDirectory()
  if (corpus === undefined) {
    console.log('text: skipped, there is no corpus (name its directory with --corpus)')
    return
  }
  const documents = await readDocuments(corpus)
  const savings = measureSavings(documents)
  writeTable('text', savingsTable(savings))
  writeTable('text-aims', aimTable(savings))
  const orders = measureOrders(documents)
  writeTable('text-orders', orderTable(orders))
  const books = measureSharedBooks(documents)
  writeTable('text-codebooks', sharedBookTable(books))
  const speed = measureSpeed(documents.filter(({ set }) => set.startsWith('memory')).map(({ text }) => text))
  const bullets = measureBullets()
  writeTable('text-speed', speedTable(speed, bullets))
  writeResults('text', { savings, orders, books, speed, bullets }, savingsTable(savings))
}

if (process.argv[1] === import.meta.filename) await benchText()
