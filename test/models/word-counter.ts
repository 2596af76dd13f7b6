import type { TokenCounter } from '../../src/types.ts'

/** One token a word: tests can count for themselves. */
export const wordCounter: TokenCounter = {
  name: 'words',
  exact: true,
  count: text => text.split(/\s+/).filter(word => word !== '').length,
}
