/** Many messages become one about them: chosen by the coverage planner as a whole, so no single text can ask for it. */
import type { Reducer } from '../../../types.ts'

export const digest: Reducer = { name: 'digest', loss: 'recoverable', read: () => () => undefined }
