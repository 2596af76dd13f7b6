import { Worker } from 'node:worker_threads'
import { expect, it } from 'vitest'
import { threadOptions } from '../../src/store/thread-entry.ts'

it('bounds the young generation of every thread, beside other limits', async () => {
  const program = `const { parentPort, resourceLimits } = require('node:worker_threads')
parentPort.postMessage(resourceLimits)`
  const options = threadOptions('read-batches', {}, { maxOldGenerationSizeMb: 100 })
  const limits = await new Promise(resolve => {
    new Worker(program, { ...options, eval: true }).once('message', resolve)
  })
  expect(limits).toMatchObject({ maxYoungGenerationSizeMb: 24, maxOldGenerationSizeMb: 100 })
})
