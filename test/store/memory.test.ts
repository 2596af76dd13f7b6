import { memoryStore } from '../../src/store/memory.ts'
import { describeStore } from './contract.ts'

describeStore('the memory store', () => ({ store: memoryStore() }))
