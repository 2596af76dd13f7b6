import { memoryStore } from '../../src/store/memory-store.ts'
import { describeStore } from './contract.ts'

describeStore('the memory store', () => ({ store: memoryStore() }))
