/** The `FoveaError` that some work ends with; anything else fails the test. */
import { expect } from 'vitest'
import { FoveaError } from '../../src/errors.ts'

export async function errorOf(work: () => unknown): Promise<FoveaError> {
  try {
    await work()
  } catch (error) {
    if (FoveaError.isInstance(error)) return error
    throw error
  }
  return expect.fail('it should have thrown')
}

export async function codeOf(work: () => unknown): Promise<string> {
  return (await errorOf(work)).code
}
