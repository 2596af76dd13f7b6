import { beforeAll, describe } from 'vitest'
import { type CleanNamespaces, cleanNamespaces } from '../postgres/clean-namespaces.ts'
import { newDatabase, noPostgres } from '../postgres/shared-postgres.ts'
import { describeStore } from './contract.ts'

describe.skipIf(noPostgres)('PostgreSQL', () => {
  let namespaces: CleanNamespaces
  beforeAll(async () => {
    namespaces = cleanNamespaces(await newDatabase('contract'))
  })
  describeStore('the PostgreSQL store', () => namespaces.take())
})
