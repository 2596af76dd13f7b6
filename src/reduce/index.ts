/** The registry of reducers. */
import type { Reducer, ReducerName } from '../types.ts'
import { duplicate } from './duplicate.ts'
import { excerpt } from './excerpt.ts'

export const reducers: Readonly<Record<ReducerName, Reducer>> = { duplicate, excerpt }
