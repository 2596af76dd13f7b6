/** The entry points that the launcher starts without the rest of the command line. */

export { hookWrap } from './hook-wrap.ts'
export { hookRun } from './run-hook.ts'
